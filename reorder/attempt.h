// Something rank 0 tries while all others wait: it may fail at any point, and everybody must go on.
#pragma once

#include <memory>
#include <string>

#include "reorder/engine_client.h"

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
    try {
      step();
    } catch (const std::exception& error) {
      fail(error.what());
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

  void fail(const std::string& why) {
    failure_ = why.empty() ? "unknown failure" : why;
    engine_.reset();
  }
  const std::string& failure() const { return failure_; }  ///< empty: none

 private:
  std::unique_ptr<Engine> engine_;
  std::string failure_;
};

}  // namespace topomorph::reorder
