// The actions of one process of a time-independent trace, which become its steps.
#include "core/replay/time_independent/process_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/replay/replay.h"
#include "core/replay/rounds.h"

namespace topomorph::replay {

namespace {

using trace::Collective;

/// Sizes of the datatypes by their number in SimGrid; the first seven are the usual ones (double, int, char, short,
/// long, float, byte).
constexpr std::array<std::uint64_t, 27> kTypes = {8,  4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4, 8, 8,
                                                  16, 4, 1, 1, 2, 4, 8, 1, 2, 4, 8, 8, 16};
constexpr std::uint64_t kExchangeTag = std::uint64_t{1} << 63;  // no tag of a program, which have 53 bits
constexpr std::uint64_t kMostCount = std::uint64_t{1} << 46;    // the largest type keeps it below what a trace may have

constexpr std::string_view kForm =
    "init, finalize, compute, sleep, send, isend, recv, irecv, wait, waitall, barrier, bcast, reduce, allreduce, "
    "gather, gatherv, scatter, scatterv, allgather, allgatherv, alltoall, alltoallv or reducescatter";

/// SimGrid before 3.20 wrote "allReduce" and "waitAll", and sends without a tag.
bool is_of_old_format(std::string_view action) {
  const std::string name = lower_case(action);
  return name != action &&
         (name == "allreduce" || name == "waitall" || name == "alltoall" || name == "alltoallv" ||
          name == "allgather" || name == "allgatherv" || name == "gatherv" || name == "reducescatter");
}

std::uint64_t total_of(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

std::uint16_t TraceText::channel_of(std::uint64_t tag) {
  return channels.try_emplace(tag, static_cast<std::uint16_t>(channels.size())).first->second;
}

/// The words after an action.
class ProcessReader::Arguments {
 public:
  Arguments(Words& words, const LineReader& reader, std::uint64_t default_type)
      : reader_(reader), default_type_(default_type) {
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) words_.push_back(word);
  }

  std::size_t left() const { return words_.size() - next_; }
  [[noreturn]] void fail(const std::string& message) const { reader_.fail(message); }

  std::string_view word(const char* what) {
    if (left() == 0) fail(fmt::format("{} is missing", what));
    return words_[next_++];
  }
  /// Numbers of elements may be written as reals.
  std::uint64_t count(const char* what) {
    const std::string_view text = word(what);
    const auto value = parse_volume(text);
    if (!value || *value > kMostCount) fail(fmt::format("found '{}', expected {}", text, what));
    return *value;
  }
  double real(const char* what) {
    const std::string_view text = word(what);
    const auto value = parse_real(text);
    if (!value || *value < 0) fail(fmt::format("found '{}', expected {}", text, what));
    return *value;
  }
  std::uint32_t rank(std::uint32_t processes) {
    const std::uint64_t value = count("a rank");
    if (value >= processes) fail(fmt::format("rank {} of {} processes", value, processes));
    return static_cast<std::uint32_t>(value);
  }
  std::uint32_t root(std::uint32_t processes) { return left() > 0 ? rank(processes) : 0; }
  /// Tags may be negative.
  std::uint64_t tag() {
    const std::string_view text = word("a tag");
    const auto value = parse_real(text);
    if (!value || *value != std::floor(*value) || std::abs(*value) > 0x1p52) {
      fail(fmt::format("found '{}', expected a tag", text));
    }
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(*value));
  }
  /// Returns the size of the datatype that follows, or of the default one.
  std::uint64_t type() {
    const std::uint64_t number = left() > 0 ? count("the number of a datatype") : default_type_;
    return number < kTypes.size() ? kTypes[number] : kTypes.back();
  }
  /// Returns a list of counts, one for each process.
  std::vector<std::uint64_t> counts(std::uint32_t processes) {
    std::vector<std::uint64_t> each(processes);
    std::uint64_t sum = 0;
    for (std::uint64_t& number : each) {
      number = count("a count for each process");
      sum += number;
      if (sum > kMostCount) fail("the counts are too large");
    }
    return each;
  }

