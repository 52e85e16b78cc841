// Which parts of a matrix its factors contain.
#pragma once
#include <vector>

namespace orthant::cone {

/// A part is needed if it is not zero. Parts that come and go are kept, so that the pattern of the
/// factors seldom changes.
class KeptParts {
 public:
  explicit KeptParts(int parts) : needed_(parts), kept_(parts, false) {}

  /// Whether other parts are kept now, because one of them is needed or many are not.
  template <class Needed>
  bool renew(Needed const& is_needed) {
    int needed = 0, missing = 0;
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      needed_[k] = is_needed(static_cast<int>(k));
      needed += needed_[k];
      missing += needed_[k] && !kept_[k];
    }
    bool const nearly_same = count_ + missing <= most_extra * needed;
    if (analysed_ && nearly_same && missing == 0) return false;
    count_ = 0;
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      kept_[k] = needed_[k] || (nearly_same && kept_[k]);
      count_ += kept_[k];
    }
    return analysed_ = true;
  }

  bool keeps(int part) const { return kept_[part]; }
  /// In ascending order.
  std::vector<int> parts() const {
    std::vector<int> out;
    for (std::size_t k = 0; k < kept_.size(); ++k)
      if (kept_[k]) out.push_back(static_cast<int>(k));
    return out;
  }

 private:
  static constexpr double most_extra = 1.1;

  std::vector<char> needed_, kept_;
  int count_ = 0;
  bool analysed_ = false;
};

}  // namespace orthant::cone
