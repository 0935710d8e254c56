// The processes of a replay: each walks its steps until it has to wait.
#include "core/replay/engine.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::replay {

namespace {

/// A process that makes so many sends without waiting for anything lets the clock catch up: the memory of messages
/// under way is bounded by what is under way at one time.
constexpr std::uint32_t kMostAhead = 256;
constexpr std::uint64_t kStepsBetweenLooks = 256;  // at the deadline
constexpr double kTolerance = 0.05;                // see Options::sharing_tolerance

double tolerance_of(const Options& options, const trace::Trace& trace) {
  return options.sharing_tolerance.value_or(trace.processes.size() <= kExactProcesses ? 0 : kTolerance);
}

std::uint32_t requests_of(const trace::ProcessTrace& trace) {
  std::uint32_t most = kNamedRequests;
  for (const trace::Step& step : trace.steps) {
    const bool starts = step.kind == trace::StepKind::StartSend || step.kind == trace::StepKind::StartReceive;
    if (starts) most = std::max(most, step.slot + kNamedRequests + 1);
  }
  return most;
}

std::vector<std::uint32_t> processes_per_pool(const Platform& platform, const Mapping& mapping) {
  std::vector<std::uint32_t> processes;
  for (const Slot slot : mapping) {
    const std::uint32_t pool = platform.pool_of(slot);
    if (pool >= processes.size()) processes.resize(pool + std::size_t{1});
    ++processes[pool];
  }
  return processes;
}

std::vector<double> cores_of(const Platform& platform, const std::vector<std::uint32_t>& processes) {
  std::vector<double> cores(processes.begin(), processes.end());
  for (std::size_t pool = 0; pool < cores.size() && pool < platform.cores.size(); ++pool) {
    if (platform.cores[pool] > 0) cores[pool] = platform.cores[pool];
  }
  return cores;
}

Pools pools_of(const Platform& platform, const Mapping& mapping) {
  const std::vector<std::uint32_t> processes = processes_per_pool(platform, mapping);
  return {cores_of(platform, processes), processes, platform.waiting};
}

}  // namespace

Engine::Engine(const trace::Trace& trace, const Platform& platform, const Mapping& mapping, const Options& options)
    : trace_(trace),
      platform_(platform),
      mapping_(mapping),
      options_(options),
      timeline_(options.intervals > 0 ? std::optional<Timeline>(options.intervals) : std::nullopt),
      sharing_(tolerance_of(options, trace), platform.burst, timeline_ ? &*timeline_ : nullptr),
      paths_(platform, mapping, sharing_),
      exchange_(platform, options.small_messages, paths_, sharing_),
      pools_(pools_of(platform, mapping)),
      groups_(trace.groups) {
  processes_.reserve(trace.processes.size());
  for (std::uint32_t id = 0; id < trace.processes.size(); ++id) {
    processes_.emplace_back(trace.processes[id]);
    processes_.back().requests.resize(requests_of(trace.processes[id]));
    if (trace.phases.size() > 1) processes_.back().phases.resize(1);
    ready_.push_back(id);
  }
}

std::optional<Result> Engine::run() {
  if (advance(~std::uint64_t{0}) == State::Expired) return std::nullopt;
  return result();
}

Engine::State Engine::advance(std::uint64_t steps) {
  milestone_from_ = steps_ + std::min(steps, ~steps_);
  pause_at_ = milestone_ ? milestone_from_ + std::min(steps, ~milestone_from_) : milestone_from_;
  while (true) {
    if (!run_ready()) return State::Expired;
    if (ended_ == processes_.size()) return State::Ended;
    if (steps_ >= pause_at_) return State::Paused;
    if (next_event()) continue;
    if (!exchange_.release_senders(clock_)) {
      finish_windows();
      return State::Ended;
    }
    settle_completions();
  }
}

