// Names from outside that become names of files.
#pragma once
#include <string>

namespace orthant {

/// Throws Error unless `name` is that of a file or a folder in whatever directory it is put into:
/// 1 to 200 bytes, no "/", no control character, no "." or "-" at its beginning. `shown` is how the
/// message has it.
void require_file_name(std::string const& where, std::string const& name, std::string const& shown);

}  // namespace orthant
