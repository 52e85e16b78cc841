// The preconditioner of a block Gauss-Seidel sweep forth and back. Host only.
#pragma once
#include <algorithm>

#include "orthant/core/execution/array.hpp"
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/solvers/preconditioner/preconditioner.hpp"
#include "orthant/solvers/schur/detail/block_graph.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

namespace orthant {

/// (D + L) D^-1 (D + U) = (1 + L D^-1) D (1 + D^-1 U) of S = L + D + U [Saad 2003, eq. 10.9].
template <class Space>
class Ssor final : public Preconditioner<Space> {
 public:
  static constexpr char const* name = "ssor";
  static constexpr char const* about = "a block Gauss-Seidel sweep forth and back; host";

  explicit Ssor(Sizes const&) {}

  void set_up(Space const& space, SchurSystem<Space> const& system) override {
    wait_for(space);
    if (!system.same_pattern) lay_out(system.rows);
    for (int w = 0; w < system.rows.worlds; ++w)
      if (system.active(w)) fill(system, w);
  }
  BlockFactors<Space> factors() const override {
    return {span(inverse_), span(node_), span(first_), span(earlier_), span(lower_), span(upper_)};
  }

 private:
  template <class T>
  static Span<Space, T*> span(std::vector<T> const& x) {
    return Span<Space, T*>(const_cast<T*>(x.data()), x.size());
  }

  void lay_out(Rows<Space> const& rows) {
    node_.clear();
    earlier_.clear();
    first_.assign(1, 0);
    for (int w = 0; w < rows.worlds; ++w) {
      auto const graph = schur_graph(rows, w);
      int const block = rows.world_block(w);
      for (int i = 0; i < graph.nodes(); ++i) {
        node_.push_back(block + i);
        for (int k = graph.first[i]; k < graph.first[i + 1]; ++k)
          if (graph.neighbour[k] < i) earlier_.push_back(block + graph.neighbour[k]);
        std::sort(earlier_.begin() + first_.back(), earlier_.end());
        first_.push_back(static_cast<int>(earlier_.size()));
      }
    }
    for (auto* each : {&lower_, &upper_}) each->resize(earlier_.size());
    inverse_.resize(node_.size());
  }

  void fill(SchurSystem<Space> const& system, int w) {
    auto const& rows = system.rows;
    bool const symmetric = system.symmetric();
    for (int i = rows.world_block(w); i < rows.world_block(w + 1); ++i) {
      BlockResponse<Space> const response(system, i);
      Mat3 D = response.on(i);
      for (int k = 0; k < rows.size(i); ++k)
        if (D[k][k] == 0) D[k][k] = 1;  // a row of zeros: nothing depends on it
      inverse_[i] = symmetric ? inverse_spd(D, rows.size(i)) : inverse_general(D, rows.size(i));
      for (int e = first_[i]; e < first_[i + 1]; ++e) {
        Mat3 const& inverse = inverse_[earlier_[e]];
        lower_[e] = coupling(system, i, earlier_[e]) * inverse;
        upper_[e] = inverse * response.on(earlier_[e]);
      }
    }
  }

  // Used in host spaces only, whose spans may refer to these arrays.
  std::vector<Mat3> inverse_, lower_, upper_;
  std::vector<int> node_, first_, earlier_;
};

}  // namespace orthant
