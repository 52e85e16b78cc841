// The distance from a known end state.
#include "experiments/app/references/end_state.hpp"

#include <nlohmann/json.hpp>

#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

class EndState final : public Reference {
 public:
  EndState(EndStateSettings set, std::string where)
      : set_(std::move(set)), where_(std::move(where)) {}

  void arrange(Setup& setup, int&) const override {
    body_ = setup.scene.find(set_.body);
    if (body_ < 0)
      refuse(where_ + "/body", "\"" + set_.body + "\"",
             "the name of a body of the scene" + nearest_of(set_.body, setup.scene.bodies));
  }
  bool has_duration() const override { return false; }
  Snapshot start(Setup const& setup) const override {
    Snapshot out;
    for (int w = 0; w < setup.worlds; ++w)
      for (auto const& body : setup.scene.of(w).bodies) {
        out.pose.push_back(body.pose);
        out.twist.push_back(body.twist);
      }
    return out;
  }
  bool wants(int) const override { return true; }
  void observe(int, Simulation& simulation) override {
    auto const now = simulation.snapshot();
    error_ = now.pose[nth(body_)].p_WB - set_.position;
  }
  void carry(Carried& c) override { c.values(error_); }
  /// Misfits in metres.
  std::vector<Misfit> misfits() const override {
    return {{.group = 0, .weight = 1, .parts = {error_[0], error_[1], error_[2]}}};
  }
  void report(Json& metrics) const override { metrics["position_error_m"] = norm(error_); }
  void write(std::filesystem::path const&) const override {}

 private:
  EndStateSettings set_;
  std::string where_;
  mutable int body_ = 0;
  Vec3 error_;
};

}  // namespace

void register_end_state(References& registry) {
  registry.add<EndStateSettings>(
      "end_state", "where a body of the first world should end",
      [](EndStateSettings const& set, Config& config) -> std::unique_ptr<Reference> {
        return std::make_unique<EndState>(set, config.path());
      });
}

}  // namespace orthant
