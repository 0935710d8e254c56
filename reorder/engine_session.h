// A session of rank 0 with the engine, while all other processes wait: it may fail at any point, and the job must go
// on.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "reorder/limits.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/own_comm.h"
#include "runtime/process/engine_client.h"

namespace topomorph::reorder {

/// A conversation with the engine. Its first failure ends it and is kept; later steps do nothing.
class EngineSession {
 public:
  /// Runs `step` unless an earlier one has failed. Returns false if it or an earlier one has failed.
  template <typename Step>
  bool run(Step step) {
    if (!failure_.empty()) {
      return false;
    }
    if (const process::FixedString why = failure_of(step); !why.empty()) {
      fail(why);
    }
    return failure_.empty();
  }

  void start(const std::vector<std::string>& arguments) {
    run([&] { engine_ = std::make_unique<process::Engine>(arguments); });
  }
  bool send(std::span<const char> bytes) {
    return run([&] { engine_->send(bytes); });
  }
  /// Returns the engine's answer; empty after a failure.
  wire::Buffer finish() {
    wire::Buffer answer;
    run([&] { answer = engine_->finish(); });
    engine_.reset();
    return answer;
  }

  void fail(const process::FixedString& why) {
    failure_ = why;
    engine_.reset();
  }
  const process::FixedString& failure() const { return failure_; }  ///< empty: none

 private:
  std::unique_ptr<process::Engine> engine_;
  process::FixedString failure_;
};

/// Returns the Summary in the engine's answer. Throws InputError if there is none.
wire::KeyValues summary_of(const wire::Buffer& answer);

/// Starts rank 0's engine with `arguments()`, sends it `first()` and then the records of all processes, and returns its
/// answer on rank 0; nothing elsewhere. Both functions are called on rank 0 only and may throw. When the budget is
/// over, the remaining hosts send summaries; when it is long over, the step fails. Collective; throws CollectiveError.
wire::Buffer send_records(const OwnComm& comm, const std::function<std::vector<std::string>()>& arguments,
                          const std::function<wire::Buffer()>& first, std::span<const char> record,
                          const Budget& budget);

}  // namespace topomorph::reorder
