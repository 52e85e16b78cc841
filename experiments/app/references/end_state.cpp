// The distance from a known end state.
#include <nlohmann/json.hpp>

#include "experiments/app/references/reference.hpp"

namespace orthant {
namespace {

struct EndStateSettings {
  std::string body;
  Vec3 position;

  void fields(Fields& f) {
    f.text("body", body, "whose centre of mass is looked at");
    f.vector("position", position, "[m] where it should be when the run ends");
  }
};

class EndState final : public Reference {
 public:
  EndState(EndStateSettings set, std::string where)
      : set_(std::move(set)), where_(std::move(where)) {}

  void arrange(Setup& setup, int&) const override {
    body_ = body_of(setup.scene, set_.body, where_);
  }
  bool has_duration() const override { return false; }
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
