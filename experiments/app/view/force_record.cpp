// Tables of forces that are constant over steps.
#include "experiments/app/view/force_record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace orthant {
namespace {

bool are_same(Vec6 const& a, Vec6 const& b) { return std::equal(a.v, a.v + 6, b.v); }

}  // namespace

void ForceRecord::enter(Table& table, double time, Vec6 const& wrench) {
  table.entries.push_back({time, wrench});
  ++entries_;
}

void ForceRecord::add(Wrenches const& acting, double from, double to) {
  for (auto const& [body, wrench] : acting) table_.try_emplace(body);
  for (auto& [body, table] : table_) {
    auto const found = acting.find(body);
    Vec6 const now = found == acting.end() ? Vec6{} : found->second;
    bool const acts = !are_same(now, {});
    if (table.acts && are_same(table.entries.back().wrench, now)) {
      table.entries.back().time = to;
      continue;
    }
    if (acts) {
      if (!table.acts) enter(table, from, {});
      enter(table, from, now);
      enter(table, to, now);
    } else if (table.acts) {
      enter(table, from, {});
    }
    table.acts = acts;
  }
  std::erase_if(table_, [](auto const& each) { return each.second.entries.empty(); });
}

std::vector<int> ForceRecord::bodies() const {
  std::vector<int> out;
  for (auto const& [body, table] : table_) out.push_back(body);
  return out;
}

Json ForceRecord::loads(Scene const& scene) const {
  Json out = Json::array();
  for (auto const& [body, table] : table_) {
    Json force = Json::array(), torque = Json::array();
    bool turns = false;
    auto const write = [&](double t, Vec6 const& w) {
      force.push_back({t, w[0], w[1], w[2]});
      torque.push_back({t, w[3], w[4], w[5]});
      turns = turns || dot(angular(w), angular(w)) > 0;
    };
    for (auto const& each : table.entries) write(each.time, each.wrench);
    if (table.acts) write(table.entries.back().time, {});
    out.push_back({{"body", scene.bodies[nth(body)].name}, {"force", force}});
    if (turns) out.back()["torque"] = torque;
  }
  return out;
}

}  // namespace orthant