Progress Engine::progress() const {
  Progress progress{.done = walked_};
  for (std::uint32_t id = 0; id < processes_.size(); ++id) {
    const Process& process = processes_[id];
    progress.seconds += process.now;
    progress.in_mpi += process.times.in_mpi();
    const bool ended = process.cursor.step() == nullptr;
    progress.known += ended || weights_ == nullptr ? 1 : weights_->known_at(id, process.cursor.position());
  }
  const auto processes = static_cast<double>(std::max<std::size_t>(processes_.size(), 1));
  progress.seconds /= processes;
  progress.in_mpi /= processes;
  progress.known /= processes;
  return progress;
}

/// Returns whether the deadline has not passed. Processes that wait for no event could go on to their end; at a pause
/// those whose turn has not come stay ready.
bool Engine::run_ready() {
  std::size_t next = 0;
  while (next < ready_.size() && steps_ < pause_at_) {
    if (expired_) return false;
    proceed(ready_[next++]);
  }
  ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(next));
  if (++steps_ % kStepsBetweenLooks == 0 && options_.deadline.passed()) expired_ = true;
  return !expired_;
}

/// Of equal times the order is fixed; rates are recomputed last, once for all transfers that start or end at this time.
bool Engine::next_event() {
  const double finish = sharing_.next_finish(), cores = pools_.next(), timer = timers_.next();
  const double start = exchange_.next_start(), share = sharing_.next_share();
  const double now = std::min({finish, cores, timer, start, share});
  if (now == kNever) return false;
  clock_ = now;
  if (finish == now) {
    exchange_.finish_next();
  } else if (cores == now) {
    done_.clear();
    pools_.finish(done_);
    for (const std::uint32_t id : done_) wake(id);
  } else if (timer == now) {
    wake(timers_.top());
  } else if (start == now) {
    exchange_.start_next();
  } else {
    sharing_.share(now);
  }
  settle_completions();
  return true;
}

/// The timer of a process is the time at which it asks for a core, or at which the clock has caught up with it; else
/// its computation is done.
void Engine::wake(std::uint32_t id) {
  Process& process = processes_[id];
  const bool by_timer = timers_.next() == clock_ && timers_.top() == id;
  if (by_timer) timers_.set(id, kNever);
  if (by_timer && process.at_core.end > 0) {
    pools_.start(clock_, platform_.pool_of(mapping_[id]), id, process.at_core.end);
    return;
  }
  if (!by_timer) {
    ProcessTimes& parts = process.at_core;
    parts.core_wait = std::max(clock_ - process.now - parts.end, 0.0);
    parts.core_wait_in_mpi = parts.core_wait * parts.messages / parts.end;
    spend(id, std::max(clock_, process.now), process.at_core);
    process.at_core = {};
  }
  ready_.push_back(id);
}

void Engine::proceed(std::uint32_t id) {
  Process& process = processes_[id];
  while (const trace::Step* step = process.cursor.step()) {
    if (process.ahead > kMostAhead && process.now > clock_) {
      process.ahead = 0;
      timers_.set(id, process.now);
      return;
    }
    if (process.phase == Phase::Before && !begin(id, *step)) return;
    if (process.phase == Phase::Start) start_messages(id);
    if (process.phase == Phase::Wait) {
      if (!all_known(process)) return;
      process.phase = Phase::After;
      if (!work(id, {.messages = end_wait(id)})) return;
    }
    next_action(id, *step);
    if (++steps_ % kStepsBetweenLooks == 0 && options_.deadline.passed()) expired_ = true;
    if (expired_) return;
    if (steps_ >= pause_at_) return ready_.push_back(id);
  }
  ++ended_;
}

/// Spends the processor time before the messages of a step; returns whether it is over.
bool Engine::begin(std::uint32_t id, const trace::Step& step) {
  Process& process = processes_[id];
  ProcessTimes parts;
  if (process.round == 0) {
    const bool collective = step.kind == trace::StepKind::Collective;
    process.action = collective ? round_of_step(id, step).value_or(Action()) : action_of(step);
    parts.compute = step.seconds;
  }
  if (process.action.to != Round::kNobody) parts.messages = work_between(id, process.action.to).send;
  process.phase = Phase::Start;
  return work(id, parts);
}

