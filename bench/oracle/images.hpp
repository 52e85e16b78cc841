// Images of the values of an experiment in another frame. Each key has a rule, so that a new one is
// left out until its image is known.
#pragma once
#include <functional>
#include <map>

#include "bench/oracle/frames.hpp"

namespace orthant::oracle {

using Rule = std::function<Json(Frame const&, Json const&)>;
using Rules = std::map<std::string, Rule>;

/// Throws Error.
[[noreturn]] void no_image_of(std::string const& what);

/// The object with the image of each value. Throws Error for a key without a rule.
Json by_rules(Frame const& frame, Json const& object, Rules const& rules);
Json each(Json list, std::function<Json(Json const&)> const& image);
Rules joined(Rules one, Rules const& other);
Rules all_same(std::vector<std::string> const& keys);

/// T v; components may differ between worlds.
Json vector_image(Mat3 const& T, Json const& v);
/// T M T' of a matrix. The sign of T cancels, so that tensors of polar and axial vectors have the
/// same image.
Json tensor_image(Mat3 const& T, Json const& M);

Quat<> quaternion(Json const& q);
Json json_of(Quat<> const& q);

inline Json same(Frame const&, Json const& value) { return value; }
inline Json polar(Frame const& f, Json const& v) { return vector_image(f.of_polar(), v); }
inline Json axial(Frame const& f, Json const& v) { return vector_image(f.of_axial(), v); }

Json body_image(Frame const& frame, Json const& body);
Json joint_image(Frame const& frame, Json const& joint);
Json load_image(Frame const& frame, Json const& load);

}  // namespace orthant::oracle
