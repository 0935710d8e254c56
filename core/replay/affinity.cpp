// The affinity of a trace: the bytes and messages of each pair of processes.
#include "core/replay/affinity.h"

#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/replay/groups.h"
#include "core/replay/rounds.h"
#include "core/replay/work.h"
#include "core/trace/check.h"

namespace topomorph::replay {

namespace {

using trace::Collective;
using trace::Step;
using trace::StepKind;

/// 128 bits, because a message has up to 2^50 bytes and is sent up to 2^63 times.
using Wide = unsigned __int128;

struct Volume {
  Wide bytes = 0, messages = 0;
  void add(Wide each, Wide times) {
    bytes += each * times;
    messages += times;
  }
};

/// Collectives that are the same but for the time at which they are called: kind, group, root, bytes.
using Kind = std::tuple<Collective, std::uint32_t, std::uint32_t, std::uint64_t>;

class Counter {
 public:
  Counter(const trace::Trace& trace, const CollectiveOptions& collectives)
      : trace_(trace), collectives_(collectives), groups_(trace.groups), gathered_(trace.groups.size()) {}

  Affinity run() {
    for (std::uint32_t role = 0; role < trace_.processes.size(); ++role) {
      role_ = role;
      count(0, trace_.processes[role].steps.size(), 1);
      for (const auto& [kind, times] : calls_) count_rounds(kind, times);
      calls_.clear();
      take_pairs();
    }
    for (std::uint32_t group = 0; group < gathered_.size(); ++group) count_gathered(group);
    take_pairs();
    return Affinity::from_traffic(trace_.processes.size(), std::move(traffic_));
  }

 private:
  /// Counts the steps of a piece of the process, which runs `times` times.
  void count(std::size_t begin, std::size_t end, std::uint64_t times) {
    const std::vector<Step>& steps = trace_.processes[role_].steps;
    for (std::size_t i = begin; i < end; ++i) {
      const Step& step = steps[i];
      if (step.kind == StepKind::Loop) {
        count(i + 1, i + 1 + step.length, times * step.amount);
        i += step.length;
      } else if (step.kind == StepKind::Send || step.kind == StepKind::StartSend) {
        pairs_[{role_, step.peer}].add(step.amount, times);
      } else if (step.kind == StepKind::Collective) {
        calls_[{step.collective, step.slot, step.peer, step.amount}] += times;
      }
    }
  }

  void count_rounds(const Kind& kind, Wide times) {
    const auto& [collective, group, root, bytes] = kind;
    const auto& members = trace_.groups[group];
    const std::uint32_t rank = groups_.rank(group, role_);
    if (collective == Collective::Allgatherv) {
      gathered_[group].resize(members.size());
      gathered_[group][rank].add(bytes, times);
      return;
    }
    const Call call = {collective, static_cast<std::uint32_t>(members.size()), rank, root, bytes};
    for (std::uint32_t number = 0; const auto round = round_of(call, number, collectives_); ++number) {
      const bool receiver_knows = collective == Collective::Scatterv && round->from != Round::kNobody;
      if (receiver_knows) pairs_[{members[round->from], role_}].add(round->expected, times);
      if (round->to == Round::kNobody || round->bytes == Round::kAsReceived) continue;
      pairs_[{role_, members[round->to]}].add(round->bytes, times);
    }
  }

  /// Blocks of allgatherv go around a ring: each process sends on all blocks but that of the next one.
  void count_gathered(std::uint32_t group) {
    const auto& members = trace_.groups[group];
    const std::vector<Volume>& blocks = gathered_[group];
    Wide all = 0;
    for (const Volume& block : blocks) all += block.bytes;
    for (std::size_t rank = 0; rank < blocks.size() && blocks.size() > 1; ++rank) {
      const std::size_t next = (rank + 1) % blocks.size();
      Volume& sum = pairs_[{members[rank], members[next]}];
      sum.bytes += all - blocks[next].bytes;
      sum.messages += blocks[rank].messages * (blocks.size() - 1);
    }
  }

  void take_pairs() {
    for (const auto& [pair, sum] : pairs_) {
      if (sum.messages == 0) continue;
      if (std::max(sum.bytes, sum.messages) > std::numeric_limits<std::uint64_t>::max()) {
        throw InputError(
            fmt::format("trace: process {} sends more to process {} than 64 bits can count", pair.first, pair.second));
      }
      traffic_.push_back(
          {pair.first, pair.second, static_cast<std::uint64_t>(sum.bytes), static_cast<std::uint64_t>(sum.messages)});
    }
    pairs_.clear();
  }

  const trace::Trace& trace_;
  const CollectiveOptions& collectives_;
  Groups groups_;
  std::uint32_t role_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Volume> pairs_;  // not yet in traffic_
  std::map<Kind, Wide> calls_;                                       // of the process
  std::vector<std::vector<Volume>> gathered_;  // by group and rank: the blocks given to allgatherv
  std::vector<Traffic> traffic_;
};

}  // namespace

Affinity affinity_of(const trace::Trace& trace, const CollectiveOptions& collectives) {
  trace::check(trace);
  check_pairs(trace, collectives);
  return Counter(trace, collectives).run();
}

}  // namespace topomorph::replay
