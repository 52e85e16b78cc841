// Directories that are not of a playable run, and their messages.
#include <gmock/gmock.h>

#include "experiments/app/pages/page.hpp"
#include "experiments/app/replay/recording.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/sessions.hpp"
#include "tests/replay/runs.hpp"

namespace orthant::test {
namespace {

/// A run of the small experiment with changes, if any, whose files are prepared as in a session, or
/// cut after some lines.
[[maybe_unused]] bool const no_recordings =
    test_rows("NoRecordings", "replay/refusals.json", [](Json const& row) {
      Folder const folder;
      if (row.contains("changes")) run_small(folder, row["changes"]);
      prepare(folder, row);
      Json const cuts = row.value("cut", Json::object());
      for (auto const& [name, count] : cuts.items()) {
        std::string text;
        for (auto const& line : lines(folder / name))
          if (std::ranges::count(text, '\n') < count.get<int>()) text += line + '\n';
        folder.write(name, text);
      }
      expect_said(refusal([&] { read_recording(folder / "out"); }), row);
    });
[[maybe_unused]] bool const sessions =
    test_rows("Sessions", "replay/sessions.json", [](Json const& row) { play(row); });

TEST(ReplayCommand, WritesAPageOrSaysWhyNot) {
  Folder const folder;
  run_small(folder, {{"name", "<script> & co"}});
  auto const ended = folder.run({"replay", "out"});
  if (!have_pages()) {
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, HasSubstr("this build has no pages"));
    return;
  }
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("out/replay.html"));
  auto const html = contents(folder / "out/replay.html");
  EXPECT_THAT(html, HasSubstr("<title>&lt;script> &amp; co"));
  EXPECT_THAT(html, HasSubstr(std::string(replay_script())));
  EXPECT_EQ(html.substr(0, html.find("<script>")).find("src="), html.npos)
      << "nothing from outside";
  EXPECT_EQ(folder.run({"replay", "out", "-o", "b.html"}).status, 0);
  EXPECT_EQ(contents(folder / "b.html"), html);
  auto const refused = folder.run({"replay", "none"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err.rfind("error: none: found no directory", 0), 0u) << refused.err;
  EXPECT_EQ(folder.run({"replay", "out", "-o", "none/b.html"}).status, 2);
}

}  // namespace
}  // namespace orthant::test
