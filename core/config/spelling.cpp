// The edit distance of two words, and the nearest of several names.
#include "core/config/spelling.hpp"

#include <algorithm>

namespace orthant {
namespace {

int most_edits(std::size_t length) { return length < 3 ? 0 : length < 6 ? 1 : 2; }

}  // namespace

int edit_distance(std::string const& a, std::string const& b) {
  // Row i has the distances of the first i characters of `a` from the first j of `b`.
  std::vector<int> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      int const replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string nearest_name(std::string const& word, std::vector<std::string> const& names) {
  std::string nearest;
  int least = 3;  // above the limit of any near name
  for (auto const& name : names) {
    int const most = most_edits(std::min(word.size(), name.size()));
    auto const longer = std::max(word.size(), name.size());
    if (longer - std::min(word.size(), name.size()) > static_cast<std::size_t>(most)) continue;
    int const distance = edit_distance(word, name);
    if (distance > most || distance >= least) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

}  // namespace orthant
