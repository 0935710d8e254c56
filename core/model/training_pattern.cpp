// The traffic of a training job by its kinds of parallelism, and its notation: parallel:tp=8,pp=4,dp=16.
#include "core/model/training_pattern.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/text.h"

namespace topomorph::inline model {

namespace {

constexpr std::string_view kParallel = "parallel:";
constexpr std::array<std::string_view, kParallelisms> kNames = {"tp", "cp", "ep", "dp", "pp"};
constexpr std::array kAll = {Parallelism::Tensor, Parallelism::Context, Parallelism::Expert, Parallelism::Data,
                             Parallelism::Pipeline};

constexpr std::size_t index(Parallelism kind) { return static_cast<std::size_t>(kind); }

/// Numbers of a process in the kinds of parallelism, those of experts aside.
using Place = std::array<std::uint64_t, kParallelisms>;

/// Knows who is who.
class Numbering {
 public:
  explicit Numbering(const TrainingPattern& pattern) : pattern_(pattern) {
    std::uint64_t stride = 1;
    for (const Parallelism kind : pattern.order) {
      if (kind == Parallelism::Expert) continue;
      stride_[index(kind)] = stride;
      stride *= degree(kind);
    }
  }

  std::uint64_t degree(Parallelism kind) const { return pattern_.degree[index(kind)]; }

  Place place_of(std::uint64_t rank) const {
    Place place = {};
    for (const Parallelism kind : kAll) {
      if (kind != Parallelism::Expert) place[index(kind)] = rank / stride_[index(kind)] % degree(kind);
    }
    return place;
  }

  std::uint64_t rank_of(const Place& place) const {
    std::uint64_t rank = 0;
    for (const Parallelism kind : kAll) rank += place[index(kind)] * stride_[index(kind)];
    return rank;
  }

  /// Number among the processes of context and data parallelism together, in the order of their ranks.
  std::uint64_t replica_of(const Place& place) const {
    return place[index(inner())] + place[index(outer())] * degree(inner());
  }

  /// Returns the rank of the process of this number, in the other kinds where `place` is.
  std::uint64_t rank_of_replica(Place place, std::uint64_t replica) const {
    place[index(inner())] = replica % degree(inner());
    place[index(outer())] = replica / degree(inner());
    return rank_of(place);
  }

  std::uint64_t replicas() const { return degree(Parallelism::Context) * degree(Parallelism::Data); }

 private:
  Parallelism inner() const {
    const bool context = stride_[index(Parallelism::Context)] <= stride_[index(Parallelism::Data)];
    return context ? Parallelism::Context : Parallelism::Data;
  }
  Parallelism outer() const { return inner() == Parallelism::Context ? Parallelism::Data : Parallelism::Context; }

  const TrainingPattern& pattern_;
  Place stride_ = {};
};

/// Collects what each process sends.
class StepTraffic {
 public:
  explicit StepTraffic(const TrainingPattern& pattern) : pattern_(pattern), numbering_(pattern) {}

  Affinity affinity() {
    const std::uint64_t processes = pattern_.processes();
    for (rank_ = 0; rank_ < processes; ++rank_) {
      place_ = numbering_.place_of(rank_);
      ring_of(Parallelism::Tensor);
      ring_of(Parallelism::Context);
      ring_of_gradients();
      experts();
      stages();
    }
    return Affinity::from_traffic(processes, std::move(traffic_));
  }

 private:
  void send(std::uint64_t to, std::uint64_t bytes) {
    if (to != rank_ && bytes > 0) traffic_.push_back({rank_, to, bytes, bytes});
  }

  std::uint64_t bytes(Parallelism kind) const { return pattern_.bytes[index(kind)]; }

  void ring_of(Parallelism kind) {
    Place next = place_;
    next[index(kind)] = (next[index(kind)] + 1) % numbering_.degree(kind);
    send(numbering_.rank_of(next), bytes(kind));
  }

  void ring_of_gradients() {
    const std::uint64_t next = (numbering_.replica_of(place_) + 1) % numbering_.replicas();
    send(numbering_.rank_of_replica(place_, next), bytes(Parallelism::Data));
  }

  void experts() {
    const std::uint64_t group = numbering_.degree(Parallelism::Expert), own = numbering_.replica_of(place_);
    if (group < 2) return;
    const std::uint64_t first = own / group * group;
    for (std::uint64_t other = first; other < first + group; ++other) {
      send(numbering_.rank_of_replica(place_, other), bytes(Parallelism::Expert) / (group - 1));
    }
  }

