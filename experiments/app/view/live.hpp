// A session in time: it steps as the clock demands, and does what pages ask for.
#pragma once
#include "experiments/app/view/hub.hpp"
#include "experiments/app/view/requests.hpp"
#include "experiments/app/view/session.hpp"

namespace orthant {

class Live {
 public:
  Live(Json experiment, std::string path);

  /// Steps and answers until the hub ends.
  void run();
  Hub& hub() { return hub_; }
  Session const& session() const { return session_; }

  // For other threads: these wait for the stepping thread. They throw Error if it refuses.

  void control(ControlRequest const& request);
  /// Returns what the motion takes along: {"told": "..."}.
  Json change(std::vector<Change> const& changes);
  void hold(HandRequest const& request);
  /// Poses and velocities in full, and the numbers of the last step.
  Json state();
  /// What may be changed, and how often it was.
  Json settings();
  /// The experiment to run again.
  Json saved();

 private:
  using Clock = Hub::Clock;
  struct Held {
    Hand hand;
    Clock::time_point heard;
  };

  void obey(ControlRequest const& request);
  void begin_clock();
  void step();
  void drop_silent();
  void hold_all();
  void publish();
  /// When there is something to do next without a request.
  Clock::time_point due() const;
  Clock::time_point step_due() const;

  Session session_;
  Hub hub_;
  std::map<std::string, Held> held_;
  bool playing_ = false, new_ = true;  // new_: not yet published
  double speed_ = 1;
  double origin_time_ = 0;          // of the motion [s],
  Clock::time_point origin_clock_;  // at this time of the clock
  Clock::time_point published_{};
};

/// The frame of a moment, for pages.
std::string frame_text(Session const& session, bool playing, double speed,
                       std::vector<Hand> const& hands);

}  // namespace orthant