/// Goes to the next round of a collective, else to the next step.
void Engine::next_action(std::uint32_t id, const trace::Step& step) {
  Process& process = processes_[id];
  process.phase = Phase::Before;
  if (step.kind == trace::StepKind::Collective) {
    ++process.round;
    if (const auto action = round_of_step(id, step)) {
      process.action = *action;
      return;
    }
    process.round = 0;
  }
  if (step.kind == trace::StepKind::Phase) enter_phase(id, step.slot);
  if (weights_ != nullptr) walked_ += weights_->of(id, process.cursor.position());
  process.cursor.advance();
  if (id == 0 && steps_ >= milestone_from_ && process.cursor.position() == milestone_) pause_at_ = steps_;
}

void Engine::enter_phase(std::uint32_t id, std::uint32_t number) {
  Process& process = processes_[id];
  process.program_phase = number;
  if (!process.phases.empty() && number >= process.phases.size()) process.phases.resize(number + std::size_t{1});
}

std::optional<Action> Engine::round_of_step(std::uint32_t id, const trace::Step& step) const {
  const Process& process = processes_[id];
  return action_of_round(step, id, process.round, process.requests[kReceiveRequest].bytes, groups_,
                         platform_.collectives);
}

void Engine::start_messages(std::uint32_t id) {
  Process& process = processes_[id];
  const Action& action = process.action;
  if (action.from != Round::kNobody) {
    Request& request = process.requests[action.receive_request];
    request = {.work = work_between(id, action.from).receive,
               .work_per_byte = is_pooled(id) ? exchange_.copy_per_byte(action.from, id) : 0,
               .known = false};
    exchange_.receive({id, action.from, action.channel, action.receive_request, action.expected}, process.now);
  }
  if (action.to != Round::kNobody) {
    process.requests[action.send_request] = {.known = false};
    exchange_.send({id, action.to, action.channel, action.send_request, action.bytes}, process.now);
    ++process.ahead;
  }
  settle_completions();
  process.phase = Phase::Wait;
  process.wait_since = process.now;
}

void Engine::settle_completions() {
  for (const Completion& completion : exchange_.completions()) {
    Process& process = processes_[completion.process];
    Request& request = process.requests[completion.request];
    const double copy = request.work_per_byte * static_cast<double>(completion.bytes);
    request.time = completion.time - copy;  // the receiver copies, when it gets a core
    request.work += copy;
    request.bytes = completion.bytes;
    request.known = true;
    if (!request.awaited) continue;
    request.awaited = false;
    if (--process.missing == 0) ready_.push_back(completion.process);
  }
  exchange_.completions().clear();
}

/// Returns whether all requests that the action waits for complete at a known time; marks the others as awaited.
bool Engine::all_known(Process& process) {
  for (std::uint32_t i = process.action.wait_begin; i < process.action.wait_end; ++i) {
    Request& request = process.requests[i];
    if (request.known) continue;
    request.awaited = true;
    ++process.missing;
  }
  if (process.missing > 0) process.ahead = 0;
  return process.missing == 0;
}

/// Takes the messages in the order of their arrival, each with its processor time. Goes on to the completion of the
/// last request, and returns the processor time that is then left.
double Engine::end_wait(std::uint32_t id) {
  const Process& process = processes_[id];
  const double since = process.wait_since;
  double last = since, work = 0;
  arrivals_.clear();
  for (std::uint32_t i = process.action.wait_begin; i < process.action.wait_end; ++i) {
    const Request& request = process.requests[i];
    last = std::max(last, request.time);
    if (request.work > 0) arrivals_.emplace_back(request.time, request.work);
    work += request.work;
  }
  std::sort(arrivals_.begin(), arrivals_.end());
  double taken = since;
  for (const auto& [time, seconds] : arrivals_) taken = std::max(taken, time) + seconds;
  const double left = std::max(taken - last, 0.0);
  spend(id, last, {.messages = work - left, .waiting = std::max(last - since - (work - left), 0.0)});
  return left;
}