  void stages() {
    Place next = place_;
    std::uint64_t& stage = next[index(Parallelism::Pipeline)];
    if (stage + 1 < numbering_.degree(Parallelism::Pipeline)) {
      ++stage;
      send(numbering_.rank_of(next), bytes(Parallelism::Pipeline));
      --stage;
    }
    if (stage == 0) return;
    --stage;
    send(numbering_.rank_of(next), bytes(Parallelism::Pipeline));
  }

  const TrainingPattern& pattern_;
  const Numbering numbering_;
  std::uint64_t rank_ = 0;
  Place place_ = {};
  std::vector<Traffic> traffic_;
};

/// Reads the notation.
class SpecReader {
 public:
  explicit SpecReader(const std::string& spec) : spec_(spec) {}

  TrainingPattern read() {
    std::string_view text = spec_;
    take_prefix(text, kParallel);
    const std::size_t colon = std::min(text.find(':'), text.size());
    each_of(text.substr(0, colon), [&](std::string_view name, std::string_view value) { read_degree(name, value); });
    check_degrees();
    if (colon < text.size()) {
      each_of(text.substr(colon + 1), [&](std::string_view name, std::string_view value) { read_key(name, value); });
    }
    fill_in_bytes();
    return pattern_;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const { throw InputError(fmt::format("{}: {}", spec_, why)); }

  template <class Take>
  void each_of(std::string_view list, Take take) {
    while (true) {
      const std::size_t comma = std::min(list.find(','), list.size());
      const std::string_view word = list.substr(0, comma);
      const std::size_t equal = word.find('=');
      if (equal == std::string_view::npos) fail(fmt::format("found '{}', expected NAME=VALUE", beginning_of(word)));
      take(word.substr(0, equal), word.substr(equal + 1));
      if (comma == list.size()) return;
      list.remove_prefix(comma + 1);
    }
  }

  static std::optional<Parallelism> kind_named(std::string_view name) {
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) return std::nullopt;
    return kAll[static_cast<std::size_t>(found - kNames.begin())];
  }

  void read_degree(std::string_view name, std::string_view value) {
    const auto kind = kind_named(name);
    const auto degree = parse_count(value);
    if (!kind || !degree || *degree == 0 || *degree > kMaxRoles) {
      fail(fmt::format("found '{}={}', expected tp, cp, ep, dp or pp with a number from 1", beginning_of(name),
                       beginning_of(value)));
    }
    pattern_.degree[index(*kind)] = *degree;
  }

  void check_degrees() const {
    double processes = 1;
    for (const Parallelism kind : kAll) {
      if (kind != Parallelism::Expert) processes *= static_cast<double>(pattern_.degree[index(kind)]);
    }
    constexpr double kMostPairs = 1 << 28;
    const double pairs = processes * static_cast<double>(pattern_.degree[index(Parallelism::Expert)]);
    if (pairs > kMostPairs) fail("has too many pairs of experts");
    if (processes > static_cast<double>(kMaxRoles)) fail(fmt::format("has more than {} processes", kMaxRoles));
    const std::uint64_t replicas =
        pattern_.degree[index(Parallelism::Context)] * pattern_.degree[index(Parallelism::Data)];
    const std::uint64_t experts = pattern_.degree[index(Parallelism::Expert)];
    if (replicas % experts != 0) fail(fmt::format("ep={} does not divide cp x dp = {}", experts, replicas));
  }

  void read_key(std::string_view name, std::string_view value) {
    if (name == "order") return read_order(value);
    const auto kind = name.ends_with("-bytes") ? kind_named(name.substr(0, 2)) : std::nullopt;
    if (kind && name.size() == std::string_view("tp-bytes").size()) {
      const auto bytes = parse_volume(value);
      if (!bytes) fail(fmt::format("{}: expected a number of bytes, found '{}'", name, beginning_of(value)));
      given_[index(*kind)] = *bytes;
      return;
    }
    double* const member = member_named(name);
    if (member == nullptr) {
      fail(
          fmt::format("found '{}', expected order, tp-bytes and so on, hidden, layers, sequence, experts, micro-batch, "
                      "micro-batches, element or gradient",
                      beginning_of(name)));
    }
    const auto number = parse_real(value);
    constexpr double kMost = 1e9;
    if (!number || !(*number > 0) || *number > kMost) {
      fail(fmt::format("{}: expected a number above 0 and up to 1e9, found '{}'", name, beginning_of(value)));
    }
    *member = *number;
  }

