// Thins samples, and encodes numbers as text that a page turns into arrays.
#include "experiments/app/replay/samples.hpp"

#include <bit>
#include <nlohmann/json.hpp>
#include <span>

namespace orthant {

bool Samples::begin(int step, double time) {
  if (!all_.empty() && all_.back().step == step) return true;
  while (size_ > most_ && all_.size() > 1) halve();
  if (!keeps(step)) return false;
  all_.push_back({step, time, {}});
  return true;
}

bool Samples::begin(TableRows const& table, int step, double time) {
  if (step < last_)
    refuse(table.here(), "step " + std::to_string(step) + " after step " + std::to_string(last_),
           "steps that do not go back");
  last_ = step;
  return begin(step, time);
}

void Samples::drop_incomplete(std::size_t count) {
  if (all_.empty() || all_.back().values.size() == count) return;
  size_ -= all_.back().values.size();
  all_.pop_back();
}

void Samples::thin_to(int stride) {
  while (this->stride() < stride) halve();
}

void Samples::halve() {
  factor_ *= 2;
  std::erase_if(all_, [&](Sample const& each) { return !keeps(each.step); });
  size_ = 0;
  for (auto const& each : all_) size_ += each.values.size();
}

Json samples_json(Samples const& samples) {
  std::vector<int> steps, first{0};
  std::vector<float> times, values;
  for (auto const& each : samples.all()) {
    steps.push_back(each.step);
    times.push_back(static_cast<float>(each.time));
    values.insert(values.end(), each.values.begin(), each.values.end());
    first.push_back(static_cast<int>(values.size()));
  }
  return {{"stride", samples.stride()}, {"factor", samples.factor()}, {"steps", base64(steps)},
          {"times", base64(times)},     {"first", base64(first)},     {"values", base64(values)}};
}

namespace {

std::string encoded(std::span<std::byte const> bytes) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::size_t const there = std::min<std::size_t>(3, bytes.size() - at);
    unsigned three = 0;
    for (std::size_t i = 0; i < 3; ++i)
      three = three << 8 | (i < there ? std::to_integer<unsigned>(bytes[at + i]) : 0u);
    for (std::size_t i = 0; i < 4; ++i)
      out += i <= there ? digits[three >> (18 - 6 * i) & 63u] : '=';
  }
  return out;
}

static_assert(std::endian::native == std::endian::little, "pages read little-endian numbers");

}  // namespace

std::string base64(std::vector<float> const& values) {
  return encoded(std::as_bytes(std::span(values)));
}
std::string base64(std::vector<int> const& values) {
  return encoded(std::as_bytes(std::span(values)));
}

}  // namespace orthant
