// Reads tables of tests and compares.
#include "tests/table.hpp"

#include <gmock/gmock.h>

#include <fstream>

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

Json as_array(Json const& one_or_more) {
  return one_or_more.is_array() ? one_or_more : Json::array({one_or_more});
}

void expect_value(Json const& found, Json const& expected) {
  if (!expected.is_object() || expected.empty() || expected.begin().key()[0] != '$') {
    EXPECT_EQ(found, expected);
    return;
  }
  for (auto const& [how, value] : expected.items()) {
    if (how == "$has") {
      expect_parts(found.is_string() ? found.get<std::string>() : found.dump(), value);
    } else if (how == "$size") {
      EXPECT_EQ(found.size(), value);
    } else if (how == "$near" && value.is_array()) {
      ASSERT_EQ(found.size(), value.size());
      for (std::size_t k = 0; k < value.size(); ++k)
        expect_value(found[k], {{"$near", value[k]}, {"$within", expected["$within"]}});
    } else if (how == "$near") {
      EXPECT_NEAR(found.get<double>(), value, expected["$within"].get<double>());
    } else if (how == "$type") {
      EXPECT_EQ(found.type_name(), value);
    } else if (how == "$min") {
      EXPECT_GE(found, value);
    } else if (how == "$max") {
      EXPECT_LE(found, value);
    } else if (how == "$above") {
      EXPECT_GT(found, value);
    } else if (how == "$below") {
      EXPECT_LT(found, value);
    } else {
      EXPECT_EQ(how, "$within") << "no way to compare";
    }
  }
}

class RowTest : public ::testing::Test {
 public:
  RowTest(Json row, std::function<void(Json const&)> check)
      : row_(std::move(row)), check_(std::move(check)) {}

 private:
  void TestBody() override {
    SCOPED_TRACE(row_.dump());
    check_(row_);
  }

  Json row_;
  std::function<void(Json const&)> check_;
};

}  // namespace

Json read_table(std::string const& file) {
  return Json::parse(std::ifstream(ORTHANT_SOURCE "/tests/" + file));
}

Json base_of(std::string const& name) {
  static Json const all = read_table("bases.json");
  return all.at(name);
}

Json changed(Json input, Json const& set) {
  for (auto const& [pointer, value] : set.items()) {
    Json::json_pointer const at(pointer);
    if (value.is_null())
      input[at.parent_pointer()].erase(at.back());
    else
      input[at] = value;
  }
  return input;
}

Json input_of(Json const& row) {
  Json const input = row.contains("json") ? row["json"] : base_of(row.at("base"));
  return row.contains("set") ? changed(input, row["set"]) : input;
}

void expect_parts(std::string const& text, Json const& parts) {
  for (auto const& part : as_array(parts)) EXPECT_THAT(text, HasSubstr(part.get<std::string>()));
}

void expect_said(std::string const& message, Json const& row) {
  EXPECT_TRUE(row.contains("says") || row.contains("is")) << "a row that expects nothing";
  if (row.contains("is")) {
    EXPECT_EQ(message, row["is"].get<std::string>());
  }
  if (row.contains("says")) expect_parts(message, row["says"]);
}

void expect_values(Json const& found, Json const& expected) {
  EXPECT_FALSE(expected.empty()) << "a row that expects nothing";
  for (auto const& [pointer, value] : expected.items()) {
    SCOPED_TRACE(pointer);
    Json::json_pointer const at(pointer);
    bool const absent = value.is_object() && value.contains("$none");
    EXPECT_NE(found.contains(at), absent);
    if (!absent && found.contains(at)) expect_value(found[at], value);
  }
}

bool test_rows(std::string const& suite, std::string const& file,
               std::function<void(Json const&)> const& check) {
  int number = 0;
  for (auto const& row : read_table(file)) {
    auto const name = row.value("name", "Row" + std::to_string(++number));
    ::testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [=] { return new RowTest(row, check); });
  }
  return number > 0;
}

}  // namespace orthant::test