  double* member_named(std::string_view name) {
    const std::pair<std::string_view, double*> members[] = {
        {"hidden", &model_.hidden},   {"layers", &model_.layers},           {"sequence", &model_.sequence},
        {"experts", &model_.experts}, {"micro-batch", &model_.micro_batch}, {"micro-batches", &model_.micro_batches},
        {"element", &model_.element}, {"gradient", &model_.gradient}};
    for (const auto& [known, member] : members) {
      if (known == name) return member;
    }
    return nullptr;
  }

  /// Kinds that are left out come last, in the default's order.
  void read_order(std::string_view text) {
    std::vector<Parallelism> order;
    while (!text.empty()) {
      const std::size_t dash = std::min(text.find('-'), text.size());
      const auto kind = kind_named(text.substr(0, dash));
      if (!kind || std::ranges::find(order, *kind) != order.end()) {
        fail(fmt::format("order: found '{}', expected each of tp, cp, ep, dp and pp at most once, as tp-cp-ep-dp-pp",
                         beginning_of(text.substr(0, dash))));
      }
      order.push_back(*kind);
      text.remove_prefix(std::min(dash + 1, text.size()));
    }
    for (const Parallelism kind : kAll) {
      if (std::ranges::find(order, kind) == order.end()) order.push_back(kind);
    }
    std::ranges::copy(order, pattern_.order.begin());
  }

  void fill_in_bytes() {
    const auto of_model = bytes_of_step(model_, pattern_.degree);
    constexpr double kMost = 1e15;  // of one process: all together fit 64 bits
    for (const Parallelism kind : kAll) {
      const std::size_t at = index(kind);
      if (!given_[at] && of_model[at] > kMost) fail(fmt::format("{} sends more than 1e15 bytes", kNames[at]));
      pattern_.bytes[at] = given_[at].value_or(static_cast<std::uint64_t>(std::llround(std::min(of_model[at], kMost))));
    }
  }

  const std::string& spec_;
  TrainingPattern pattern_;
  Transformer model_;
  std::array<std::optional<std::uint64_t>, kParallelisms> given_ = {};
};

}  // namespace

std::uint64_t TrainingPattern::processes() const {
  std::uint64_t processes = 1;
  for (const Parallelism kind : kAll) {
    if (kind != Parallelism::Expert) processes *= degree[index(kind)];
  }
  return processes;
}

Affinity to_affinity(const TrainingPattern& pattern) { return StepTraffic(pattern).affinity(); }

bool is_parallel_spec(const std::string& spec) { return spec.starts_with(kParallel); }

TrainingPattern parse_parallel_spec(const std::string& spec) { return SpecReader(spec).read(); }

std::array<double, kParallelisms> bytes_of_step(const Transformer& model,
                                                const std::array<std::uint64_t, kParallelisms>& degree) {
  const auto of = [&](Parallelism kind) { return static_cast<double>(degree[index(kind)]); };
  const double tensor = of(Parallelism::Tensor), context = of(Parallelism::Context), experts = of(Parallelism::Expert);
  const double replicas = context * of(Parallelism::Data);
  const double activation = model.sequence / context * model.micro_batch * model.hidden * model.element;
  const double layers = model.layers / of(Parallelism::Pipeline);
  const double passes = layers * model.micro_batches;
  const double parameters = 12 * model.hidden * model.hidden * layers / tensor;
  std::array<double, kParallelisms> bytes = {};
  // Forth and back two all-reduces of the activations in each layer.
  bytes[index(Parallelism::Tensor)] = passes * 4 * 2 * (tensor - 1) / tensor * activation;
  // Keys and values around the ring, once forth and, with their gradients, twice back.
  bytes[index(Parallelism::Context)] = passes * 3 * 2 * (context - 1) * activation / tensor;
  // To the experts and from them, forth and back.
  bytes[index(Parallelism::Expert)] = passes * 4 * model.experts * (experts - 1) / experts * activation / tensor;
  // Gradients are scattered, parameters gathered.
  bytes[index(Parallelism::Data)] = (replicas - 1) / replicas * parameters * (model.gradient + model.element);
  bytes[index(Parallelism::Pipeline)] = model.micro_batches * activation / tensor;
  return bytes;
}

}  // namespace topomorph::inline model
