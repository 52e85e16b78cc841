// Checks that a name is no path.
#include "experiments/app/files/file_name.hpp"

#include <algorithm>

#include "core/config/error.hpp"

namespace orthant {

void require_file_name(std::string const& where, std::string const& name,
                       std::string const& shown) {
  auto const refused = [](char c) {
    auto const byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte == 127 || c == '/';
  };
  bool const good = !name.empty() && name.size() <= 200 && name.front() != '.' &&
                    name.front() != '-' && std::none_of(name.begin(), name.end(), refused);
  if (!good)
    refuse(where, shown,
           "a name of a file: up to 200 bytes, no \"/\", no control character, no \".\" or \"-\" "
           "at its beginning");
}

}  // namespace orthant
