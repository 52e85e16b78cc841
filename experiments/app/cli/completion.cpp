// Writes a completion from the tree of commands.
#include "experiments/app/cli/completion.hpp"

#include <spdlog/fmt/fmt.h>

#include <CLI/CLI.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "experiments/app/cli/command_line.hpp"
#include "experiments/app/schema/experiment_schema.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

using Json = nlohmann::json;
using Values = std::map<std::string, std::set<std::string>>;  // of a path

/// Parts of a path that are offered: solver.linear.preconditioner.
constexpr int most_parts = 3;

/// Collects the paths of a schema, with the names that may stand there.
class Paths {
 public:
  explicit Paths(Json const& schema) : definitions_(schema["$defs"]) {
    // Scenes differ in what they have, and the others are tables of their own.
    for (auto const& [key, each] : schema["properties"].items())
      if (!std::set<std::string>{"scene", "sweep", "expect", "fit", "problems", "$schema"}.contains(
              key))
        add(key, each, 1);
  }
  Values const& values() const { return values_; }

 private:
  void add(std::string const& path, Json const& schema, int parts) {
    auto& here = values_[path];
    if (schema.contains("$ref")) {
      std::string const definition = schema["$ref"].get<std::string>().substr(8);  // "#/$defs/"
      if (definitions_.contains(definition)) add(path, definitions_[definition], parts);
    }
    if (schema.contains("enum"))
      for (auto const& each : schema["enum"])
        if (each.is_string()) here.insert(each.get<std::string>());
    if (schema.value("type", Json()) == "boolean") here.insert({"true", "false"});
    for (char const* key : {"anyOf", "oneOf"})
      if (schema.contains(key))
        for (auto const& each : schema[key]) add(path, each, parts);
    if (parts == most_parts) return;
    add_parts(path, schema, parts);
    if (schema.contains("allOf"))
      for (auto const& each : schema["allOf"])
        if (each.contains("then")) add_parts(path, each["then"], parts);
  }

  void add_parts(std::string const& path, Json const& schema, int parts) {
    if (!schema.contains("properties")) return;
    for (auto const& [key, each] : schema["properties"].items())
      if (key != "type") add(path + "." + key, each, parts + 1);
  }

  Json const& definitions_;
  Values values_;
};

/// The functions that complete a word, in bash and in zsh; where they have none, shells complete
/// files. Words that bash ends at "=" are replied from there.
constexpr char const* functions = R"sh(
_orthant_words() {
  COMPREPLY=($(compgen -W "$1" -- "$word"))
  if [[ $word == *=* && ${COMP_WORDBREAKS-} == *=* ]]; then
    local i
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#*=}; done
  fi
}
_orthant_set() {
  if [[ $word == *=* ]]; then
    _orthant_words "$(_orthant_values "${word%%=*}")"
  else
    COMPREPLY=($(compgen -S = -W "$_orthant_paths" -- "$word"))
    compopt -o nospace 2>/dev/null
  fi
}
_orthant() {
  local line=${COMP_LINE:0:$COMP_POINT} word before
  word=${line##*[[:space:]]}
  before=${line%"$word"}
  before=${before%"${before##*[![:space:]]}"}
  COMPREPLY=()
  if [[ ${before##*[[:space:]]} == --set ]]; then
    _orthant_set
  elif [[ $before != *[[:space:]]* ]]; then
    _orthant_words "$_orthant_commands"
  elif [[ $word == -* ]]; then
    _orthant_words "$(_orthant_options "${COMP_WORDS[1]}")"
  fi
}
complete -o default -F _orthant orthant
)sh";

}  // namespace

std::string completion_script(CLI::App const& app, std::string const& shell) {
  if (shell != "bash" && shell != "zsh")
    refuse("orthant completion", "\"" + shell + "\"", "bash, zsh");
  std::string commands, options, paths, values;
  for (auto const* each : parts_of(app, false)) {
    commands += (commands.empty() ? "" : " ") + each->get_name();
    options += fmt::format("    {}) echo {} ;;\n", each->get_name(),
                           fmt::join(option_names(*each, false), " "));
  }
  Json const schema = published_schema();
  Paths const offered(schema);
  for (auto const& [path, names] : offered.values()) {
    paths += (paths.empty() ? "" : " ") + path;
    if (names.empty()) continue;
    values += fmt::format("    {}) echo", path);
    for (auto const& name : names) values += fmt::format(" {}={}", path, name);
    values += " ;;\n";
  }
  std::string const head =
      shell == "bash" ? "# orthant for bash: source <(orthant completion bash)\n"
                      : "#compdef orthant\n# orthant for zsh: source <(orthant completion zsh)\n"
                        "autoload -U +X compinit && compinit\n"
                        "autoload -U +X bashcompinit && bashcompinit\n";
  return head + "_orthant_commands=\"" + commands + "\"\n_orthant_paths=\"" + paths + "\"\n" +
         "_orthant_options() {\n  case $1 in\n" + options + "  esac\n}\n" +
         "_orthant_values() {\n  case $1 in\n" + values + "  esac\n}" + functions;
}

}  // namespace orthant
