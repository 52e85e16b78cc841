// Rounds numbers for readers.
#include "experiments/app/cli/run_teller.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>

namespace orthant {

RunTeller::RunTeller(int all, std::string what, bool bar, Say line, Clock::duration every)
    : all_(all), what_(std::move(what)), bar_(all, bar), line_(std::move(line)), every_(every) {}

std::string RunTeller::state(RunProgress const& now, Clock::time_point at) const {
  std::string out;
  // Rounded down: 100 % are all.
  if (now.solved && now.done > 0)
    out = fmt::format("{:g} % solved; ", std::floor(1000.0 * *now.solved / now.done) / 10);
  double const gone = std::chrono::duration<double>(at - since_).count();
  if (!(gone > 0)) return out;
  out += fmt::format("{:.3g} {}s/s", (now.done - before_.done) / gone, what_);
  if (now.time > before_.time)
    out += fmt::format(", {:.3g} s in a second", (now.time - before_.time) / gone);
  return out;
}

void RunTeller::at(RunProgress const& now) {
  auto const time = Clock::now();
  if (!begun_) {  // a run that goes on has steps already
    begun_ = true;
    before_ = now;
    since_ = time;
    bar_.begin_at(now.done);
  }
  bool const says = time - since_ >= every_;
  if (!says && !bar_.is_due(time)) return;  // most steps are told to nobody
  std::string const said = state(now, time);
  bar_.at(now.done, now.time > 0 ? fmt::format("{:.4g} s; {}", now.time, said) : said);
  if (!says) return;
  std::string const simulated = now.time > 0 ? fmt::format(", {:.6g} s", now.time) : "";
  line_(fmt::format("{} {} of {}{}: {}", what_, now.done, all_, simulated, said));
  before_ = now;
  since_ = time;
}

}  // namespace orthant
