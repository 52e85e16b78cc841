// Reads the words of `--shard`.
#include "experiments/app/comparison/shard.hpp"

#include <charconv>
#include <optional>
#include <string_view>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

std::optional<int> number(std::string_view text) {
  int out = 0;
  auto const* const last = text.data() + text.size();
  auto const [end, error] = std::from_chars(text.data(), last, out);
  if (error != std::errc() || end != last) return {};
  return out;
}

}  // namespace

Shard read_shard(std::string const& text) {
  auto const slash = text.find('/');
  std::optional<int> k, n;
  if (slash != std::string::npos) {
    k = number(std::string_view(text).substr(0, slash));
    n = number(std::string_view(text).substr(slash + 1));
  }
  if (!k || !n || *k < 1 || *k > *n)
    refuse("--shard", '"' + text + '"',
           "K/N with K from 1 to N: of 4 shards 1/4, 2/4, 3/4 and 4/4");
  return {*k, *n};
}

}  // namespace orthant
