// Checks that a name is no path.
#include "experiments/app/files/file_name.hpp"

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"

namespace orthant {

void require_file_name(std::string const& where, std::string const& name,
                       std::string const& shown) {
  bool const good = !name.empty() && name.size() <= 200 && name.front() != '.' &&
                    name.front() != '-' && name.find('/') == std::string::npos &&
                    is_one_visible_line(name);
  if (!good)
    refuse(where, shown,
           "a name of a file: up to 200 bytes, no \"/\", no control character or mark of "
           "direction, no \".\" or \"-\" at its beginning");
}

}  // namespace orthant
