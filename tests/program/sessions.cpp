// Plays sessions.
#include "tests/program/sessions.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "experiments/app/files/table_reader.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

std::vector<std::string> words_of(Json const& run) {
  if (run.is_array()) return run;
  std::istringstream text(run.get<std::string>());
  return {std::istream_iterator<std::string>(text), {}};
}

std::string text_of(Json const& content) {
  if (content.is_string()) return content;
  return (content.contains("base") ? input_of(content) : content).dump();
}

void expect_none(std::string const& text, Json const& parts) {
  for (auto const& part : parts) EXPECT_THAT(text, Not(HasSubstr(part.get<std::string>())));
}

Json const& get(Json const& step, char const* key) {
  static Json const none = Json::array();
  auto const found = step.find(key);
  return found == step.end() ? none : *found;
}

class Player {
 public:
  void keep(Json const& step) {
    for (std::string const name : get(step, "keep")) kept_[name] = contents(folder_ / name);
  }

  void run(Json const& step) {
    auto const ended = folder_.run(words_of(step["run"]), step.value("env", ""));
    if (step.contains("unless") && ended.err.find(step["unless"]) != std::string::npos)
      GTEST_SKIP() << ended.err;
    EXPECT_EQ(ended.status, step.value("status", 0)) << ended.err;
    expect_parts(ended.out, get(step, "out"));
    expect_parts(ended.err, get(step, "err"));
    expect_parts(ended.out + ended.err, get(step, "says"));
    expect_none(ended.out + ended.err, get(step, "not"));
    EXPECT_EQ(ended.out, step.value("out_is", ended.out));
    EXPECT_EQ(ended.err, step.value("err_is", ended.err));
    auto const count = std::ranges::count(ended.err, '\n');
    EXPECT_EQ(count, step.value("lines_of_err", count)) << ended.err;
  }

  void look(Json const& step) const {
    for (auto const& [name, values] : get(step, "json").items()) {
      SCOPED_TRACE(name);
      expect_values(Json::parse(contents(folder_ / name), nullptr, false), values);
    }
    for (auto const& [name, parts] : get(step, "has").items())
      expect_parts(contents(folder_ / name), parts);
    for (auto const& [name, parts] : get(step, "lacks").items()) {
      EXPECT_TRUE(fs::exists(folder_ / name)) << name;
      expect_none(contents(folder_ / name), parts);
    }
    for (auto const& [name, number] : get(step, "lines").items())
      EXPECT_EQ(lines(folder_ / name).size(), number) << name;
    for (auto const& [name, columns] : get(step, "columns").items()) {
      auto const table = read_csv(folder_ / name);
      for (auto const& [column, cells] : columns.items()) {
        Json found = Json::array();
        auto const at = std::ranges::find(table.columns, column) - table.columns.begin();
        ASSERT_LT(at, std::ssize(table.columns)) << column;
        for (auto const& row : table.rows) found.push_back(row[static_cast<std::size_t>(at)]);
        EXPECT_EQ(found, cells) << column;
      }
    }
    for (std::string const name : get(step, "there"))
      EXPECT_TRUE(fs::exists(folder_ / name)) << name;
    for (std::string const name : get(step, "none"))
      EXPECT_FALSE(fs::exists(folder_ / name)) << name;
    for (std::string const name : get(step, "kept"))
      EXPECT_EQ(contents(folder_ / name), kept_.at(name)) << name;
    for (auto const& [name, files] : get(step, "files").items()) {
      std::vector<std::string> found;
      for (auto const& each : fs::recursive_directory_iterator(folder_ / name))
        if (each.is_regular_file()) found.push_back(each.path().filename());
      std::ranges::sort(found);
      EXPECT_EQ(Json(found), files) << name;
    }
    for (auto const& pair : get(step, "same"))
      EXPECT_EQ(contents(folder_ / pair[0]), contents(folder_ / pair[1])) << pair;
  }

  Folder const& folder() const { return folder_; }

 private:
  Folder folder_;
  std::map<std::string, std::string> kept_;
};

}  // namespace

void prepare(Folder const& folder, Json const& step) {
  for (std::string const name : get(step, "remove")) fs::remove_all(folder / name);
  for (std::string const name : get(step, "folders")) fs::create_directories(folder / name);
  for (auto const& [name, content] : get(step, "write").items())
    folder.write(name, text_of(content));
  for (auto const& [name, change] : get(step, "edit").items()) {
    auto text = contents(folder / name);
    std::string const from = change[0], to = change[1];
    ASSERT_NE(text.rfind(from), text.npos) << name;
    folder.write(name, text.replace(text.rfind(from), from.size(), to));
  }
  for (auto const& [name, set] : get(step, "change").items())
    folder.write(name, changed(Json::parse(contents(folder / name)), set).dump());
}

void play(Json const& row, std::function<void(Folder const&)> const& before) {
  Player player;
  if (before) before(player.folder());
  for (auto const& step : row.contains("do") ? row["do"] : Json::array({row})) {
    SCOPED_TRACE(step.dump());
    prepare(player.folder(), step);
    player.keep(step);
    if (step.contains("run")) player.run(step);
    if (::testing::Test::IsSkipped() || ::testing::Test::HasFatalFailure()) return;
    player.look(step);
  }
}

}  // namespace orthant::test
