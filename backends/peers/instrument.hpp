// What states of another simulator are measured with: Orthant's bodies, joints and contacts,
// without steps of its own.
#pragma once
#include <memory>

#include "backends/simulation.hpp"

namespace orthant {

class Instrument {
 public:
  explicit Instrument(Setup const& setup);
  ~Instrument();

  /// From here bodies drift.
  void start(Snapshot const& at);
  /// One step further: finds contacts there, and what went through what on the way.
  void follow(Snapshot const& to);

  std::vector<Measures> const& measure();
  std::vector<Contact> contacts() const;
  /// Contacts that did not fit, at the state.
  int missing_contacts() const;
  /// Pairs of shapes that went through each other since it looked last.
  int crossings() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace orthant
