// Writes SimGrid's time-independent traces.
#include "core/replay/time_independent/writer.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/replay/lanes.h"
#include "core/replay/rounds.h"
#include "core/trace/check.h"

namespace topomorph::replay {

namespace {

using trace::Collective;
using trace::Step;
using trace::StepKind;

constexpr int kByte = 6;  // SimGrid's number of MPI_BYTE
constexpr std::uint64_t kTagOfGroups = std::uint64_t{1} << 16;

std::uint64_t count_steps(const std::vector<Step>& steps, std::size_t begin, std::size_t end) {
  std::uint64_t sum = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (steps[i].kind == StepKind::Loop) {
      sum += steps[i].amount * count_steps(steps, i + 1, i + 1 + steps[i].length);
      i += steps[i].length;
    } else {
      ++sum;
    }
  }
  return sum;
}

class Writer {
 public:
  Writer(const trace::Trace& trace, double flops_per_second, const std::string& path, const CollectiveOptions& options)
      : trace_(trace), flops_per_second_(flops_per_second), options_(options), file_(path) {
    collect_sizes();
    for (const auto& members : trace.groups) {
      is_world_.push_back(members == successive<std::uint32_t>(trace.processes.size()));
    }
  }

  void run() {
    for (std::uint32_t rank = 0; rank < trace_.processes.size(); ++rank) {
      rank_ = rank;
      requests_.clear();
      line("init");
      for (trace::Cursor cursor(trace_.processes[rank].steps); cursor.step() != nullptr; cursor.advance()) {
        write(*cursor.step());
      }
      line("finalize");
    }
    file_.commit();
  }

 private:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    file_.write(fmt::format("{} {}\n", rank_, fmt::format(format, std::forward<Arguments>(arguments)...)));
  }

  /// The largest message of each pair and channel, and the largest block of each process and collective.
  void collect_sizes() {
    for (std::uint32_t rank = 0; rank < trace_.processes.size(); ++rank) {
      for (const Step& step : trace_.processes[rank].steps) {
        if (step.kind == StepKind::Send || step.kind == StepKind::StartSend) {
          auto& size = sizes_[Lanes::key(rank, step.peer, step.channel)];
          size = std::max(size, step.amount);
        } else if (step.kind == StepKind::Collective) {
          auto& blocks = blocks_[{step.collective, step.slot}];
          blocks.resize(trace_.processes.size());
          blocks[rank] = std::max(blocks[rank], step.amount);
        }
      }
    }
  }

  void write(const Step& step) {
    if (step.seconds > 0) line("compute {}", step.seconds * flops_per_second_);
    switch (step.kind) {
      case StepKind::Send:
        return line("send {} {} {} {}", step.peer, step.channel, step.amount, kByte);
      case StepKind::StartSend:
        requests_[step.slot] = fmt::format("{} {} {}", rank_, step.peer, step.channel);
        return line("isend {} {} {} {}", step.peer, step.channel, step.amount, kByte);
      case StepKind::Receive:
        return line("recv {} {} {} {}", step.peer, step.channel, received(step), kByte);
      case StepKind::StartReceive:
        requests_[step.slot] = fmt::format("{} {} {}", step.peer, rank_, step.channel);
        return line("irecv {} {} {} {}", step.peer, step.channel, received(step), kByte);
      case StepKind::Wait:
        return wait(step);
      case StepKind::Collective:
        return is_world_[step.slot] && step.collective != Collective::Scan ? collective(step) : messages(step);
      case StepKind::Compute:
      case StepKind::Loop:
      case StepKind::Phase:  // the format has none
        return;
    }
  }

  /// SimGrid probes for the size, which blocks, if the size is 0.
  std::uint64_t received(const Step& step) const {
    const auto size = sizes_.find(Lanes::key(step.peer, rank_, step.channel));
    return size == sizes_.end() ? 1 : std::max<std::uint64_t>(size->second, 1);
  }

  void wait(const Step& step) {
    if (step.length == requests_.size()) {
      requests_.clear();
      return line("waitall");
    }
    for (std::uint32_t slot = step.slot; slot < step.slot + step.length; ++slot) {
      line("wait {}", requests_.at(slot));
      requests_.erase(slot);
    }
  }

