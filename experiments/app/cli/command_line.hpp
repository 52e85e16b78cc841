// What is wrong with a command line, in words.
#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace orthant {

/// Throws Error for words that the program's commands do not take: what was found, what is allowed,
/// the nearest option or command, and an example. `words` begin after the program's name.
[[noreturn]] void refuse_words(CLI::App const& app, CLI::ParseError const& error,
                               std::vector<std::string> const& words);

}  // namespace orthant
