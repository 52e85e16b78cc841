// Measures the states of another simulator with Orthant's bodies, joints and contacts; it makes no
// steps.
#pragma once
#include <memory>

#include "orthant/backends/simulation/simulation.hpp"

namespace orthant {

class Instrument {
 public:
  explicit Instrument(Setup const& setup);
  ~Instrument();

  /// Starts at this state; drift is measured from here.
  void start(Snapshot const& at);
  /// Follows one step: finds the contacts at its end, and counts shapes that passed through others.
  void follow(Snapshot const& to);

  std::vector<Measures> const& measure();
  std::vector<Contact> contacts() const;
  /// Contacts at the state for which there was no room.
  int missing_contacts() const;
  /// Pairs of shapes that passed through each other since the last call.
  int crossings() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace orthant
