// Finds the wrong word of a command line.
#include "experiments/app/cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {

std::vector<CLI::App const*> parts_of(CLI::App const& app, bool groups) {
  return app.get_subcommands([groups](CLI::App const* of) {
    return of->get_name().empty() == groups && (groups || !of->get_group().empty());
  });
}

std::vector<std::string> option_names(CLI::App const& command, bool all) {
  std::vector<std::string> out;
  for (auto const* option : command.get_options()) {
    for (auto const& name : option->get_lnames()) out.push_back("--" + name);
    for (auto const& name : option->get_snames())
      if (all) out.push_back("-" + name);
  }
  for (auto const* group : parts_of(command, true))
    for (auto const& name : option_names(*group, all)) out.push_back(name);
  return out;
}

namespace {

CLI::Option const* option_of(CLI::App const& command, std::string const& name) {
  for (auto const* option : command.get_options())
    if (option->check_name(name)) return option;
  for (auto const* group : parts_of(command, true))
    if (auto const* found = option_of(*group, name)) return found;
  return nullptr;
}

/// The only option that begins so, or the nearest; their dashes do not count as letters in common.
std::string option_meant(std::string const& name, std::vector<std::string> const& options) {
  auto const word = [](std::string const& option) {
    return option.substr(std::min(option.find_first_not_of('-'), option.size()));
  };
  std::vector<std::string> words, begin_so;
  for (auto const& each : options) words.push_back(word(each));
  for (auto const& each : words)
    if (each.starts_with(word(name))) begin_so.push_back(each);
  auto const meant = begin_so.size() == 1 ? begin_so[0] : meant_name(word(name), words);
  return meant.empty() ? "" : "; nearest: \"--" + meant + "\"";
}

class Fault {
 public:
  Fault(CLI::App const& command, std::string const& name)
      : command_(command), where_(name.empty() ? "orthant" : "orthant " + name) {}

  [[noreturn]] void tell(std::string const& found, std::string const& allowed) const {
    auto const example = command_.get_footer();
    refuse(where_, found, allowed + (example.empty() ? "" : "; " + example));
  }

  /// Refuses the first word that looks like an option and is none.
  void require_options(std::vector<std::string> const& words) const {
    auto const known = option_names(command_, true);
    for (auto const& word : words) {
      auto const name = word.substr(0, word.find('='));
      if (word == "--") return;
      bool const is_option = name.size() > 1 && name[0] == '-' &&
                             (name[1] == '-' || std::isalpha(static_cast<unsigned char>(name[1])));
      bool const is_known =
          std::ranges::find(known, name) != known.end() ||
          (name[1] != '-' && std::ranges::find(known, name.substr(0, 2)) != known.end());
      if (!is_option || is_known) continue;
      auto const all = option_names(command_, false);
      tell("no option \"" + name + "\"",
           comma_separated(all) + option_meant(name, all) + commands_with(name));
    }
  }

  /// Says what one word too many was meant for: `words` are all of the command.
  [[noreturn]] void tell_too_many(std::string const& word,
                                  std::vector<std::string> const& words) const {
    std::string const found = "\"" + word + "\" too many";
    auto const at = std::ranges::find(words, word);
    if (at - words.begin() >= 2 && at[-2] == "--set")
      tell(found, "one word after --set: --set " + at[-1] + "=" + word);
    bool const takes_directory =
        option_of(command_, "--output") != nullptr && !word.ends_with(".json");
    tell(found, takes_directory ? "one of each kind; an output after its option: --output " + word
                                : "one of each kind");
  }

  /// Refuses that a required word is missing.
  void require_all() const {
    for (auto const* option : command_.get_options())
      if (option->get_required() && option->count() == 0)
        tell("no " + option->get_name(), option->get_description());
  }

  /// A message "--option: what is wrong", or "... --option ...".
  [[noreturn]] void tell_of_option(CLI::ParseError const& error) const {
    std::string const what = error.what();
    bool const needs = dynamic_cast<CLI::RequiresError const*>(&error) != nullptr;
    if (needs || dynamic_cast<CLI::ExcludesError const*>(&error) != nullptr)
      tell("\"" + what + "\"", needs ? "both, or neither" : "one of the two");
    auto const begin = what.find('-');
    auto const end =
        std::min(what.find_first_of(": \n", std::min(begin, what.size())), what.size());
    auto const name = begin == what.npos ? what.substr(0, std::min(what.find(':'), what.size()))
                                         : what.substr(begin, end - begin);
    auto const* const option = name.empty() ? nullptr : option_of(command_, name);
    if (option == nullptr)
      tell("\"" + what.substr(0, what.find('\n')) + "\"", "what `" + where_ + " --help` says");
    std::string given;
    for (auto const& each : option->results()) given += (given.empty() ? "" : " ") + each;
    bool const missing = dynamic_cast<CLI::ArgumentMismatch const*>(&error) != nullptr;
    auto const range = what.find(" not in ");
    auto values = range == what.npos ? "" : what.substr(range + 8);
    if (values.size() > 100) values = "range > 0";  // to the largest number, in 309 digits
    std::vector<std::string> names;
    if (values.starts_with('{')) {
      std::istringstream in(values.substr(1, values.find('}') - 1));
      for (std::string each; std::getline(in, each, ',');) names.push_back(each);
    }
    tell(name + (missing ? " without a value" : " \"" + given + "\""),
         option->get_description() + (values.empty() ? "" : ", in " + values) +
             nearest_hint(given, names));
  }

 private:
  CLI::App const& command_;
  /// The commands that have an option that this one has not.
  std::string commands_with(std::string const& name) const {
    std::vector<std::string> out;
    if (auto const* all = command_.get_parent())
      for (auto const* each : parts_of(*all, false))
        if (option_of(*each, name) != nullptr) out.push_back("`orthant " + each->get_name() + "`");
    return out.empty() ? "" : "; it is one of " + comma_separated(out);
  }

  std::string where_;
};

}  // namespace

void refuse_words(CLI::App const& app, CLI::ParseError const& error,
                  std::vector<std::string> const& words) {
  std::vector<std::string> names;
  for (auto const* each : parts_of(app, false)) names.push_back(each->get_name());
  auto const chosen = app.get_subcommands();
  auto const begin = words.begin();
  if (chosen.empty()) {
    Fault const fault(app, "");
    auto const first = std::ranges::find_if(words, [](auto const& w) { return w[0] != '-'; });
    if (first == words.end()) fault.require_options(words);
    if (first == words.end()) refuse("orthant", "no command", comma_separated(names));
    auto const meant = std::filesystem::is_regular_file(*first) ? "; meant: orthant run " + *first
                                                                : nearest_hint(*first, names);
    refuse("orthant", "\"" + *first + "\"", comma_separated(names) + meant);
  }
  auto const& command = *chosen.front();
  auto const at = std::find(begin, words.end(), command.get_name());
  std::vector<std::string> const rest(at == words.end() ? at : at + 1, words.end());
  Fault const fault(command, command.get_name());
  if (dynamic_cast<CLI::ExtrasError const*>(&error) != nullptr) {
    fault.require_options(rest);
    auto const extra = command.remaining();
    fault.tell_too_many(extra.empty() ? "" : extra.front(), rest);
  }
  if (dynamic_cast<CLI::RequiredError const*>(&error) != nullptr) {
    fault.require_options(rest);
    fault.require_all();
  }
  fault.tell_of_option(error);
}

}  // namespace orthant
