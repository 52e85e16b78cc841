// Calls functions written in Python.
#include "experiments/python/callables.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "experiments/python/bind.hpp"

namespace py = pybind11;

namespace orthant::python {
namespace {

/// References of Python that do not keep what they refer to: a function belongs to the experiments
/// and simulations that name it. They live as long as the process, because Python objects must not
/// be released after Python has ended.
std::vector<py::object>& ncps() {
  static auto* const all = new std::vector<py::object>;
  return *all;
}
std::vector<py::object>& solvers() {
  static auto* const all = new std::vector<py::object>;
  return *all;
}
py::object*& pending() {
  static py::object* what = nullptr;
  return what;
}

/// Call with Python's lock held.
void keep(py::error_already_set& error) {
  if (!pending()) pending() = new py::object(error.value());
}

/// The function, as orthant._own._Function. Call with Python's lock held.
py::object alive(std::vector<py::object> const& functions, int number) {
  py::object const found = functions.at(nth(number))();
  if (found.is_none()) {
    PyErr_SetString(PyExc_ReferenceError,
                    "function: nothing holds this function in Python any more");
    throw py::error_already_set();
  }
  return found;
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// function(n, columns, rows, values) returns solve(b), and solve(b) returns x. What it returns is
/// kept by the function, where Python sees it: it may hold a simulation, and that these factors.
class PythonFactors final : public SparseFactors {
 public:
  explicit PythonFactors(int function) : function_(function) {}
  ~PythonFactors() override {
    if (!made_) return;
    py::gil_scoped_acquire const hold;
    PyObject* const raised = PyErr_Occurred();
    if (raised) return;  // Python frees it with the function
    py::object const found = solvers().at(nth(function_))();
    if (!found.is_none()) found.attr("made").attr("pop")(key(), py::none());
  }
  PythonFactors(PythonFactors const&) = delete;
  PythonFactors& operator=(PythonFactors const&) = delete;

  void analyse(SparseMatrix const&) override {}

  bool factorise(SparseMatrix const& A) override {
    if (A.size() == 0) return true;
    py::gil_scoped_acquire const hold;
    if (pending()) return false;
    auto const n = [](std::size_t count) { return static_cast<py::ssize_t>(count); };
    try {
      auto const function = alive(solvers(), function_);
      auto const made =
          function.attr("call")(A.size(), py::array_t<int>(n(A.column.size()), A.column.data()),
                                py::array_t<int>(n(A.row.size()), A.row.data()),
                                py::array_t<double>(n(A.value.size()), A.value.data()));
      function.attr("made")[key()] = made;
      made_ = true;
    } catch (py::error_already_set& error) {
      keep(error);
      return false;
    }
    return true;
  }

  void solve(SparseMatrix const& A, double* x) override {
    py::ssize_t const n = A.size();
    if (n == 0) return;
    py::gil_scoped_acquire const hold;
    try {
      if (pending()) throw std::runtime_error("an earlier call failed");
      auto const out = py::cast<py::array_t<double, py::array::c_style | py::array::forcecast>>(
          alive(solvers(), function_).attr("made")[key()](py::array_t<double>(n, x)));
      if (out.size() != n) throw py::cast_error("another length");
      std::copy_n(out.data(), n, x);
      return;
    } catch (py::error_already_set& error) {
      keep(error);
    } catch (py::cast_error const&) {
      PyErr_SetString(PyExc_TypeError, "a linear solver returns solve(b) -> x, as long as b");
      py::error_already_set as_python;
      keep(as_python);
    } catch (std::exception const&) {
    }
    std::fill_n(x, n, nan);
  }

 private:
  py::int_ key() const { return py::int_(reinterpret_cast<std::uintptr_t>(this)); }

  int function_;
  bool made_ = false;
};

}  // namespace

NcpValue call_ncp(int function, Real a, Real b) {
  py::gil_scoped_acquire const hold;
  if (pending()) return {nan, nan, nan};
  try {
    py::object const made = alive(ncps(), function).attr("call")(a, b);
    if (py::isinstance<py::sequence>(made)) {
      auto const out = py::cast<std::array<double, 3>>(made);
      return {out[0], out[1], out[2]};
    }
    throw py::cast_error("no sequence");
  } catch (py::error_already_set& error) {
    keep(error);
  } catch (py::cast_error const&) {
    PyErr_SetString(PyExc_TypeError, "a complementarity function returns (phi, da, db)");
    py::error_already_set as_python;
    keep(as_python);
  }
  return {nan, nan, nan};
}

std::unique_ptr<SparseFactors> make_factors(int function) {
  return std::make_unique<PythonFactors>(function);
}

int ncp_count() { return static_cast<int>(ncps().size()); }
int factors_count() { return static_cast<int>(solvers().size()); }

void raise_pending() {
  py::object* const what = pending();
  if (!what) return;
  pending() = nullptr;
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(what->ptr())), what->ptr());
  delete what;
  throw py::error_already_set();
}

void bind_callables(py::module_& module) {
  module.def(
      "add_ncp",
      [](py::object const& function) {
        ncps().push_back(function);
        return ncp_count() - 1;
      },
      py::arg("function"),
      "Takes a weak reference to an object whose `call` is function(a, b) -> (phi, da, db); "
      "returns its number.");
  module.def(
      "add_linear_solver",
      [](py::object const& function) {
        solvers().push_back(function);
        return factors_count() - 1;
      },
      py::arg("function"),
      "The same of function(n, columns, rows, values) -> solve(b) -> x, which has a dict `made` "
      "too.");
}

}  // namespace orthant::python