 private:
  std::vector<std::string_view> words_;
  std::size_t next_ = 0;
  const LineReader& reader_;
  std::uint64_t default_type_;
};

ProcessReader::ProcessReader(std::uint32_t rank, TraceText& text)
    : rank_(rank), text_(text), folder_(std::numeric_limits<std::size_t>::max() / 4) {}

void ProcessReader::read(std::string_view action, Words& words, const LineReader& reader) {
  Arguments arguments(words, reader, default_type_);
  const bool known = read_local(action, arguments) || read_message(action, arguments) || read_wait(action, arguments) ||
                     read_collective(action, arguments) || read_unequal(action, arguments);
  if (!known && is_of_old_format(action))
    reader.fail(
        fmt::format("found the action '{}' of SimGrid before 3.20, expected '{}': record it again with a later one",
                    action, lower_case(action)));
  if (!known) reader.fail(fmt::format("found the action '{}', expected {}", action, kForm));
  if (folder_.is_window()) reader.fail("no memory for more steps");
}

bool ProcessReader::read_local(std::string_view action, Arguments& arguments) {
  if (action == "compute") {
    folder_.compute(arguments.real("a number of flops") / text_.flops_per_second);
  } else if (action == "sleep") {
    folder_.compute(arguments.real("seconds"));
  } else if (action == "init") {
    default_type_ = arguments.left() > 0 ? 0 : 6;
  } else if (action == "finalize") {
    finalized_ = true;
  } else {
    return action == "comm_size" || action == "comm_split" || action == "comm_dup" || action == "location" ||
           action.starts_with("test");  // test, testany, testsome, testall: whether one has ended is not said
  }
  return true;
}

bool ProcessReader::read_message(std::string_view action, Arguments& arguments) {
  const bool sends = action == "send" || action == "isend", waits = action == "send" || action == "recv";
  if (!sends && action != "recv" && action != "irecv") return false;
  const std::uint32_t peer = arguments.rank(text_.processes);
  if (sends && arguments.left() == 1) {
    arguments.fail(
        fmt::format("found a {} without a tag, of SimGrid before 3.20, expected '{} {} TAG ELEMENTS': record it "
                    "again with a later one",
                    action, action, peer));
  }
  const std::uint64_t tag = arguments.tag();
  const std::uint16_t channel = text_.channel_of(tag);
  if (text_.channels.size() > std::numeric_limits<std::uint16_t>::max()) arguments.fail("more than 65535 tags");
  std::uint64_t bytes = 0;
  if (sends) {
    bytes = arguments.count("a number of elements");
    bytes *= arguments.type();
  }
  if (waits) {
    folder_.add(sends ? trace::send(peer, bytes, channel) : trace::receive(peer, channel));
    return true;
  }
  const Request request = {sends ? rank_ : peer, sends ? peer : rank_, tag};
  const std::uint32_t slot = start(request);
  if (slot >= trace::kMaxSlots) arguments.fail("too many requests under way");
  folder_.add(sends ? trace::start_send(peer, bytes, slot, channel) : trace::start_receive(peer, slot, channel));
  return true;
}

std::uint32_t ProcessReader::start(const Request& request) {
  const std::uint32_t slot = slots_.take();
  under_way_[request].push_back(slot);
  request_of_.resize(std::max(request_of_.size(), slots_.taken().size()));
  request_of_[slot] = request;
  return slot;
}

bool ProcessReader::read_wait(std::string_view action, Arguments& arguments) {
  if (action == "waitall") {
    if (arguments.left() > 0) arguments.count("a number of requests");
    wait_for_all();
    return true;
  }
  if (action == "waitAny") {
    wait_for_first();
    return true;
  }
  if (action != "wait") return false;
  if (arguments.left() == 0)
    arguments.fail(
        "found a wait for no request, of SimGrid before 3.20, expected 'wait SENDER RECEIVER TAG': record it "
        "again with a later one");
  const std::uint64_t sender = arguments.count("the rank of the sender");
  const std::uint64_t receiver = arguments.count("the rank of the receiver");
  const std::uint64_t tag = arguments.tag();
  const Request request = {sender, receiver, tag};
  // SimGrid's own replay ignores a wait for what is not under way, because an earlier waitall or test may have ended
  // it.
  if (under_way_.contains(request)) folder_.add(trace::wait(end_oldest(request)));
  return true;
}

/// Returns its slot.
std::uint32_t ProcessReader::end_oldest(const Request& request) {
  const auto oldest = under_way_.find(request);
  const std::uint32_t slot = oldest->second.front();
  oldest->second.pop_front();
  if (oldest->second.empty()) under_way_.erase(oldest);
  slots_.give_back(slot);
  return slot;
}

/// SimGrid does not write which request has ended: taken for that of the lowest slot, among the oldest of which it is.
void ProcessReader::wait_for_first() {
  const auto slot = std::ranges::find(slots_.taken(), true);
  if (slot == slots_.taken().end()) return;
  const Request first = request_of_[static_cast<std::size_t>(slot - slots_.taken().begin())];
  folder_.add(trace::wait(end_oldest(first)));
}

/// Waits for all, as SimGrid's own replay does, though the program may wait for some of them only, and for the others
/// by name afterwards.
void ProcessReader::wait_for_all() {
  const std::vector<bool>& taken = slots_.taken();
  for (std::size_t begin = 0, end = 0; begin < taken.size(); begin = end + 1) {
    end = begin;
    while (end < taken.size() && taken[end]) ++end;
    if (end == begin) continue;
    folder_.add(trace::wait(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)));
  }
  under_way_.clear();
  slots_.clear();
}

