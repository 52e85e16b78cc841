// Includes have one direction: core <- constraints, solvers, integrators <- backends <-
// experiments, tests, bench.
#include <gmock/gmock.h>

#include "tests/rules/sources.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;

TEST(Layering, NoIncludePointsTheWrongWay) {
  std::vector<std::string> wrong;
  for (auto const& source : all_sources())
    for (auto const& arrow : wrong_arrows(source)) wrong.push_back(arrow);
  EXPECT_THAT(wrong, ElementsAre());
}

TEST(Layering, AWrongArrowIsNamed) {
  Source const source{"solvers/linear/a.hpp",
                      "// A.\n#include <vector>\n#include \"core/step/rows.hpp\"\n"
                      "#include \"solvers/b.hpp\"\n# include \"constraints/c.hpp\"\n"
                      "#include \"backends/d.hpp\"\n// #include \"tests/e.hpp\"\n"};
  EXPECT_THAT(wrong_arrows(source),
              ElementsAre("solvers/linear/a.hpp: solvers must not include constraints/c.hpp",
                          "solvers/linear/a.hpp: solvers must not include backends/d.hpp"));
  EXPECT_THAT(wrong_arrows({"core/a.hpp", source.text}),
              ElementsAre("core/a.hpp: core must not include solvers/b.hpp",
                          "core/a.hpp: core must not include constraints/c.hpp",
                          "core/a.hpp: core must not include backends/d.hpp"));
  EXPECT_THAT(wrong_arrows({"backends/a.hpp", source.text}), ElementsAre());
  EXPECT_THAT(wrong_arrows({"backends/a.hpp", "#include \"experiments/app/run/run.hpp\"\n"}),
              ElementsAre("backends/a.hpp: backends must not include experiments/app/run/run.hpp"));
}

TEST(Layering, NoRoomLeadsBackToItself) { EXPECT_THAT(circles(all_sources()), ElementsAre()); }

TEST(Layering, ACircleIsNamed) {
  auto const source = [](std::string const& path, std::string const& includes) {
    return Source{path, "// A.\n#include \"" + includes + "\"\n"};
  };
  EXPECT_THAT(circles({source("core/a/x.hpp", "core/b/y.hpp"), source("core/b/y.hpp", "core/c.hpp"),
                       source("core/c.hpp", "core/d/z.hpp")}),
              ElementsAre());
  EXPECT_THAT(circles({source("core/a/x.hpp", "core/b/y.hpp"), source("core/b/y.hpp", "core/c.hpp"),
                       source("core/c.hpp", "core/a/z.hpp")}),
              ElementsAre("core: core/b/y.hpp includes core/c.hpp"));
  EXPECT_THAT(circles({source("bench/a.cpp", "tests/b.hpp"), source("tests/b.hpp", "bench/c.hpp")}),
              ElementsAre("the top: tests/b.hpp includes bench/c.hpp"));
}

/// A relative path would escape the rule.
TEST(Layering, IncludesNameTheirFolder) {
  for (auto const& source : all_sources())
    for (auto const& each : included(source))
      EXPECT_NE(each.find('/'), std::string::npos) << source.path << " includes " << each;
}

}  // namespace
}  // namespace orthant::test
