// Time series of one body and one joint, from another program: what a run of one world should give.
#pragma once
#include "experiments/program/reference.hpp"

namespace orthant {

struct TimeSeriesSettings {
  std::string folder, prefix, body;
  int joint = 0, substeps = 10;

  void fields(Fields& f) {
    f.text("folder", folder, "of the files, within the data folder");
    f.text("prefix", prefix, "files are PREFIX_Pos.txt, _Quat, _Vel, _Avel, _Rforce, _Rtorque");
    f.text("body", body, "the body whose centre and axes the series tell");
    f.integer("joint", joint, not_negative(), "the joint whose reaction the series tell");
    f.integer("substeps", substeps, between(1, 100000), "steps from one row to the next");
  }
};

/// The rows of a file: comment lines that begin with #, one line of names, then a time [s] and
/// `columns` numbers a line. Throws Error where a file is not of this form.
std::vector<std::vector<double>> read_series(std::filesystem::path const& file, int columns);

void register_time_series(References& registry);

}  // namespace orthant
