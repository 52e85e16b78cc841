// Makes sentences from numbers.
#include "experiments/app/run/messages.hpp"

#include <spdlog/fmt/fmt.h>

namespace orthant {
namespace {

std::string counted(int n, char const* one, char const* many) {
  return n == 0 ? fmt::format("no {}", many) : fmt::format("{} {}", n, n == 1 ? one : many);
}

}  // namespace

std::string Messages::after(int step, StepReport const& report, Measures const& start,
                            Measures const& now) {
  bool const solved = !solves_ || report.solved(), changed = solved != solved_;
  solved_ = solved;
  unsolved_ += solved ? 0 : 1;
  if (every_ == 0 || (step % every_ != 0 && !changed)) return "";
  std::string out = fmt::format("step {} of {}, {:.6g} s: ", step, steps_, step * h_);
  if (!solved)
    out += fmt::format("not solved, {}; ", report.why_unsolved());
  else if (changed)
    out += "solved again; ";
  if (solves_)
    out += fmt::format("{} so far {} not solved; ", unsolved_, unsolved_ == 1 ? "was" : "were");
  out += counted(report.contacts, "contact", "contacts");
  out += solves_ ? ", " + counted(report.solve.iterations, "iteration", "iterations") + "; " : "; ";
  out += fmt::format("fastest body {:.3g} m/s, fastest spin {:.3g} rad/s; ", now.speed, now.spin);
  if (now.penetration > 0) out += fmt::format("overlap {:.2g} m; ", now.penetration);
  if (now.joint_error > 0) out += fmt::format("joints open by {:.2g} m; ", now.joint_error);
  return out + fmt::format("energy {:.6g} J, {:+.3g} J since the start", now.energy(),
                           now.energy() - start.energy());
}

}  // namespace orthant
