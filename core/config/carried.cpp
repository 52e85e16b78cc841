// Writes and reads the bytes of what steps carry on.
#include "orthant/core/config/carried.hpp"

#include <cstdint>
#include <cstring>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/input_file.hpp"

namespace orthant {
namespace {

constexpr std::string_view title = "orthant state 1\n";  // its version

[[noreturn]] void refuse_state(std::string const& found, std::string const& allowed) {
  refuse("state", found, allowed);
}

char const* const of_the_same =
    "one saved by a simulation with the same scene, integrator and solver";

}  // namespace

Carried::Carried(std::string_view bytes) : reads_(true) {
  std::uint64_t sum = 0;
  bool const whole = bytes.size() >= title.size() + sizeof sum;
  if (!whole || bytes.substr(0, title.size()) != title)
    refuse_state("bytes that are no saved state of this version",
                 "what a simulation of this version saved");
  left_ = bytes.substr(title.size(), bytes.size() - title.size() - sizeof sum);
  std::memcpy(&sum, left_.data() + left_.size(), sizeof sum);
  if (sum != check_sum(left_)) refuse_state("damaged bytes", "all bytes of a saved state");
}

void Carried::part(std::string_view name) {
  if (!reads_) {
    counted(name.size(), 1);
    raw(const_cast<char*>(name.data()), name.size());
    return;
  }
  std::string found;
  list(found);
  if (found != name)
    refuse_state('"' + found + "\" in place of \"" + std::string(name) + '"', of_the_same);
}

std::string Carried::bytes() const {
  auto const sum = check_sum(written_);
  std::string out(title);
  out += written_;
  return out.append(reinterpret_cast<char const*>(&sum), sizeof sum);
}

void Carried::done() const {
  if (!left_.empty()) refuse_state("more than this simulation carries on", of_the_same);
}

bool Carried::same() {
  if (place_ < known_->size()) same_ = false;
  known_->resize(place_);
  return same_;
}

void Carried::raw(void* x, std::size_t bytes) {
  if (bytes == 0) return;
  if (known_) {
    if (known_->size() < place_ + bytes) {
      known_->resize(place_ + bytes);
      same_ = false;
    }
    char* const there = known_->data() + place_;
    if (std::memcmp(there, x, bytes) != 0) {
      std::memcpy(there, x, bytes);
      same_ = false;
    }
    place_ += bytes;
    return;
  }
  if (!reads_) {
    written_.append(static_cast<char const*>(x), bytes);
    return;
  }
  if (bytes > left_.size()) refuse_state("less than this simulation carries on", of_the_same);
  std::memcpy(x, left_.data(), bytes);
  left_.remove_prefix(bytes);
}

std::size_t Carried::counted(std::size_t n, std::size_t item) {
  auto count = static_cast<std::uint64_t>(n);
  values(count);
  if (reads_ && count > left_.size() / item)
    refuse_state("less than this simulation carries on", of_the_same);
  return nth(count);
}

void Carried::require_same(std::size_t found, std::size_t allowed) {
  if (found != allowed)
    refuse_state(
        "an array of " + std::to_string(found) + " items in place of " + std::to_string(allowed),
        of_the_same);
}

void Carried::require_room(int found, std::size_t most) {
  if (found < 0 || nth(found) > most)
    refuse_state(std::to_string(found) + " items where there is room for " + std::to_string(most),
                 of_the_same);
}

}  // namespace orthant
