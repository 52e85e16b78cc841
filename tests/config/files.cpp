// JSON text and files are read strictly; every refusal is one line with the file's name.
#include <cmath>
#include <ctime>
#include <filesystem>

#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

std::string refusal_of_text(std::string const& text) {
  return refusal([&] { parse_json(text, "file"); });
}

TEST(Files, GoodTextIsRead) {
  EXPECT_EQ(parse_json(R"({"a": [1, {"b": null}], "c": {"b": 2}})", "file"),
            Json({{"a", {1, {{"b", nullptr}}}}, {"c", {{"b", 2}}}}));
}

TEST(Files, BytesThatAreNoUtf8AreRefused) {
  EXPECT_THAT(refusal_of_text("{\"a\": \"\xff\"}"), HasSubstr("file: found"));
}

TEST(Files, NothingStandsBehindAZeroByte) {
  EXPECT_EQ(refusal_of_text(std::string("{}\0{", 4)), "file: found a zero byte, allowed: text");
}

/// Four times as many objects take about four times as long, not sixteen times.
TEST(Files, LongArraysOfObjectsAreReadInLinearTime) {
  auto const seconds = [](int objects) {
    std::string text = "[{}";
    for (int i = 1; i < objects; ++i) text += ",{}";
    text += "]";
    double least = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
      auto const begin = std::clock();
      EXPECT_EQ(parse_json(text, "file").size(), static_cast<std::size_t>(objects));
      least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return least;
  };
  EXPECT_LT(seconds(80000), 9 * seconds(20000));
}

TEST(Files, NestingIsBounded) {
  auto const nested = [](std::string const& open, std::string const& close, int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += open;
    text += "1";
    for (int i = 0; i < depth; ++i) text += close;
    return text;
  };
  EXPECT_EQ(refusal_of_text(nested("[", "]", 64)), "");
  EXPECT_EQ(refusal_of_text(nested("[", "]", 65)),
            "file: found nesting deeper than 64, allowed: fewer levels");
  EXPECT_THAT(refusal_of_text(nested("{\"a\":", "}", 1000000)), HasSubstr("deeper than 64"));
}

TEST(Files, EveryRefusalIsOneLine) {
  for (std::string const text : {"{\"a\n\": 1", "\n\n\x01", "{\"a\": \"\n\n\"}"}) {
    std::string const message = refusal_of_text(text);
    EXPECT_NE(message, "");
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(Files, WhatIsNoFileIsRefused) {
  auto const folder = std::filesystem::temp_directory_path().string();
  EXPECT_EQ(refusal([&] { read_json_file(folder); }),
            folder + ": found a directory, allowed: a JSON file");
  EXPECT_EQ(refusal([] { read_json_file("no/such.json"); }),
            "no/such.json: found no readable file, allowed: a JSON file");
}

}  // namespace
}  // namespace orthant::test
