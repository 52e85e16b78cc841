// Names from outside that become names of files.
#pragma once
#include <string>

namespace orthant {

/// Throws Error unless `name` is valid for a file or folder in any directory: 1 to 200 bytes, no
/// "/", no control character or mark of direction, no "." or "-" at its beginning. `shown` is the
/// name in the message.
void require_file_name(std::string const& where, std::string const& name, std::string const& shown);

}  // namespace orthant
