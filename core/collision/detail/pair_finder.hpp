// The broad phase of a batch: finds the pairs of shapes that may touch in each step.
#pragma once
#include <algorithm>

#include "orthant/core/collision/detail/pair_search.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

template <class Space>
class PairFinder {
 public:
  /// `excluded` names pairs of bodies that never touch, such as those of a joint.
  PairFinder(Model<Space> const& model, std::vector<std::pair<int, int>> const& excluded)
      : worlds_(model.worlds), all_(model.worlds * model.shapes) {
    int buckets = 16;
    while (buckets < 2 * all_) buckets *= 2;
    bounds_ = Array<Space, Bounds*>("orthant::collision::bounds", all_);
    cell_size_ = make_array<Space, Real*>("orthant::collision::cell_size", worlds_);
    bucket_ = Array<Space, int*>("orthant::collision::bucket", buckets + 1);
    next_ = Array<Space, int*>("orthant::collision::next", buckets);
    entry_ = Array<Space, int*>("orthant::collision::entry", all_);
    offset_ = Array<Space, int*>("orthant::collision::pair_offset", all_ + 1);
    reserve(8 * all_ + 64);
    classify(model);
    exclude(model, excluded);
    search_ = {
        model.shapes, model.shape_stride, model.bodies, buckets,     model.shape,     model.body,
        large_,       large_first_,       large_list_,  first_name_, excluded_first_, excluded_,
        bounds_,      cell_size_,         bucket_,      entry_,      has_grid_};
    each(Space(), all_, pair_kernels::MarkPartners<Space>{search_, offset_});
    any_ = SumOf<Space>().get(Space(), offset_, all_) > 0;
  }

  /// Whether any two shapes may ever touch; else no search finds a pair.
  bool any() const { return any_; }

  /// The bodies of which pairs are not looked for, see PairSearch.
  struct Still {
    Span<Space, int*> still{};
    Span<Space, ShapePair*> known{};
    Span<Space, int*> known_offset{};
  };

  /// Returns the number of pairs of all worlds.
  int find(Space const& space, Span<Space, Pose<>*> pose, Span<Space, Twist*> twist, Real h,
           Real margin, Still const& still = {}) {
    using namespace pair_kernels;
    if (all_ == 0) return 0;
    search_.margin = margin;
    search_.still = still.still;
    search_.known = still.known;
    search_.known_offset = still.known_offset;
    each(space, all_,
         Bound<Space>{.s = search_, .pose = pose, .twist = twist, .h = h, .margin = margin});
    if (search_.has_grid) fill_grid(space);
    enclose_moving();
    if constexpr (one_thread<Space>) {
      each(space, all_, ListPairs<Space>{search_, offset_, pair_});
    } else {
      each(space, all_, CountPairs<Space>{search_, offset_});
      prefix_sum<Space>(space, offset_, all_ + 1);
    }
    int const pairs = total_.get(space, offset_, all_);
    bool const fits = pairs <= pair_.extent_int(0);
    if (!fits) reserve(2 * pairs);
    if (!fits || !one_thread<Space>) each(space, all_, WritePairs<Space>{search_, offset_, pair_});
    return pairs;
  }

  Span<Space, ShapePair*> pairs() const { return pair_; }
  Span<Space, int*> offsets() const {
    return offset_;
  }  // (W ns + 1), by the shape that lists the
     // pair
  PairSearch<Space> const& search() const { return search_; }

 private:
  void reserve(int pairs) {
    pair_ = make_room<Space, ShapePair*>("orthant::collision::pair", pairs);
  }

