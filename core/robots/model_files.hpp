// Files that a robot model names: where they are, and that they lie where the user looks.
#pragma once
#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

/// The most bytes of a model.
inline constexpr std::uintmax_t most_model = 32 << 20;

/// The text of a model, in UTF-8. Throws Error if it is not, or if it declares another encoding and
/// has more than ASCII; messages say that `allowed` is allowed.
std::string read_model(std::string const& path, std::string const& allowed);

/// "file:line, \"name\"" for messages.
std::string where(FileSpot const& spot);

/// "file:line" of a place in its text.
std::string line_at(std::string const& file, std::string const& text, std::size_t at);

/// The file that a model names: package://NAME/REST, model://NAME/REST, file://PATH or a path,
/// which is relative to the model's folder. REST is looked for in FOLDER/NAME and in FOLDER for
/// those of `search`, and then in packages above the model. A path has to lie in the model's
/// folder, in that above it or in one of `search`. Throws Error, which begins with `spot`, for what
/// is not there or lies elsewhere.
std::string find_model_file(std::string const& uri, std::string const& model,
                            std::vector<std::string> const& search, FileSpot const& spot);

/// Refuses a file that lies, links followed, in none of the folders. Throws Error, which begins
/// with `spot` and has `uri`, by which the model names the file.
void require_within(std::vector<std::string> const& folders, std::string const& file,
                    FileSpot const& spot, std::string const& uri);

}  // namespace orthant
