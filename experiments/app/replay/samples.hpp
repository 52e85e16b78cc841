// Numbers of a run, step by step, thinned in time if there are too many.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "experiments/app/files/table_rows.hpp"
#include "orthant/core/config/config.hpp"

namespace orthant {

struct Sample {
  int step = 0;
  double time = 0;  // [s]
  std::vector<float> values;
};

/// Keeps samples at regular steps. If there are more numbers than `most`, every second sample is
/// dropped, and so on.
class Samples {
 public:
  /// `every`: steps between incoming samples.
  Samples(int every, std::size_t most) : every_(every), most_(most) {}

  /// Begins or continues the sample of a step; false: it is left out. Steps ascend.
  bool begin(int step, double time);
  /// The same for a row of a table; refuses steps that go back.
  bool begin(TableRows const& table, int step, double time);
  /// Adds a number to the current sample.
  void add(double value) {
    all_.back().values.push_back(static_cast<float>(value));
    ++size_;
  }
  /// Drops the last sample if it has not `count` numbers: a killed run wrote a part of it.
  void drop_incomplete(std::size_t count);
  /// Drops samples until `stride` steps lie between them.
  void thin_to(int stride);

  int stride() const { return every_ * factor_; }  // steps between samples
  int factor() const { return factor_; }           // one if nothing was dropped
  std::vector<Sample> const& all() const { return all_; }

 private:
  bool keeps(int step) const { return step % stride() == 0; }
  void halve();

  int every_, factor_ = 1, last_ = 0;  // last_: step of the last row
  std::size_t most_, size_ = 0;
  std::vector<Sample> all_;
};

/// Steps and times, the start of the numbers of each, and the numbers.
Json samples_json(Samples const& samples);

/// Little-endian float32 or int32 in base64.
std::string base64(std::vector<float> const& values);
std::string base64(std::vector<int> const& values);

}  // namespace orthant
