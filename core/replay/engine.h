// The processes of a replay: each walks its steps until it has to wait.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/replay/action.h"
#include "core/replay/exchange.h"
#include "core/replay/pools.h"
#include "core/replay/replay.h"
#include "core/replay/step_weights.h"
#include "core/replay/timeline.h"

namespace topomorph::replay {

/// How far a replay has come.
struct Progress {
  double done = 0;                 ///< weight of the steps that are done
  double seconds = 0, in_mpi = 0;  ///< mean of the processes
  double known = 0;                ///< part of the steps that are like those that were reached, mean of the processes
};

/// Each process has its own time, and is ahead of the clock of the events where nothing depends on the order: messages
/// are matched by pair and channel, so their order among pairs does not matter. Only transfers that share links and
/// computations that share cores wait for their turn in the clock's order.
class Engine {
 public:
  /// The arguments must be valid, and outlive this except for the options.
  Engine(const trace::Trace& trace, const Platform& platform, const Mapping& mapping, const Options& options);

  std::optional<Result> run();

  /// Counts the weights of the steps that are done from now on; they must outlive this.
  void weigh(const StepWeights& weights) { weights_ = &weights, milestone_ = weights.milestone(); }
  enum class State : std::uint8_t { Paused, Ended, Expired };
  /// Goes on until so many more steps and rounds of collectives are done, or until the end, or the deadline. With
  /// weights it ends at their milestone, if that comes before twice as many steps are done.
  State advance(std::uint64_t steps);
  Progress progress() const;
  Result result();  ///< once, after the end

 private:
  enum class Phase : std::uint8_t { Before, Start, Wait, After };
  /// A side of a message.
  struct Request {
    double time = 0;
    std::uint64_t bytes = 0;
    double work = 0;           // processor time of a receive
    double work_per_byte = 0;  // of a copy inside a host
    bool known = true, awaited = false;
  };
  struct Process {
    explicit Process(const trace::ProcessTrace& trace) : cursor(trace.steps) {}
    std::vector<Request> requests;
    std::uint32_t round = 0, missing = 0, ahead = 0;
    Phase phase = Phase::Before;
    double now = 0, wait_since = 0;
    ProcessTimes at_core;  // what it asks a core of its host for
    Action action;
    ProcessTimes times;
    std::vector<ProcessTimes> phases;  // empty unless the trace has several
    std::uint32_t program_phase = 0;
    trace::Cursor cursor;
  };
  void proceed(std::uint32_t process);
  bool begin(std::uint32_t process, const trace::Step& step);
  void next_action(std::uint32_t process, const trace::Step& step);
  std::optional<Action> round_of_step(std::uint32_t process, const trace::Step& step) const;
  void start_messages(std::uint32_t process);
  bool all_known(Process& process);
  double end_wait(std::uint32_t process);
  bool work(std::uint32_t process, const ProcessTimes& parts);
  /// Whether there are fewer cores than processes where this one is.
  bool is_pooled(std::uint32_t process) const { return pools_.is_short(platform_.pool_of(mapping_[process])); }
  void spend(std::uint32_t process, double until, const ProcessTimes& parts);
  const MessageWork& work_between(std::uint32_t a, std::uint32_t b) const;
  void settle_completions();
  bool run_ready();
  bool next_event();
  void wake(std::uint32_t process);
  void finish_windows();
  void enter_phase(std::uint32_t process, std::uint32_t number);
  std::vector<std::uint32_t> used_links() const;
  Course course(double seconds, const std::vector<std::uint32_t>& links) const;

  const trace::Trace& trace_;
  const Platform& platform_;
  const Mapping& mapping_;
  const Options options_;
  std::optional<Timeline> timeline_;
  LinkSharing sharing_;
  Paths paths_;
  Exchange exchange_;
  Pools pools_;
  Timers timers_;  // of processes
  Groups groups_;
  std::vector<Process> processes_;
  std::vector<std::uint32_t> ready_;
  std::vector<std::pair<double, double>> arrivals_;  // time and processor time of each message
  std::vector<std::uint32_t> done_;
  double clock_ = 0;
  std::uint64_t steps_ = 0, ended_ = 0, pause_at_ = ~std::uint64_t{0};
  std::uint64_t milestone_from_ = ~std::uint64_t{0};  // steps from which it pauses at the milestone
  const StepWeights* weights_ = nullptr;
  std::optional<std::size_t> milestone_;  // theirs
  double walked_ = 0;                     // their sum
  bool expired_ = false;                  // the deadline has passed
};

}  // namespace topomorph::replay
