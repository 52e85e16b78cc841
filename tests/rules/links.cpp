// Links of README.md, the pages beside it, docs/ and the folders' maps lead to existing files and
// headings, and the site has every page.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace orthant::test {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

Lines lines_of(std::istream& text) {
  Lines out;
  for (std::string line; std::getline(text, line);) out.push_back(line);
  return out;
}

Lines lines_of(fs::path const& file) {
  std::ifstream text(file);
  return lines_of(text);
}

/// Calls f(line) for lines outside of fenced code blocks.
template <class F>
void for_each_line(Lines const& lines, F&& f) {
  bool code = false;
  for (auto const& line : lines) {
    if (line.starts_with("```")) code = !code;
    if (!code) f(line);
  }
}

/// "newtons-method" of "## Newton's method"
std::string anchor_of(std::string const& heading) {
  std::string out;
  for (unsigned char c : heading.substr(heading.find_first_not_of('#') + 1)) {
    if (std::isalnum(c) || c == '-' || c == '_') out += static_cast<char>(std::tolower(c));
    if (c == ' ') out += '-';
  }
  return out;
}

Lines anchors_of(Lines const& lines) {
  Lines out;
  for_each_line(lines, [&](std::string const& line) {
    if (line.starts_with("#")) out.push_back(anchor_of(line));
  });
  return out;
}

/// Targets of [..](..) and ![..](..), except web addresses.
Lines links_of(Lines const& lines) {
  static std::regex const form(R"(\]\(([^)\s]+)\))");
  Lines out;
  for_each_line(lines, [&](std::string const& line) {
    if (line.starts_with("    ")) return;
    for (std::sregex_iterator it(line.begin(), line.end(), form), end; it != end; ++it)
      if (auto const target = (*it)[1].str(); target.find("://") == target.npos)
        out.push_back(target);
  });
  return out;
}

Lines broken_links(fs::path const& page) {
  Lines out;
  for (auto const& link : links_of(lines_of(page))) {
    auto const hash = link.find('#');
    auto const file = hash == 0 ? page : page.parent_path() / link.substr(0, hash);
    bool good = fs::exists(file);
    if (good && hash != link.npos) {
      auto const anchors = anchors_of(lines_of(file));
      good = std::count(anchors.begin(), anchors.end(), link.substr(hash + 1)) == 1;
    }
    if (!good) out.push_back(page.filename().string() + ": " + link);
  }
  return out;
}

Lines pages() {
  Lines out{ORTHANT_SOURCE "/README.md", ORTHANT_SOURCE "/CONTRIBUTING.md",
            ORTHANT_SOURCE "/CHANGELOG.md"};
  for (auto const& entry : fs::recursive_directory_iterator(ORTHANT_SOURCE "/docs"))
    if (entry.path().extension() == ".md") out.push_back(entry.path().string());
  return out;
}

TEST(Maps, LeadToEveryFolder) {
  for (std::string const folder :
       {"core", "constraints", "solvers", "integrators", "backends", "tests", "bench"}) {
    auto const map = fs::path(ORTHANT_SOURCE) / folder / "README.md";
    EXPECT_THAT(broken_links(map), ::testing::ElementsAre()) << map;
    auto const links = links_of(lines_of(map));
    for (auto const& entry : fs::directory_iterator(map.parent_path()))
      if (entry.is_directory() && entry.path().filename() != "detail") {
        EXPECT_THAT(links, ::testing::Contains(entry.path().filename().string())) << map;
      }
  }
}

TEST(Links, LeadToWhatIsThere) {
  int links = 0;
  for (auto const& page : pages()) {
    links += static_cast<int>(links_of(lines_of(fs::path(page))).size());
    EXPECT_THAT(broken_links(page), ::testing::ElementsAre());
  }
  EXPECT_GT(links, 20);
}

TEST(Links, BrokenOnesAreSeen) {
  auto const page = fs::path(::testing::TempDir()) / "page.md";
  std::ofstream(page) << "# A page\n## Newton's method, twice\n[here](#newtons-method-twice)\n"
                         "[there](page.md#a-page) [gone](gone.md), [gone](page.md#b)\n"
                         "![far](https://example.org/a.svg)\n```\n[code](code.md)\n```\n";
  EXPECT_THAT(broken_links(page), ::testing::ElementsAre("page.md: gone.md", "page.md: page.md#b"));
}

TEST(Navigation, HasEveryPage) {
  std::ostringstream navigation;
  navigation << std::ifstream(ORTHANT_SOURCE "/docs/mkdocs.yml").rdbuf();
  for (auto const& page : pages()) {
    auto const name = fs::relative(page, ORTHANT_SOURCE).string();
    EXPECT_THAT(navigation.str(), ::testing::HasSubstr(": " + name)) << name;
  }
}

}  // namespace
}  // namespace orthant::test
