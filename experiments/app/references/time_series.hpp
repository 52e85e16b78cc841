// Time series of a body and of joints from another program, as reference for a run of one world.
#pragma once
#include "experiments/app/references/reference.hpp"

namespace orthant {

struct TimeSeriesSettings {
  std::string folder, prefix, body;
  double until = 0;

  void fields(Fields& f) {
    f.text("folder", folder, "of the files, within the data folder");
    f.text("prefix", prefix, "of the files: PREFIX_Pos.txt, _Quat, _Vel and _Avel tell the motion");
    f.text("body", body, "the body whose centre and axes the series tell");
    f.real("until", until, not_negative(), "[s] rows that are later are left out; 0: none");
  }
};

/// The reaction of one joint, and the files of its series.
struct ReactionSettings {
  enum class Side { a, b };

  std::string joint, force = "Rforce", torque = "Rtorque";
  Side on = Side::a, point = Side::a;

  void fields(Fields& f) {
    f.allow({"point"});
    f.need("joint", "the name of a joint of the scene");
    f.text("joint", joint, "the name of a joint of the scene");
    f.text("force", force, "PREFIX_FORCE.txt tells its force [N], world axes");
    f.text("torque", torque, "PREFIX_TORQUE.txt tells its torque [N m], world axes");
    static constexpr Named<Side> sides[] = {{Side::a, "a"}, {Side::b, "b"}};
    f.choice("on", on, sides, "the body on which they act: the joint's a or b");
    f.choice("point", point, sides,
             "about which the torque is: the joint's point on its body a or b");
  }
};

/// The rows of a file: comment lines that begin with #, one line of names, then lines with a time
/// [s] and `columns` numbers. Throws Error if a file has another form.
std::vector<std::vector<double>> read_series(std::filesystem::path const& file, int columns);

void register_time_series(References& registry);

}  // namespace orthant
