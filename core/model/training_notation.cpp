// The notation of a training job: parallel:tp=8,pp=4,dp=16.
#include "core/model/training_notation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/text.h"

namespace topomorph::inline model {

namespace {

constexpr std::string_view kParallel = "parallel:";
constexpr std::array<std::string_view, kParallelisms> kNames = {"tp", "cp", "ep", "dp", "pp"};

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
    return kAllParallelisms[static_cast<std::size_t>(found - kNames.begin())];
  }

  void read_degree(std::string_view name, std::string_view value) {
    const auto kind = kind_named(name);
    const auto degree = parse_count(value);
    if (!kind || !degree || *degree == 0 || *degree > kMaxRoles) {
      fail(fmt::format("found '{}={}', expected tp, cp, ep, dp or pp with a number from 1", beginning_of(name),
                       beginning_of(value)));
    }
    pattern_.degree[index_of(*kind)] = *degree;
  }

  void check_degrees() const {
    double processes = 1;
    for (const Parallelism kind : kAllParallelisms) {
      if (kind != Parallelism::Expert) processes *= static_cast<double>(pattern_.degree[index_of(kind)]);
    }
    constexpr double kMostPairs = 1 << 28;
    const double pairs = processes * static_cast<double>(pattern_.degree[index_of(Parallelism::Expert)]);
    if (pairs > kMostPairs) fail("has too many pairs of experts");
    if (processes > static_cast<double>(kMaxRoles)) fail(fmt::format("has more than {} processes", kMaxRoles));
    const std::uint64_t replicas =
        pattern_.degree[index_of(Parallelism::Context)] * pattern_.degree[index_of(Parallelism::Data)];
    const std::uint64_t experts = pattern_.degree[index_of(Parallelism::Expert)];
    if (replicas % experts != 0) fail(fmt::format("ep={} does not divide cp x dp = {}", experts, replicas));
  }

  void read_key(std::string_view name, std::string_view value) {
    if (name == "order") return read_order(value);
    const auto kind = name.ends_with("-bytes") ? kind_named(name.substr(0, 2)) : std::nullopt;
    if (kind && name.size() == std::string_view("tp-bytes").size()) {
      const auto bytes = parse_volume(value);
      if (!bytes) fail(fmt::format("{}: expected a number of bytes, found '{}'", name, beginning_of(value)));
      given_[index_of(*kind)] = *bytes;
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
      const std::string_view name = take_until(text, '-');
      const auto kind = kind_named(name);
      if (!kind || std::ranges::find(order, *kind) != order.end()) {
        fail(fmt::format("order: found '{}', expected each of tp, cp, ep, dp and pp at most once, as tp-cp-ep-dp-pp",
                         beginning_of(name)));
      }
      order.push_back(*kind);
    }
    for (const Parallelism kind : kAllParallelisms) {
      if (std::ranges::find(order, kind) == order.end()) order.push_back(kind);
    }
    std::ranges::copy(order, pattern_.order.begin());
  }

  void fill_in_bytes() {
    const auto of_model = bytes_of_step(model_, pattern_.degree);
    constexpr double kMost = 1e15;  // of one process: all together fit 64 bits
    for (const Parallelism kind : kAllParallelisms) {
      const std::size_t at = index_of(kind);
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

bool is_parallel_spec(const std::string& spec) { return spec.starts_with(kParallel); }

TrainingPattern parse_parallel_spec(const std::string& spec) { return SpecReader(spec).read(); }

}  // namespace topomorph::inline model