  void collective(const Step& step) {
    const std::uint64_t bytes = step.amount;
    switch (step.collective) {
      case Collective::Barrier:
        return line("barrier");
      case Collective::Bcast:
        return line("bcast {} {} {}", bytes, step.peer, kByte);
      case Collective::Reduce:
        return line("reduce {} 0 {} {}", bytes, step.peer, kByte);
      case Collective::Allreduce:
        return line("allreduce {} 0 {}", bytes, kByte);
      case Collective::Gather:
        return line("gather {0} {0} {1} {2} {2}", bytes, step.peer, kByte);
      case Collective::Scatter:
        return line("scatter {0} {0} {1} {2} {2}", bytes, step.peer, kByte);
      case Collective::Allgather:
        return line("allgather {0} {0} {1} {1}", bytes, kByte);
      case Collective::Alltoall:
        return line("alltoall {0} {0} {1} {1}", bytes, kByte);
      case Collective::Gatherv:
        return line("gatherv {0} {1} {2} {3} {3}", own_block(step), counts(step, 1), step.peer, kByte);
      case Collective::Scatterv:
        return line("scatterv {1} {0} {2} {3} {3}", own_block(step), counts(step, 1), step.peer, kByte);
      case Collective::Allgatherv:
        return line("allgatherv {0} {1} {2} {2}", own_block(step), counts(step, 1), kByte);
      case Collective::Alltoallv:
        return all_to_all(step);
      case Collective::ReduceScatter: {
        const std::uint64_t size = trace_.processes.size();
        std::string parts;
        for (std::uint64_t i = 0; i < size; ++i) parts += fmt::format("{} ", bytes / size + (i < bytes % size ? 1 : 0));
        return line("reducescatter {}0 {}", parts, kByte);
      }
      case Collective::Scan:
        return;
    }
  }

  std::uint64_t own_block(const Step& step) const { return blocks_.at({step.collective, step.slot})[rank_]; }

  /// Returns the blocks of all processes, divided by a number of receivers.
  std::string counts(const Step& step, std::uint64_t receivers) const {
    std::string text;
    for (const std::uint64_t block : blocks_.at({step.collective, step.slot})) {
      if (!text.empty()) text += ' ';
      text += fmt::format("{}", block / receivers);
    }
    return text;
  }

  void all_to_all(const Step& step) {
    const std::uint64_t others = std::max<std::uint64_t>(trace_.processes.size() - 1, 1);
    const std::uint64_t each = own_block(step) / others;
    std::string sent;
    for (std::uint32_t i = 0; i < trace_.processes.size(); ++i) sent += fmt::format("{} ", i == rank_ ? 0 : each);
    line("alltoallv {0} {1}{2} {3} {4} {4}", each * others, sent, each * others, counts(step, others), kByte);
  }

  /// The rounds of a collective that the format does not have.
  void messages(const Step& step) {
    if (step.collective == Collective::Scatterv || step.collective == Collective::Allgatherv) {
      throw InputError(
          fmt::format("process {}: scatterv and allgatherv of a part of the processes cannot be written", rank_));
    }
    const auto& members = trace_.groups[step.slot];
    const auto place = std::find(members.begin(), members.end(), rank_) - members.begin();
    const Call call = {step.collective, static_cast<std::uint32_t>(members.size()), static_cast<std::uint32_t>(place),
                       step.peer, step.amount};
    const std::uint64_t tag = kTagOfGroups + step.slot,
                        bytes = std::max<std::uint64_t>(step.amount * members.size(), 1);
    for (std::uint32_t number = 0; const auto round = round_of(call, number, options_); ++number) {
      const bool sends = round->to != Round::kNobody, receives = round->from != Round::kNobody;
      if (receives) line("{} {} {} {} {}", sends ? "irecv" : "recv", members[round->from], tag, bytes, kByte);
      if (sends) line("send {} {} {} {}", members[round->to], tag, round->bytes, kByte);
      if (sends && receives) line("wait {} {} {}", members[round->from], rank_, tag);
    }
  }

  const trace::Trace& trace_;
  double flops_per_second_;
  const CollectiveOptions& options_;
  AtomicFile file_;
  std::map<std::uint64_t, std::uint64_t> sizes_;
  std::map<std::pair<Collective, std::uint32_t>, std::vector<std::uint64_t>> blocks_;
  std::vector<bool> is_world_;
  std::uint32_t rank_ = 0;
  std::map<std::uint32_t, std::string> requests_;  // under way, by slot: the arguments of their wait
};

}  // namespace

void write_time_independent(const trace::Trace& trace, double flops_per_second, const std::string& path,
                            const CollectiveOptions& options, std::uint64_t most_lines) {
  trace::check(trace);
  std::uint64_t lines = 0;
  for (const auto& process : trace.processes) {
    const std::uint64_t steps = count_steps(process.steps, 0, process.steps.size());
    if (steps > most_lines - lines) {
      throw InputError(fmt::format("the trace has more than {} steps without its loops", most_lines));
    }
    lines += steps;
  }
  Writer(trace, flops_per_second, path, options).run();
}

}  // namespace topomorph::replay
