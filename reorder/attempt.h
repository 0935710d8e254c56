// Something rank 0 tries while all others wait: it may fail at any point, and everybody must go on.
#pragma once

#include <memory>
#include <string>

#include "reorder/engine_client.h"
#include "reorder/together.h"

namespace topomorph::reorder {

/// A conversation with the engine whose first failure is kept and ends it; later steps are then passed over.
class Attempt {
 public:
  /// Runs `step` unless an earlier one failed. False if it failed.
  template <typename Step>
  bool run(Step step) {
    if (!failure_.empty()) {
      return false;
    }
    if (const Line why = failure_of(step); !why.empty()) {
      fail(why);
    }
    return failure_.empty();
  }

  void start(const std::vector<std::string>& arguments) {
    run([&] { engine_ = std::make_unique<Engine>(arguments); });
  }
  bool send(std::span<const char> bytes) {
    return run([&] { engine_->send(bytes); });
  }
  /// The engine's answer; empty after a failure.
  wire::Buffer finish() {
    wire::Buffer answer;
    run([&] { answer = engine_->finish(); });
    engine_.reset();
    return answer;
  }

  void fail(const Line& why) {
    failure_ = why;
    engine_.reset();
  }
  const Line& failure() const { return failure_; }  ///< empty: none

 private:
  std::unique_ptr<Engine> engine_;
  Line failure_;
};

}  // namespace topomorph::reorder
