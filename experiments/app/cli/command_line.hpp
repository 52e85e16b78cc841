// The words of a command line, and what is wrong with them.
#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace orthant {

/// The commands of the program that its help shows, or the groups of a command's options.
std::vector<CLI::App const*> parts_of(CLI::App const& app, bool groups);
/// The options of a command and of its groups, "--set"; those of one letter too if `all`.
std::vector<std::string> option_names(CLI::App const& command, bool all);

/// Throws Error for words that the program's commands do not take: what was found, what is allowed,
/// the nearest option or command, and an example. `words` begin after the program's name.
[[noreturn]] void refuse_words(CLI::App const& app, CLI::ParseError const& error,
                               std::vector<std::string> const& words);

}  // namespace orthant
