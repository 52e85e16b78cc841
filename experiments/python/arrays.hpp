// Columns of numbers for NumPy.
#pragma once
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <vector>

#include "orthant/core/math/vec.hpp"

namespace orthant::python {

namespace py = pybind11;

/// An array as a caller gives it: of numbers that stand together.
template <class T>
using Given = py::array_t<T, py::array::c_style | py::array::forcecast>;
using Reals = Given<double>;

/// One number of each item: f(item).
template <class T, class Item, class F>
py::array_t<T> numbers(std::vector<Item> const& items, F const& f) {
  py::array_t<T> out(static_cast<py::ssize_t>(items.size()));
  T* to = out.mutable_data();
  for (auto const& item : items) *to++ = static_cast<T>(f(item));
  return out;
}

/// A vector of each item, (items, 3).
template <class Item, class F>
auto vectors(std::vector<Item> const& items, F const& f) {
  py::array_t<double> out({static_cast<py::ssize_t>(items.size()), py::ssize_t{3}});
  double* to = out.mutable_data();
  for (auto const& item : items) {
    Vec3 const v = f(item);
    for (int i = 0; i < 3; ++i) *to++ = v[i];
  }
  return out;
}

}  // namespace orthant::python