  /// The box around all that is not still, with room for round-off: of what lies outside nothing
  /// else is looked at.
  void enclose_moving() {
    search_.encloses = false;
    if constexpr (one_thread<Space>) {
      if (worlds_ != 1 || search_.still.extent(0) == 0) return;
      constexpr Real room = 1e-9;
      for (int k = 0; k < 3; ++k) {
        Real low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = 0; i < all_; ++i) {
          if (search_.is_still(0, i)) continue;
          Bounds const& of = bounds_(i);
          low = smaller(low, of.centre[k] - of.half[k]);
          high = larger(high, of.centre[k] + of.half[k]);
        }
        search_.lowest[k] = low - room * (1 + fabs(low));
        search_.highest[k] = high + room * (1 + fabs(high));
      }
      search_.encloses = true;
    }
  }

  void fill_grid(Space const& space) {
    using namespace pair_kernels;
    each_world(space, worlds_, CellSize<Space>{search_});
    fill(space, search_.buckets + 1, bucket_, 0);
    each(space, all_, CountEntries<Space>{search_});
    prefix_sum<Space>(space, bucket_, search_.buckets + 1);
    copy(space, search_.buckets, bucket_, next_);
    each(space, all_, FillEntries<Space>{search_, next_});
  }

  void classify(Model<Space> const& model) {
    auto const shape = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), model.shape);
    std::vector<int> large, first{0}, list;
    for (int begin = 0; begin < shape.extent_int(0); begin += model.shapes) {  // first shape of
                                                                               // each world
      auto const radius_of = [&](int i) {
        return is_surface(shape(begin + i)) ? HUGE_VAL : bounding_radius(shape(begin + i));
      };
      std::vector<Real> radius;
      for (int i = 0; i < model.shapes; ++i)
        if (Real const r = radius_of(i); std::isfinite(r)) radius.push_back(r);
      Real limit = 0;
      if (!radius.empty()) {
        auto const middle = radius.begin() + static_cast<long>(radius.size() / 2);
        std::nth_element(radius.begin(), middle, radius.end());
        limit = 4 * *middle;
      }
      int in_grid = 0;
      for (int i = 0; i < model.shapes; ++i) {
        large.push_back(!(radius_of(i) <= limit));
        if (large.back()) list.push_back(i);
        in_grid += large.back() == 0;
      }
      has_grid_ = has_grid_ || in_grid > all_pairs_up_to;
      first.push_back(static_cast<int>(list.size()));
    }
    std::vector<int> names{0};
    for (int i = 0; i < model.shapes; ++i) {
      int most = 1;
      for (int k = i; k < shape.extent_int(0); k += model.shapes)
        if (is_surface(shape(k))) most = std::max(most, static_cast<int>(shape(k).size[1]));
      names.push_back(names.back() + most);
    }
    first_name_ = to_device<Space>("orthant::collision::first_name", names);
    large_ = to_device<Space>("orthant::collision::large", large);
    large_first_ = to_device<Space>("orthant::collision::large_first", first);
    large_list_ = to_device<Space>("orthant::collision::large_list", list);
  }

  void exclude(Model<Space> const& model, std::vector<std::pair<int, int>> const& bodies) {
    auto const shape = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), model.shape);
    std::vector<std::vector<int>> of_body(model.bodies);
    for (int i = 0; i < model.shapes; ++i) of_body[shape(i).body].push_back(i);
    std::vector<std::vector<int>> partners(model.shapes);
    for (auto const& [a, b] : bodies)
      for (int i : of_body[a])
        for (int j : of_body[b]) {
          partners[i].push_back(j);
          partners[j].push_back(i);
        }
    std::vector<int> first{0}, all;
    for (auto const& each : partners) {
      all.insert(all.end(), each.begin(), each.end());
      first.push_back(static_cast<int>(all.size()));
    }
    excluded_first_ = to_device<Space>("orthant::collision::excluded_first", first);
    excluded_ = to_device<Space>("orthant::collision::excluded", all);
  }

  static constexpr int all_pairs_up_to =
      64;  // shapes of a world, whose 27 cells each cost more to look at

  int worlds_, all_;
  bool has_grid_ = false, any_ = false;
  Array<Space, Bounds*> bounds_;
  Array<Space, Real*> cell_size_;
  Array<Space, int*> bucket_, next_, entry_, offset_, large_, large_first_, large_list_,
      first_name_, excluded_first_, excluded_;
  Array<Space, ShapePair*> pair_;
  OneOf<Space, int> total_{"orthant::collision::pairs"};
  PairSearch<Space> search_;
};

}  // namespace orthant
