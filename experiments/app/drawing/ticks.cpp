// Decades, or 1, 2, 5 where there are fewer than two; steps of 1, 2 or 5 on linear axes.
#include "experiments/app/drawing/ticks.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "experiments/app/drawing/layout.hpp"

namespace orthant::figures {
namespace {

/// mantissa × 10ⁿ, as a power if the numbers of the axis are.
Tick tick_at(int n, double mantissa, bool powers) {
  double const at = mantissa * std::pow(10., n);
  auto const value = fmt::format("{:.4g}", at);
  if (!powers) return {at, value, value};
  auto const sign = n < 0 ? "−" : "";
  auto const front = mantissa == 1 ? "" : fmt::format("{:g}·", mantissa);
  return {at, fmt::format("{}10^{{{}{}}}", front, sign, std::abs(n)),
          fmt::format("{}10{}{}", front, sign, std::abs(n))};
}

void add_minor(Ticks& to, double at) {
  if (at > to.low && at < to.high) to.ticks.push_back({at, "", ""});
}

Ticks logarithmic(double least, double most, bool tight) {
  double const span = std::max(std::log10(most / least), 0.3);
  double const middle = 0.5 * std::log10(most * least);
  Ticks out;
  out.low = std::pow(10., middle - 0.5 * span - 0.06 * span);
  out.high = std::pow(10., middle + 0.5 * span + 0.06 * span);
  if (tight && most > least) {
    out.low = least;
    out.high = most;
  }
  int const first = static_cast<int>(std::floor(std::log10(out.low)));
  int const last = static_cast<int>(std::ceil(std::log10(out.high)));
  bool const narrow = span < 1.7;
  bool const powers = out.low < (narrow ? 1e-4 : 5e-3) || out.high > 2e4;
  int const every = narrow ? 1 : 1 + (last - first) / 7;
  std::vector<double> const mantissas = span < 0.6 ? std::vector<double>{1, 1.5, 2, 3, 4, 5, 7}
                                        : narrow   ? std::vector<double>{1, 2, 5}
                                                   : std::vector<double>{1};
  for (int n = first; n <= last; ++n) {
    for (double const m : mantissas) {
      double const at = m * std::pow(10., n);
      if (n % every == 0 && at >= out.low && at <= out.high)
        out.ticks.push_back(tick_at(n, m, powers));
    }
    for (int m = 2; m < 10 && every == 1; ++m)
      if (std::find(mantissas.begin(), mantissas.end(), m) == mantissas.end())
        add_minor(out, m * std::pow(10., n));
    if (n % every != 0) add_minor(out, std::pow(10., n));
  }
  return out;
}

/// With a place for 0 left of the others.
Ticks with_zero(Ticks ticks, double least, double most) {
  double const gap = std::max(3., std::pow(most / least, 0.15));
  ticks.zero = ticks.low / gap;
  ticks.low = ticks.zero / std::sqrt(gap);
  ticks.ticks.push_back({ticks.zero, "0", "0"});
  return ticks;
}

/// With the swept values in place of others, if there are few and all their numbers fit.
Ticks with_swept(Ticks ticks, std::vector<double> swept, double length) {
  constexpr std::size_t most_swept = 8;
  std::erase_if(swept, [&](double x) { return !(x >= ticks.low && x <= ticks.high); });
  std::ranges::sort(swept);
  if (swept.size() < 2 || swept.size() > most_swept) return ticks;
  Ticks out = ticks;
  std::erase_if(out.ticks, [&](Tick const& each) { return each.at != ticks.zero; });
  double end = -INFINITY;  // of the number on the left [mm]
  for (double const each : swept) {
    auto const read = fmt::format("{}", each);
    double const at = length * std::log(each / ticks.low) / std::log(ticks.high / ticks.low);
    double const half = 0.5 * text_width(letters(read));
    if (read.find('e') != std::string::npos || at - half < end + 1) return ticks;
    end = at + half;
    out.ticks.push_back({each, read, read});
  }
  return out;
}

Ticks linear(Axis const& axis, double least, double most, bool whole) {
  if (axis.from_zero && least > 0) least = 0;
  if (axis.from_zero && most < 0) most = 0;
  if (most <= least) {
    double const room = most == 0 ? 1 : 0.1 * std::abs(most);
    least -= axis.from_zero && least == 0 ? 0 : room;
    most += room;
  }
  Ticks out;
  double const size = std::max(std::abs(least), std::abs(most));
  int const exponent = static_cast<int>(std::floor(std::log10(size)));
  if (exponent >= 4 || exponent < -2) {
    int const thousands = 3 * static_cast<int>(std::floor(exponent / 3.));
    out.factor = std::pow(10., thousands);
    out.power = fmt::format("10^{{{}{}}}", thousands < 0 ? "−" : "", std::abs(thousands));
  }
  least /= out.factor;
  most /= out.factor;
  double const rough = (most - least) / 4;
  double const decade = std::pow(10., std::floor(std::log10(rough)));
  double const fine = decade * (rough / decade < 1.5   ? 1
                                : rough / decade < 3.5 ? 2
                                : rough / decade < 7.5 ? 5
                                                       : 10);
  double const step = whole && out.factor == 1 ? std::max(1., fine) : fine;
  out.low = axis.tight ? least : std::min(least, step * std::floor(least / step + 1e-9));
  out.high = axis.tight ? most : std::max(most, step * std::ceil(most / step - 1e-9));
  int const decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  for (double k = std::ceil(out.low / step - 1e-9); k <= out.high / step + 1e-9; ++k) {
    double const at = std::abs(k) < 0.5 ? 0 : k * step;
    auto const read = at == 0 ? std::string("0")
                              : fmt::format("{}{:.{}f}", at < 0 ? "−" : "", std::abs(at), decimals);
    out.ticks.push_back({at, read, read});
  }
  return out;
}

Ticks categorical(std::size_t count) {
  Ticks out;
  out.low = -0.5;
  out.high = static_cast<double>(count) - 0.5;
  return out;
}

}  // namespace

Ticks ticks_of(Axis const& axis, std::vector<double> const& values, double length) {
  if (!axis.categories.empty()) return categorical(axis.categories.size());
  std::vector<double> good;
  for (double const each : values)
    if (std::isfinite(each) && (!axis.log || each > 0)) good.push_back(each);
  if (std::isfinite(axis.least)) good.insert(good.end(), {axis.least, axis.most});
  if (good.empty()) good = {1};
  auto const [least, most] = std::minmax_element(good.begin(), good.end());
  bool const whole =
      std::all_of(good.begin(), good.end(), [](double x) { return x == std::round(x); });
  if (!axis.log) return linear(axis, *least, *most, whole);
  auto out = logarithmic(*least, *most, axis.tight);
  if (axis.zero) out = with_zero(out, *least, *most);
  return with_swept(out, axis.swept, length);
}

Ticks ticks_of(HeatMap const& map) {
  return ticks_of(Axis{.label = "", .log = map.log, .tight = true}, {map.least, map.most});
}

std::vector<double> values_of(Panel const& panel, bool x) {
  std::vector<double> out;
  for (auto const& curve : panel.curves)
    for (auto const* marks : {&curve.marks, &curve.dots})
      for (auto const& each : *marks) {
        out.push_back(x ? each.x : each.y);
        if (!x && std::isfinite(each.low)) out.insert(out.end(), {each.low, each.high});
      }
  if (auto const& line = x ? panel.upright : panel.level) out.push_back(*line);
  return out;
}

std::size_t tick_letters(Ticks const& ticks) {
  std::size_t out = 1;
  for (auto const& each : ticks.ticks) out = std::max(out, letters(each.read));
  return out;
}

}  // namespace orthant::figures
