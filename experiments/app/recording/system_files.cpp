// Writes matrices in Matrix Market's coordinate format, and vectors as tables.
#include "experiments/app/recording/system_files.hpp"

#include <algorithm>

#include "experiments/app/files/csv.hpp"
#include "experiments/app/recording/iterate_names.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

using Entries = std::vector<MatrixEntry>;

/// Entries at the same place are added. Indices count from 1 in the file, column by column.
void write_matrix(fs::path const& path, int rows, int columns, Entries entries) {
  std::stable_sort(entries.begin(), entries.end(), [](auto const& a, auto const& b) {
    return std::pair{a.column, a.row} < std::pair{b.column, b.row};
  });
  Entries all;
  for (auto const& each : entries)
    if (!all.empty() && all.back().row == each.row && all.back().column == each.column)
      all.back().value += each.value;
    else
      all.push_back(each);
  std::string text = "%%MatrixMarket matrix coordinate real general\n";
  auto const add = [&](auto x, char after) {
    char buffer[40];
    text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr) += after;
  };
  add(rows, ' ');
  add(columns, ' ');
  add(all.size(), '\n');
  for (auto const& each : all) {
    add(each.row + 1, ' ');
    add(each.column + 1, ' ');
    add(each.value, '\n');
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Lack(path.string() + ": could not be written completely");
}

/// The first unknown of each body; -1 if it does not react.
class Places {
 public:
  explicit Places(WorldIterate const& it) {
    for (std::size_t b = 0; b < it.rows.u.size(); ++b) {
      first_.push_back(it.reacts(static_cast<int>(b)) ? count_ : -1);
      if (first_.back() >= 0) count_ += 6;
    }
  }
  int count() const { return count_; }
  int of(int body) const { return first_[nth(body)]; }

 private:
  std::vector<int> first_;
  int count_ = 0;
};

Entries mass(WorldIterate const& it, Places const& at) {
  Entries out;
  for (int b = 0; b < static_cast<int>(it.rows.u.size()); ++b) {
    int const o = at.of(b);
    if (o < 0) continue;
    auto const& M_inverse = it.rows.inverse_mass[nth(b)];
    Mat3 const I = inertia_of(M_inverse);
    for (int i = 0; i < 3; ++i) {
      out.push_back({o + i, o + i, 1 / M_inverse.mass});
      for (int k = 0; k < 3; ++k)
        if (I[i][k] != 0) out.push_back({o + 3 + i, o + 3 + k, I[i][k]});
    }
  }
  return out;
}

Entries newton_mass(WorldIterate const& it, Places const& at) {
  Entries out;
  for (auto const& [row, column, value] : it.K)
    out.push_back({at.of(row / 6) + row % 6, at.of(column / 6) + column % 6, value});
  return out;
}

Entries jacobian(WorldIterate const& it, std::vector<std::array<Vec6, 2>> const& J,
                 Places const& at) {
  Entries out;
  for (auto const& block : it.rows.blocks)
    for (int row = block.row; row < block.row + block.size; ++row)
      for (std::size_t side = 0; side < 2; ++side)
        for (int i = 0; block.body[side] >= 0 && i < 6; ++i)
          if (double const x = J[nth(row)][side][i]; x != 0)
            out.push_back({row, at.of(block.body[side]) + i, x});
  return out;
}

/// A block diagonal matrix from the rows of its blocks.
Entries block_diagonal(WorldIterate const& it, std::vector<Vec3> const& X) {
  Entries out;
  for (auto const& block : it.rows.blocks)
    for (int i = 0; i < block.size; ++i)
      for (int k = 0; k < block.size; ++k)
        if (double const x = X[nth(block.row + i)][k]; x != 0)
          out.push_back({block.row + i, block.row + k, x});
  return out;
}

