// What a Paraver trace tells of one process, and the steps that follow from it.
#include "core/recordings/paraver_process.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/recordings/paraver_calls.h"

namespace topomorph::recordings {

namespace {

using Kind = ParaverAction::Kind;

/// Goes through the actions of a process in their order.
class Replayed {
 public:
  Replayed(const std::vector<RootsOfGroup>& roots, double seconds_per_tick)
      : roots_(roots), seconds_per_tick_(seconds_per_tick) {}

  void act(const ParaverAction& action) {
    switch (action.kind) {
      case Kind::Enter:
        return enter(action);
      case Kind::Collective:
        return collective(action);
      case Kind::Send:
        return send(action);
      case Kind::PostReceive:
        return steps_.start_receive(action.number);
      case Kind::EndReceive:
        steps_.end_receive(action.number, action.peer, action.channel);
        if (depth_ == 0) end_sends(action.time);
        return;
      case Kind::Leave:
        return leave(action);
    }
  }

  trace::ProcessTrace finish() { return steps_.finish(); }

 private:
  struct Pending {
    std::uint64_t number = 0, arrival = 0;
  };

  void enter(const ParaverAction& action) {
    if (depth_++ == 0 && left_) {
      steps_.compute(static_cast<double>(action.time - *left_) * seconds_per_tick_);
    }
    call_ = action.number;
    steps_.enter_call();
  }

  void leave(const ParaverAction& action) {
    if (ends_requests(call_)) end_sends(action.time);
    steps_.leave_call();
    if (depth_ > 0) --depth_;
    if (depth_ == 0) left_ = action.time;
    call_ = 0;
  }

  void send(const ParaverAction& action) {
    // Outside of calls (Paraver can cut them away) it may have been any send.
    if (depth_ > 0 && !starts_sends(call_)) return steps_.send(action.peer, action.channel, action.bytes);
    steps_.start_send(action.number, action.peer, action.channel, action.bytes);
    pending_.push_back({action.number, action.arrival});
  }

  void end_sends(std::uint64_t now) {
    std::erase_if(pending_, [&](const Pending& sent) {
      if (sent.arrival > now) return false;
      steps_.end_send(sent.number);
      return true;
    });
  }

  void collective(const ParaverAction& action) {
    const RootsOfGroup& roots = roots_[action.peer];
    const std::uint32_t root = action.number < roots.size() ? roots[action.number] : 0;
    steps_.collective(trace::collective(action.collective, action.bytes, action.peer, root));
  }

  const std::vector<RootsOfGroup>& roots_;
  double seconds_per_tick_;
  ProcessSteps steps_;
  std::vector<Pending> pending_;        // sends that no call has ended
  std::optional<std::uint64_t> left_;   // when the last call ended
  std::uint64_t call_ = 0, depth_ = 0;  // calls inside calls: one ends where the next begins
};

}  // namespace

trace::ProcessTrace steps_of(std::vector<ParaverAction>& actions, const std::vector<RootsOfGroup>& roots,
                             double seconds_per_tick) {
  std::ranges::stable_sort(actions, [](const ParaverAction& a, const ParaverAction& b) {
    return std::pair(a.time, a.kind) < std::pair(b.time, b.kind);
  });
  Replayed replayed(roots, seconds_per_tick);
  for (const ParaverAction& action : actions) replayed.act(action);
  return replayed.finish();
}

}  // namespace topomorph::recordings
