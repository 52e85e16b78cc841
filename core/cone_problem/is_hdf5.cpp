// Recognises HDF5 files, with or without the library that reads them.
#include <cstring>

#include "orthant/core/cone_problem/read_fclib.hpp"
#include "orthant/core/config/input_file.hpp"

namespace orthant {

bool is_hdf5(std::string const& path) {
  constexpr char signature[] = "\x89HDF\r\n\x1a\n";  // [HDF5 File Format Specification, II.A]
  char head[8] = {};
  open_input(path, "a stored problem", most_problem).read(head, sizeof head);
  return std::memcmp(head, signature, sizeof head) == 0;
}

}  // namespace orthant