void ProcessReader::add_collective(Collective kind, std::uint64_t bytes, std::uint32_t root) {
  folder_.add(trace::collective(kind, bytes, 0, root));
}

/// Collectives whose processes have blocks of one size. Reductions compute after their messages.
bool ProcessReader::read_collective(std::string_view action, Arguments& arguments) {
  if (action == "barrier") {
    add_collective(Collective::Barrier, 0);
  } else if (action == "bcast") {
    const std::uint64_t count = arguments.count("a number of elements");
    const std::uint32_t root = arguments.root(text_.processes);
    add_collective(Collective::Bcast, count * arguments.type(), root);
  } else if (action == "reduce" || action == "allreduce") {
    const std::uint64_t count = arguments.count("a number of elements");
    const double flops = arguments.real("a number of flops");
    const std::uint32_t root = action == "reduce" ? arguments.root(text_.processes) : 0;
    add_collective(action == "reduce" ? Collective::Reduce : Collective::Allreduce, count * arguments.type(), root);
    folder_.compute(flops / text_.flops_per_second);
  } else if (action == "gather" || action == "scatter" || action == "allgather" || action == "alltoall") {
    const std::uint64_t sent = arguments.count("a number of elements");
    const std::uint64_t received = arguments.count("a number of elements");
    const bool rooted = action == "gather" || action == "scatter";
    const std::uint32_t root = rooted ? arguments.root(text_.processes) : 0;
    const std::uint64_t count = action == "scatter" ? received : sent;
    const Collective kind = action == "gather"      ? Collective::Gather
                            : action == "scatter"   ? Collective::Scatter
                            : action == "allgather" ? Collective::Allgather
                                                    : Collective::Alltoall;
    add_collective(kind, count * arguments.type(), root);
  } else {
    return false;
  }
  return true;
}

/// Where shares are exact it becomes the rounds in which the replay carries out an alltoallv, each with its own bytes:
/// messages of equal sizes would stay in step. Among more processes that takes too much memory.
void ProcessReader::add_unequal_exchange(std::span<const std::uint64_t> sent, std::uint64_t type) {
  const std::uint32_t processes = text_.processes;
  if (processes > kExactProcesses) {
    add_collective(Collective::Alltoallv, (total_of(sent) - sent[rank_]) * type);
    return;
  }
  const Call call{.kind = Collective::Alltoallv, .size = processes, .rank = rank_};
  const std::uint16_t channel = text_.channel_of(kExchangeTag);
  for (std::uint32_t number = 0; const auto round = round_of(call, number, {}); ++number) {
    const Request request = {round->from, rank_, kExchangeTag};
    folder_.add(trace::start_receive(round->from, start(request), channel));
    folder_.add(trace::send(round->to, sent[round->to] * type, channel));
    folder_.add(trace::wait(end_oldest(request)));
  }
}

/// Collectives with a count for each process.
bool ProcessReader::read_unequal(std::string_view action, Arguments& arguments) {
  const std::uint32_t processes = text_.processes;
  if (action == "gatherv" || action == "allgatherv") {
    const std::uint64_t own = arguments.count("a number of elements");
    arguments.counts(processes);
    const std::uint32_t root = action == "gatherv" ? arguments.root(processes) : 0;
    add_collective(action == "gatherv" ? Collective::Gatherv : Collective::Allgatherv, own * arguments.type(), root);
  } else if (action == "scatterv") {
    arguments.counts(processes);
    const std::uint64_t own = arguments.count("a number of elements");
    const std::uint32_t root = arguments.root(processes);
    add_collective(Collective::Scatterv, own * arguments.type(), root);
  } else if (action == "alltoallv") {
    arguments.count("the size of a buffer");
    const std::vector<std::uint64_t> sent = arguments.counts(processes);
    arguments.count("the size of a buffer");
    arguments.counts(processes);
    add_unequal_exchange(sent, arguments.type());
  } else if (action == "reducescatter") {
    const std::uint64_t sum = total_of(arguments.counts(processes));
    const double flops = arguments.real("a number of flops");
    add_collective(Collective::ReduceScatter, sum * arguments.type());
    folder_.compute(flops / text_.flops_per_second);
  } else {
    return false;
  }
  return true;
}

trace::ProcessTrace ProcessReader::finish() {
  wait_for_all();
  folder_.finish();
  return {{folder_.steps().begin(), folder_.steps().end()}, folder_.seen(), folder_.is_window()};
}

}  // namespace topomorph::replay