/// Returns whether the process has done the work; else it asks for a core of its host and continues later.
bool Engine::work(std::uint32_t id, const ProcessTimes& parts) {
  Process& process = processes_[id];
  const double seconds = parts.compute + parts.messages;
  if (seconds <= 0) return true;
  if (!is_pooled(id)) {
    spend(id, process.now + seconds, parts);
    return true;
  }
  process.at_core = parts;
  process.at_core.end = seconds;
  timers_.set(id, process.now);
  return false;
}

/// The process goes on to a later time.
void Engine::spend(std::uint32_t id, double until, const ProcessTimes& parts) {
  Process& process = processes_[id];
  process.times += parts;
  if (!process.phases.empty()) process.phases[process.program_phase] += parts;
  if (timeline_) timeline_->add_times(id, process.now, until, parts);
  process.now = until;
}

const MessageWork& Engine::work_between(std::uint32_t a, std::uint32_t b) const {
  return paths_.is_local(a, b) ? platform_.inside_host : platform_.between_hosts;
}

/// Nothing can happen any more, and some processes wait. That is the end of windows, else an error of the trace.
void Engine::finish_windows() {
  for (const trace::ProcessTrace& process : trace_.processes) {
    if (process.window) return;
  }
  for (std::uint32_t id = 0; id < processes_.size(); ++id) {
    const trace::Step* step = processes_[id].cursor.step();
    if (step == nullptr) continue;
    const Action& action = processes_[id].action;
    const bool message = step->kind != trace::StepKind::Wait;
    const std::uint32_t peer = action.from != Round::kNobody ? action.from : action.to;
    throw InputError(fmt::format("replay: process {} waits forever at step {}{}; {} of {} processes reached their end",
                                 id, processes_[id].cursor.position() + 1,
                                 message ? fmt::format(" for process {}", peer) : "", ended_, processes_.size()));
  }
}

Result Engine::result() {
  Result result;
  for (Process& process : processes_) {
    process.times.end = process.now;
    result.processes.push_back(process.times);
    for (ProcessTimes& times : process.phases) times.end = times.sum();
    if (!process.phases.empty()) result.phases.push_back(std::move(process.phases));
    result.seconds = std::max(result.seconds, process.now);
  }
  result.messages = exchange_.messages();
  result.ended = ended_;
  sharing_.end(clock_);
  const std::vector<std::uint32_t> used = used_links();
  for (const std::uint32_t link : used) {
    result.links.push_back({paths_.links()[link], sharing_.bytes_of(link), sharing_.busy_of(link)});
  }
  if (timeline_) result.course = course(result.seconds, used);
  return result;
}

/// Returns the places in Paths::links() of those that carried bytes, by their numbers in the routing.
std::vector<std::uint32_t> Engine::used_links() const {
  std::vector<std::uint32_t> used;
  for (std::uint32_t link = 0; link < paths_.links().size(); ++link) {
    if (sharing_.bytes_of(link) > 0) used.push_back(link);
  }
  std::ranges::sort(used, {}, [&](std::uint32_t link) { return paths_.links()[link]; });
  return used;
}

Course Engine::course(double seconds, const std::vector<std::uint32_t>& links) const {
  Course course;
  course.interval = timeline_->width();
  const auto intervals =
      std::min(static_cast<std::size_t>(std::ceil(seconds / course.interval)), timeline_->intervals());
  for (const std::uint32_t link : links) {
    const double most = platform_.routing->bandwidth(paths_.links()[link]) * platform_.link_bandwidth * course.interval;
    std::vector<double>& shares = course.links.emplace_back();
    for (const float bytes : timeline_->bytes(link)) shares.push_back(static_cast<double>(bytes) / most);
    shares.resize(intervals);
  }
  for (std::uint32_t process = 0; process < processes_.size(); ++process) {
    auto& times = course.processes.emplace_back();
    for (std::size_t i = 0; i < intervals; ++i) times.push_back(timeline_->times(process, i));
  }
  return course;
}

}  // namespace topomorph::replay