/// Writes a row for each unknown velocity.
void write_velocities(WorldIterate const& it, fs::path const& path) {
  std::string head = "body,component,u,u_free,h_dyn";
  if (!it.Phi_kin.empty()) head += ",h_kin";
  if (it.has_step) head += ",right,du";
  CsvFile file(path, head);
  for (std::size_t b = 0; b < it.rows.u.size(); ++b)
    for (int i = 0; it.reacts(static_cast<int>(b)) && i < 6; ++i) {
      file.cell(static_cast<int>(b));
      file.cell(i);
      for (double x : {it.rows.u[b][i], it.rows.free_twist[b][i], it.Phi_dyn[b][i]}) file.cell(x);
      if (!it.Phi_kin.empty()) file.cell(it.Phi_kin[b][i]);
      if (it.has_step)
        for (double x : {it.right_bodies[b][i], it.du[b][i]}) file.cell(x);
      file.end_row();
    }
  file.close();
}

/// Writes a row for each row of J.
void write_rows(WorldIterate const& it, fs::path const& path) {
  CsvFile file(path, std::string("block,part,angular,a,lambda,r,h,right") +
                         (it.has_step ? ",added,dlambda" : ""));
  for (std::size_t k = 0; k < it.rows.blocks.size(); ++k) {
    auto const& block = it.rows.blocks[k];
    for (int row = block.row; row < block.row + block.size; ++row) {
      for (int x : {static_cast<int>(k), static_cast<int>(part_of(block, row)),
                    it.rows.angular[nth(row)] ? 1 : 0})
        file.cell(x);
      for (double x : {it.rows.value[row], it.rows.impulse[row], it.weight[row], it.residual[row],
                       it.right[row]})
        file.cell(x);
      if (it.has_step)
        for (double x : {it.added[row], it.dlambda[row]}) file.cell(x);
      file.end_row();
    }
  }
  file.close();
}

char const* law_of(Law law) {
  switch (law) {
    case Law::free:
      return "bilateral";
    case Law::coulomb:
      return "contact";
    case Law::nonnegative:
      return "unilateral";
    case Law::disc:
      return "friction";
  }
  return "";
}

void write_blocks(WorldIterate const& it, Scene const& scene, fs::path const& path) {
  CsvFile file(path, "block,first_row,rows,law,kind,name,body_a,body_b,friction,radius,law_row");
  for (std::size_t k = 0; k < it.rows.blocks.size(); ++k) {
    auto const& block = it.rows.blocks[k];
    bool const tied = HostRows::follows(block) ||
                      (k + 1 < it.rows.blocks.size() && it.rows.blocks[k + 1].lead == block.row);
    auto const [a, b] =
        tied ? std::pair(body_name(scene, block.body[0]), body_name(scene, block.body[1]))
             : bodies_of(scene, it.source[k]);
    file.row(static_cast<int>(k), block.row, block.size, std::string_view(law_of(block.law)),
             it.source[k].kind, source_name(scene, it.source[k]), a, b, block.friction,
             block.radius, block.lead);
  }
  file.close();
}

void write_bodies(WorldIterate const& it, Scene const& scene, Places const& at,
                  fs::path const& path) {
  CsvFile file(path, "body,name,first_velocity");
  for (int b = 0; b < static_cast<int>(it.rows.u.size()); ++b)
    file.row(b, body_name(scene, b), at.of(b));
  file.close();
}

}  // namespace

void write_system(WorldIterate const& it, Scene const& scene, fs::path const& folder) {
  Places const at(it);
  int const n = at.count(), m = static_cast<int>(it.rows.value.size());
  write_matrix(folder / "M.mtx", n, n, mass(it, at));
  write_matrix(folder / "J.mtx", m, n, jacobian(it, it.rows.J, at));
  write_matrix(folder / "P.mtx", m, m, block_diagonal(it, it.P));
  write_matrix(folder / "C.mtx", m, m, block_diagonal(it, it.Q));
  write_matrix(folder / "Sigma.mtx", m, m, block_diagonal(it, it.rows.compliance));
  if (it.has_step) {
    write_matrix(folder / "K.mtx", n, n, newton_mass(it, at));
    write_matrix(folder / "A.mtx", m, n, jacobian(it, it.slope.empty() ? it.rows.J : it.slope, at));
  }
  write_velocities(it, folder / "velocities.csv");
  write_rows(it, folder / "rows.csv");
  write_blocks(it, scene, folder / "blocks.csv");
  write_bodies(it, scene, at, folder / "bodies.csv");
}

}  // namespace orthant
