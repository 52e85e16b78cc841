// The page of plug-ins is that of the program.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "experiments/app/schema/best_at.hpp"
#include "experiments/app/schema/experiment_schema.hpp"

namespace orthant::test {
namespace {

TEST(PluginPage, StandsInTheDocuments) {
  if (!(ORTHANT_HAVE_CHOLMOD && ORTHANT_HAVE_KLU && ORTHANT_HAVE_UMFPACK))
    GTEST_SKIP() << "the page has all of SuiteSparse, and this build has not";
  std::ifstream file(ORTHANT_SOURCE "/docs/plugins.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), plugin_page()) << "orthant list --markdown > docs/plugins.md";
}

TEST(PluginPage, HasEveryPlugInButBackends) {
  std::string const page = plugin_page();
  EXPECT_EQ(page.find("## backend"), page.npos);
  for (auto const& each : all_plugins())
    if (each.kind != "backend") {
      EXPECT_NE(page.find("\n| `" + each.name + "` | "), page.npos)
          << each.kind << " " << each.name;
    }
}

TEST(PluginPage, SaysWhatEveryPartOfAMethodIsBestAt) {
  for (auto const& each : all_plugins())
    for (char const* kind :
         {"NCP function", "friction", "scaling", "step length", "regularisation",
          "nonlinear solver", "linear solver", "preconditioner", "integrator", "cone solver"})
      if (each.kind == kind) {
        EXPECT_NE(best_at(kind, each.name), "") << kind << " " << each.name;
      }
}

}  // namespace
}  // namespace orthant::test
