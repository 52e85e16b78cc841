// The store of geometries, by content.
#include "orthant/core/mesh/geometry_data.hpp"

#include <mutex>
#include <string_view>

#include "orthant/core/execution/same_bits.hpp"

namespace orthant {
namespace {

struct Owned {
  GeometryData data;
  Geometry view;

  explicit Owned(GeometryData of) : data(std::move(of)), view(data.view()) {}
};

/// The arrays of a view, without their types.
std::vector<std::string_view> bytes_of(Geometry const& of) {
  std::vector<std::string_view> out;
  Geometry::each(of, [&](auto const& items) {
    out.emplace_back(reinterpret_cast<char const*>(items.data),
                     sizeof(*items.data) * nth(items.count));
  });
  return out;
}

std::size_t hash_of(Geometry const& of) {
  std::size_t out = 0;
  for (auto const& bytes : bytes_of(of)) out = out * 1000003 + std::hash<std::string_view>{}(bytes);
  return out;
}

bool equal(Geometry const& a, Geometry const& b) {
  return same_bits(a.centre, b.centre) && bytes_of(a) == bytes_of(b);
}

}  // namespace

Geometry GeometryData::view() const {
  Geometry out;
  std::vector<std::pair<void const*, std::size_t>> arrays;
  each(*this, [&](auto const& list) { arrays.emplace_back(list.data(), list.size()); });
  std::size_t next = 0;
  each(out, [&]<class T>(Items<T>& items) {
    auto const& [data, count] = arrays[next++];
    items = {static_cast<T const*>(data), static_cast<int>(count)};
  });
  out.bounding_radius = bounding_radius;
  out.inscribed_radius = inscribed_radius;
  out.centre = centre;
  return out;
}

std::shared_ptr<Geometry const> shared_geometry(GeometryData data) {
  static std::mutex guard;
  static std::unordered_multimap<std::size_t, std::weak_ptr<Owned const>> store;
  std::lock_guard const lock(guard);
  auto const as_view = [](std::shared_ptr<Owned const> const& owner) {
    return std::shared_ptr<Geometry const>(owner, &owner->view);
  };
  Geometry const view = data.view();
  auto const hash = hash_of(view);
  auto [first, last] = store.equal_range(hash);
  while (first != last) {
    auto const owner = first->second.lock();
    if (owner && equal(owner->view, view)) return as_view(owner);
    first = owner ? std::next(first) : store.erase(first);
  }
  auto const owner = std::make_shared<Owned const>(std::move(data));
  store.emplace(hash, owner);
  return as_view(owner);
}

}  // namespace orthant
