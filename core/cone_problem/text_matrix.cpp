// Reads the storages of a matrix in a text file.
#include "orthant/core/cone_problem/text_matrix.hpp"

#include <limits>

namespace orthant {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

void add(Entries& entries, int row, int column, double x) {
  if (x != 0) entries.emplace_back(row, column, x);
}

/// Reads `rows columns` again, then column by column.
void read_dense(TextReader& in, int rows, int columns, Entries& entries) {
  in.integer("the rows once more", rows, rows);
  in.integer("the columns once more", columns, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) add(entries, i, j, in.real("an entry of a matrix"));
}

/// Reads the ends of blocks: ascending, the last one at `whole`.
std::vector<int> read_ends(TextReader& in, int blocks, int whole) {
  std::vector<int> ends(blocks);
  for (int b = 0, last = 0; b < blocks; last = ends[b++])
    ends[b] = in.integer("the end of a block", last + 1, whole);
  if ((blocks > 0 ? ends.back() : 0) != whole)
    in.refuse_here("blocks up to " + std::to_string(blocks > 0 ? ends.back() : 0),
                   "blocks up to " + std::to_string(whole));
  return ends;
}

struct Place {
  int block_row = 0, block_column = 0;
  bool filled = false;
};

/// Reads row pointers and block columns. Missing rows of blocks at the end are empty.
std::vector<Place> read_places(TextReader& in, int blocks, int block_rows, int block_columns) {
  int const pointers = in.integer("how many row pointers", 0, block_rows + 1);
  int const columns = in.integer("how many blocks", blocks, blocks);
  std::vector<Place> places(columns);
  for (int row = -1, last = 0; row < pointers - 1; ++row) {
    int const end = in.integer("a row pointer", last, row < 0 ? 0 : blocks);
    for (; last < end; ++last) places[last].block_row = row;
  }
  for (auto& place : places)
    place.block_column = in.integer("the column of a block", 0, block_columns - 1);
  return places;
}

void read_blocks(TextReader& in, int rows, int columns, Entries& entries) {
  int const blocks = in.count("the number of blocks");
  int const block_rows = in.count("the number of rows of blocks");
  int const block_columns = in.count("the number of columns of blocks");
  auto const row_ends = read_ends(in, block_rows, rows);
  auto const column_ends = read_ends(in, block_columns, columns);
  auto places = read_places(in, blocks, block_rows, block_columns);
  for (int k = 0; k < blocks; ++k) {
    int const number = in.integer("the number of a block", 0, blocks - 1);
    auto& [row, column, filled] = places[number];
    if (filled) in.refuse_here("block " + std::to_string(number) + " twice", "each block once");
    filled = true;
    int const i0 = row > 0 ? row_ends[row - 1] : 0, j0 = column > 0 ? column_ends[column - 1] : 0;
    for (int j = j0; j < column_ends[column]; ++j)
      for (int i = i0; i < row_ends[row]; ++i) add(entries, i, j, in.real("an entry of a block"));
  }
}

/// "12-by-34"
void read_size(TextReader& in, std::string_view word, int rows, int columns) {
  std::string const allowed = std::to_string(rows) + "-by-" + std::to_string(columns);
  if (word != allowed) in.refuse_here("a matrix " + std::string(word.substr(0, 40)), allowed);
}

/// Reads the output format of CSparse: a banner, a line with the sizes, then columns or triplets,
/// from 0.
void read_sparse(TextReader& in, int rows, int columns, Entries& entries) {
  in.integer("the origin of a sparse matrix", -1, 100);
  bool triplets = false;
  std::string_view size;
  for (int skipped = 0; size.find("-by-") == size.npos; ++skipped) {
    if (skipped == 40) in.refuse_here("no \"-by-\" in 40 words", "the size of a sparse matrix");
    triplets = size == "triplet";
    size = in.word("the size of a sparse matrix");
  }
  read_size(in, size, rows, columns);
  in.literal("nzmax");
  in.integer("the room for entries", 0, std::numeric_limits<int>::max());
  in.literal("nnz");
  int const nonzeros = in.count("the number of entries");
  if (triplets) {
    for (int k = 0; k < nonzeros; ++k) {
      int const i = in.integer("a row", 0, rows - 1);
      int const j = in.integer("a column", 0, columns - 1);
      add(entries, i, j, in.real("an entry of a matrix"));
    }
    return;
  }
  in.literal("1-norm");
  in.word("the 1-norm");
  for (int j = 0, k = 0; j < columns; ++j) {
    in.literal("col");
    in.integer("the next column", j, j);
    in.literal("locations");
    in.integer("where the last column ended", k, k);
    in.literal("to");
    int const last = in.integer("where a column ends", k - 1, nonzeros - 1);
    for (; k <= last; ++k) {
      int const i = in.integer("a row", 0, rows - 1);
      add(entries, i, j, in.real("an entry of a matrix"));
    }
  }
}

}  // namespace

Sparse sparse_of(int rows, int columns, Entries const& entries) {
  Sparse out(rows, columns);
  out.setFromTriplets(entries.begin(), entries.end());
  out.prune([](int, int, double x) { return x != 0; });
  out.makeCompressed();
  return out;
}

Sparse read_matrix(TextReader& in) {
  int const storage = in.integer(
      "the storage of a matrix (0 dense, 1 sparse by blocks, 2 sparse by entries)", 0, 2);
  int const rows = in.count("the rows of a matrix");
  int const columns = in.count("the columns of a matrix");
  Entries entries;
  if (storage == 0) read_dense(in, rows, columns, entries);
  if (storage == 1) read_blocks(in, rows, columns, entries);
  if (storage == 2) read_sparse(in, rows, columns, entries);
  return sparse_of(rows, columns, entries);
}

}  // namespace orthant
