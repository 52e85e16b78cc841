// Input from Python as JSON, with changes as by `--set`.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "experiments/app/expressions/parameters.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant::python {

/// A dotted path, and the value as JSON; "" removes the key.
using Changes = std::vector<std::pair<std::string, std::string>>;

inline void apply(Json& input, Changes const& changes) {
  std::vector<std::string> paths;
  for (auto const& [path, value] : changes) paths.push_back(path);
  change_at(input, paths, [&] {
    for (auto const& [path, value] : changes) {
      if (value.empty())
        assign(input, path + "=");
      else
        assign(input, path, parse_json(value, "set " + path), "set " + path);
    }
  });
}

/// An experiment: `text`, or the file at `path` if `text` is empty.
inline Json read_input(std::string const& text, std::string const& path, Changes const& changes) {
  Json input = text.empty() ? read_json_file(path) : parse_json(text, path);
  apply(input, changes);
  return input;
}

}  // namespace orthant::python
