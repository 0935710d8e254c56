// Reads and writes the plans of earlier jobs.
#include "core/store/plans.h"

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/store/names.h"
#include "core/store/run_file.h"
#include "core/store/store.h"

namespace topomorph::store {
namespace {

constexpr const char* kPlansFolder = "plans";
/// Keys of the summary have this in front, so that none is taken for one of the file's own.
constexpr std::string_view kSummary = "summary_";
constexpr const char* kRanks = "new_ranks";
constexpr std::uint64_t kMostText = KeptFolder::kLargest / 8 * 7;  // of the ranks; the rest is for the summary

std::string plan_file(const std::string& digest) { return digest + std::string(kPlanEnding); }

/// Throws InputError unless each new rank appears once.
std::vector<std::uint64_t> permutation_in(const std::string& text, std::uint64_t size) {
  std::vector<std::uint64_t> ranks;
  std::vector<bool> seen(size, false);
  Words words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const std::uint64_t rank = parse_count(word).value_or(size);
    if (rank >= size || seen[rank]) throw InputError("'" + std::string(word) + "' is not a new rank");
    seen[rank] = true;
    ranks.push_back(rank);
  }
  if (ranks.size() != size) throw InputError("new ranks are missing");
  return ranks;
}

StoredPlan plan_of(const wire::KeyValues& values, std::uint64_t ranks) {
  StoredPlan plan;
  for (const auto& [key, value] : values) {
    if (key == kRanks) plan.new_ranks = permutation_in(value, ranks);
    if (key.starts_with(kSummary)) plan.summary[key.substr(kSummary.size())] = value;
  }
  const std::string& decision = plan.summary["decision"];
  if (decision != "keep" && decision != "reorder") throw InputError("'" + decision + "' is no decision");
  if (plan.new_ranks.size() != ranks || plan.summary["message"].empty()) throw InputError("its plan is incomplete");
  return plan;
}

/// Opens the plans of a store. Throws InputError for a store that a run would not write to either.
std::optional<KeptFolder> plans_in(const Location& store) {
  const auto folder = KeptFolder::open_if_there(store);
  if (!folder) return std::nullopt;
  const Store of_known_format(store);
  folder->check_writer();
  return folder->enter_if_there(kPlansFolder);
}

}  // namespace

std::optional<StoredPlan> find_plan(const Location& store, const std::string& digest, std::uint64_t ranks) {
  try {
    const auto plans = plans_in(store);
    if (!plans || !plans->has(plan_file(digest))) return std::nullopt;
    return plan_of(read_values(*plans, plan_file(digest)), ranks);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

void add_plan(const Location& store, const std::string& digest, const StoredPlan& plan) {
  wire::KeyValues values;
  for (const auto& [key, value] : plan.summary) values[std::string(kSummary) + key] = value;
  std::string ranks = fmt::format("{}", fmt::join(plan.new_ranks, " "));
  if (ranks.size() > kMostText) return;
  values[kRanks] = std::move(ranks);
  const KeptFolder plans = KeptFolder::open_to_write(store).make(kPlansFolder);
  write_values(plans, plan_file(digest), std::move(values));
  plans.keep_newest(kMostPlans);
}

std::size_t forget_plans(const Location& store) { return KeptFolder::forget(store, kPlansFolder); }

}  // namespace topomorph::store
