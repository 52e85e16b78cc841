// Vectors, tensors and objects of an experiment in another frame.
#include "bench/oracle/images.hpp"

#include "orthant/core/config/error.hpp"

namespace orthant::oracle {
namespace {

/// A number for all worlds, or one for each.
std::vector<double> over_worlds(Json const& x) {
  if (x.is_number()) return {x.get<double>()};
  if (!x.is_object() || x.size() != 1 || !x.contains("values")) no_image_of(x.dump());
  return x["values"].get<std::vector<double>>();
}

/// weights . v; a reflected number stays exact.
Json weighted(Real const* weights, Json const& v) {
  std::vector<double> out{0};
  for (int i = 0; i < 3; ++i) {
    auto const x = over_worlds(v[i]);
    if (weights[i] == 0) continue;
    if (out.size() < x.size()) out.resize(x.size(), out[0]);
    for (std::size_t w = 0; w < out.size(); ++w) out[w] += weights[i] * x[x.size() == 1 ? 0 : w];
  }
  return out.size() == 1 ? Json(out[0]) : Json{{"values", out}};
}

}  // namespace

void no_image_of(std::string const& what) { throw Error("no image in a frame of " + what); }

Json by_rules(Frame const& frame, Json const& object, Rules const& rules) {
  if (!object.is_object()) no_image_of(object.dump());
  Json out = object;
  for (auto const& [key, value] : object.items()) {
    auto const rule = rules.find(key);
    if (rule == rules.end()) no_image_of("\"" + key + "\"");
    out[key] = rule->second(frame, value);
  }
  return out;
}

Json each(Json list, std::function<Json(Json const&)> const& image) {
  for (auto& item : list) item = image(Json(item));
  return list;
}

Rules joined(Rules one, Rules const& other) {
  one.insert(other.begin(), other.end());
  return one;
}

Rules all_same(std::vector<std::string> const& keys) {
  Rules out;
  for (auto const& key : keys) out[key] = same;
  return out;
}

Json vector_image(Mat3 const& T, Json const& v) {
  if (!v.is_array() || v.size() != 3) no_image_of(v.dump());
  Json out = Json::array();
  for (int row = 0; row < 3; ++row) out.push_back(weighted(T[row], v));
  return out;
}

Json tensor_image(Mat3 const& T, Json const& M) {
  auto const transposed = [](Json const& A) {
    Json out = A;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) out[r][c] = A[c][r];
    return out;
  };
  auto const rows = [&](Json const& A) {
    return each(A, [&](Json const& row) { return vector_image(T, row); });
  };
  return rows(transposed(rows(M)));
}

Quat<> quaternion(Json const& q) {
  if (!q.is_array() || q.size() != 4) no_image_of(q.dump());
  return {q[0].get<double>(), q[1].get<double>(), q[2].get<double>(), q[3].get<double>()};
}

Json json_of(Quat<> const& q) { return Json::array({q.w, q.x, q.y, q.z}); }

}  // namespace orthant::oracle
