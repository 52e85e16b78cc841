// Tables of tests: rows in JSON files, each a test, and what a row expects.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace orthant::test {

using Json = nlohmann::json;

/// The rows of tests/FILE.
Json read_table(std::string const& file);

/// A scene or an experiment of tests/bases.json.
Json base_of(std::string const& name);

/// With other values at JSON pointers; null removes a key.
Json changed(Json input, Json const& set);

/// The `base` of a row with its `set`, or its `json`.
Json input_of(Json const& row);

/// Whether a text has all parts, given as a string or an array.
void expect_parts(std::string const& text, Json const& parts);

/// A message has the parts that the row `says`, or is what `is`; "" is none.
void expect_said(std::string const& message, Json const& row);

/// Values at JSON pointers, equal or by {"$near": x, "$within": d}, {"$min": x}, {"$max": x},
/// {"$above": x}, {"$below": x}, {"$has": parts}, {"$size": n}, {"$type": name}; {"$none": true}:
/// no such key.
void expect_values(Json const& found, Json const& expected);

/// Makes each row of tests/FILE a test "SUITE.name", or with its number where it has no name.
bool test_rows(std::string const& suite, std::string const& file,
               std::function<void(Json const&)> const& check);

}  // namespace orthant::test
