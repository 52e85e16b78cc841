// Writes a contact problem as text.
#include <charconv>
#include <fstream>
#include <map>

#include "orthant/core/cone_problem/problem_files.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

class Text {
 public:
  template <class Number>
  void add(Number x, char after = ' ') {
    char buffer[40];
    out_.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr) += after;
  }
  template <class Numbers>
  void line(Numbers const& numbers) {
    for (auto const x : numbers) add(x);
    out_ += '\n';
  }
  std::string const& str() const { return out_; }

 private:
  std::string out_;
};

/// Contacts and bodies have three components each; other sizes are written entry by entry.
int block_size(Eigen::Index size) { return size % 3 == 0 ? 3 : 1; }

std::vector<int> ends(Eigen::Index size) {
  int const step = block_size(size);
  std::vector<int> out(static_cast<std::size_t>(size / step));
  for (std::size_t b = 0; b < out.size(); ++b) out[b] = step * static_cast<int>(b + 1);
  return out;
}

void add_matrix(Text& text, Sparse const& A) {
  int const rows = block_size(A.rows()), columns = block_size(A.cols());
  std::map<std::pair<int, int>, Eigen::MatrixXd> blocks;  // row by row
  for (int j = 0; j < A.outerSize(); ++j)
    for (Sparse::InnerIterator it(A, j); it; ++it) {
      auto& block = blocks[{static_cast<int>(it.row()) / rows, j / columns}];
      if (block.size() == 0) block.setZero(rows, columns);
      block(it.row() % rows, j % columns) = it.value();
    }
  auto const row_ends = ends(A.rows()), column_ends = ends(A.cols());
  std::vector<std::size_t> pointers(row_ends.size() + 1, 0);
  for (auto const& [place, block] : blocks) ++pointers[static_cast<std::size_t>(place.first) + 1];
  for (std::size_t r = 1; r < pointers.size(); ++r) pointers[r] += pointers[r - 1];
  text.line(std::vector<Eigen::Index>{1, A.rows(), A.cols()});
  text.line(std::vector<std::size_t>{blocks.size(), row_ends.size(), column_ends.size()});
  text.line(row_ends);
  text.line(column_ends);
  text.line(std::vector<std::size_t>{pointers.size(), blocks.size()});
  text.line(pointers);
  for (auto const& [place, block] : blocks) text.add(place.second);
  int number = 0;
  for (auto const& [place, block] : blocks) {
    text.add(number++, '\n');
    text.line(block.reshaped());
  }
}

}  // namespace

void write_cone_problem(ConeProblem const& p, std::string const& path) {
  Text text;
  text.line(std::vector<int>{3, p.contacts()});
  if (p.has_velocities()) {
    add_matrix(text, p.M);
    add_matrix(text, p.H);
    text.line(p.f);
    text.line(p.w);
  } else {
    add_matrix(text, p.W);
    text.line(p.q);
  }
  text.line(p.mu);
  std::ofstream file(path, std::ios::binary);
  file << text.str();
  file.close();
  if (!file) refuse_lack(path, "no place to write", "a file that can be written");
}

}  // namespace orthant
