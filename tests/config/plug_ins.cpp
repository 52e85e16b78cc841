// Plug-ins by name, from a registry and from a list.
#include "orthant/core/config/detail/list.hpp"
#include "orthant/core/config/registry.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

struct Shade {
  virtual ~Shade() = default;
  double depth = 0;
};
struct Settings {
  double depth = 0.5;
  void fields(Fields& f) { f.real("depth", depth, between(0, 1), "how dark"); }
};

Registry<std::unique_ptr<Shade>> shades() {
  Registry<std::unique_ptr<Shade>> r;
  auto const make = [](Settings const& set, Config&) {
    auto shade = std::make_unique<Shade>();
    shade->depth = set.depth;
    return shade;
  };
  r.add<Settings>("red", "warm", make);
  r.add<Settings>("blue", "cold", make);
  return r;
}

auto read_shade(double& depth) {
  return [&depth](Config& c) {
    depth = shades().make(c.plugin("shade", "red"))->depth;
    c.done();
  };
}

TEST(PlugIns, AnObjectItsNameAloneOrNothingMakeOne) {
  double depth = 0;
  Json const full = {{"shade", {{"type", "blue"}, {"depth", 0.25}}}};
  EXPECT_EQ(resolved_of(full, read_shade(depth)), full);
  EXPECT_EQ(depth, 0.25);
  EXPECT_EQ(resolved_of({{"shade", "blue"}}, read_shade(depth)),
            Json({{"shade", {{"type", "blue"}, {"depth", 0.5}}}}));
  EXPECT_EQ(resolved_of(Json::object(), read_shade(depth)),
            Json({{"shade", {{"type", "red"}, {"depth", 0.5}}}}));
}

/// `--set shade.depth=0.25` creates such an object if the file has no "shade".
TEST(PlugIns, AnObjectWithoutATypeIsTheDefault) {
  double depth = 0;
  Json const full = {{"shade", {{"type", "red"}, {"depth", 0.25}}}};
  EXPECT_EQ(resolved_of({{"shade", {{"depth", 0.25}}}}, read_shade(depth)), full);
  EXPECT_EQ(depth, 0.25);
  EXPECT_EQ(refusal_of({{"shade", {{"width", 1}}}}, read_shade(depth)),
            "file/shade/width: unknown key, allowed: depth, type");
  EXPECT_EQ(
      refusal_of({{"shade", {{"depth", 1}}}}, [](Config& c) { shades().make(c.plugin("shade")); }),
      "file/shade/type: nothing is not one of blue, red")
      << "without a default";
}

TEST(PlugIns, MisspeltNamesAreRefusedWithTheGoodOnes) {
  double depth = 0;
  EXPECT_EQ(refusal_of({{"shade", "bleu"}}, read_shade(depth)),
            "file/shade/type: \"bleu\" is not one of blue, red; nearest: \"blue\"");
  EXPECT_EQ(refusal_of({{"shade", {{"type", "bleu"}}}}, read_shade(depth)),
            "file/shade/type: \"bleu\" is not one of blue, red; nearest: \"blue\"");
  EXPECT_EQ(refusal_of({{"shade", {{"type", ""}}}}, read_shade(depth)),
            "file/shade/type: \"\" is not one of blue, red");
  EXPECT_EQ(refusal_of({{"shade", 3}}, read_shade(depth)),
            "file/shade: found 3, allowed: a name, or an object with a \"type\"");
}

TEST(PlugIns, FormerNamesAreRefusedWithThePresentOnes) {
  auto const refused = [](char const* key, char const* name) {
    return refusal_of({{key, name}}, [&](Config& c) { shades().make(c.plugin(key)); });
  };
  EXPECT_EQ(refused("ncp", "natural_map"),
            "file/ncp/type: \"natural_map\" is not one of blue, red; in its place: "
            "\"minimum_map\", the same to the digit; bench/baselines has it");
  EXPECT_EQ(refused("step", "armijo"),
            "file/step/type: \"armijo\" is not one of blue, red; in its place: "
            "{\"type\": \"nonmonotone\", \"memory\": 1}, the same");
  EXPECT_EQ(refused("ncp", "armijo"), "file/ncp/type: \"armijo\" is not one of blue, red");
}

TEST(PlugIns, UnknownSettingsAreRefusedWithTheKnownOnes) {
  double depth = 0;
  EXPECT_EQ(refusal_of({{"shade", {{"type", "red"}, {"width", 1}}}}, read_shade(depth)),
            "file/shade/width: unknown key, allowed: depth, type");
}

TEST(PlugIns, ANameIsRegisteredOnce) {
  auto r = shades();
  EXPECT_THROW(
      (r.add<Settings>("red", "again",
                       [](Settings const&, Config&) { return std::make_unique<Shade>(); })),
      std::logic_error);
}

struct Plain {
  static constexpr char const *name = "plain", *about = "without settings";
  double value() const { return 1; }
};
struct Scaled {
  static constexpr char const *name = "scaled", *about = "with one";
  double by = 2;
  void fields(Fields& f) { f.real("by", by, positive(), "factor"); }
  double value() const { return by; }
};
static_assert(Listed<Plain> && Listed<Scaled> && HasFields<Scaled> && !HasFields<Plain>);
using Both = std::tuple<Plain, Scaled>;

auto read_listed(double& value) {
  return [&value](Config& c) {
    with_listed<Both>(c, "rule", "plain", [&](auto rule) { value = rule.value(); });
    c.done();
  };
}

TEST(PlugIns, AListIsReadAsARegistryIs) {
  EXPECT_EQ(names_of<Both>(), (std::vector<std::string>{"plain", "scaled"}));
  double value = 0;
  resolved_of(Json::object(), read_listed(value));
  EXPECT_EQ(value, 1);
  EXPECT_EQ(resolved_of({{"rule", "scaled"}}, read_listed(value)),
            Json({{"rule", {{"type", "scaled"}, {"by", 2.0}}}}));
  EXPECT_EQ(value, 2);
  resolved_of({{"rule", {{"type", "scaled"}, {"by", 5}}}}, read_listed(value));
  EXPECT_EQ(value, 5);
  resolved_of({{"rule", Json::object()}}, read_listed(value));
  EXPECT_EQ(value, 1);
  EXPECT_EQ(refusal_of({{"rule", "none"}}, read_listed(value)),
            "file/rule/type: \"none\" is not one of plain, scaled");
  EXPECT_EQ(refusal_of({{"rule", {{"type", "plain"}, {"by", 5}}}}, read_listed(value)),
            "file/rule/by: unknown key, allowed: type");
}

}  // namespace
}  // namespace orthant::test
