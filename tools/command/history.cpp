// topomorph history: prints the measurements and decisions of topomorph auto.
#include "tools/command/history.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/median.h"
#include "core/base/text.h"
#include "core/settings/settings.h"
#include "core/store/networks.h"
#include "core/store/plans.h"
#include "core/store/run_file.h"
#include "core/store/secret_key.h"
#include "tools/command/options.h"
#include "tools/command/verbs.h"
#include "tools/engine/verbs.h"
#include "tools/output/message.h"
#include "tools/programs/executable.h"

namespace topomorph::command {
namespace {

/// The runs of a case in one situation: with the same places and costs.
struct Situation {
  std::string id, place;
  std::size_t runs = 0;
  std::vector<store::OrderTimes> orders;  ///< of the runs that count, the launcher's order first if it has any
  std::size_t disturbed = 0;              ///< runs whose times are left out, or doubtful
  const store::Run* last = nullptr;
  std::optional<double> gain;  ///< percent, as last predicted
};

std::vector<store::OrderTimes> times_in_situation(const store::Entry& entry, const std::string& situation) {
  std::vector<store::OrderTimes> orders = store::times_of(entry.runs, entry.generation, situation);
  std::stable_partition(orders.begin(), orders.end(),
                        [](const store::OrderTimes& order) { return order.order == store::kLauncher; });
  return orders;
}

/// Returns the situations of an entry, the last used first, with pointers into the entry.
std::vector<Situation> situations_of(const store::Entry& entry) {
  std::vector<Situation> situations;
  for (auto run = entry.runs.rbegin(); run != entry.runs.rend(); ++run) {
    auto found = std::find_if(situations.begin(), situations.end(),
                              [&](const Situation& each) { return each.id == run->situation; });
    if (found == situations.end()) {
      const auto disturbed = store::disturbed_runs(entry.runs, entry.generation, run->situation).size();
      situations.push_back(
          {run->situation, run->place, 0, times_in_situation(entry, run->situation), disturbed, &*run, {}});
      found = situations.end() - 1;
    }
    ++found->runs;
    if (!found->gain) found->gain = store::predicted_gain(*run);
  }
  return situations;
}

/// Returns "2026-11-20 15:01:02", with this sign between date and time, of "20261120T150102.123456Z-1a2b3c4d"; other
/// names unchanged.
std::string date_of(const std::string& run, char between = ' ') {
  if (run.size() < 15 || run[8] != 'T') return run;
  return fmt::format("{}-{}-{}{}{}:{}:{}", run.substr(0, 4), run.substr(4, 2), run.substr(6, 2), between,
                     run.substr(9, 2), run.substr(11, 2), run.substr(13, 2));
}

bool began_before(const store::Run& run, std::int64_t second) {
  const auto began = parse_date(date_of(run.id, 'T') + 'Z');
  return began && began->begin < second;
}

std::string times_text(const std::vector<double>& times) {
  if (times.empty()) return "no run";
  if (times.size() == 1) return fmt::format("{:.3g} s (1 run)", times.front());
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  return fmt::format("{:.3g} s ({} runs, {:.3g} to {:.3g} s)", median(times), times.size(), *least, *most);
}

/// Returns the seconds of an order; none if it was not run.
std::vector<double> seconds_of_order(const Situation& situation, const std::string& order) {
  const auto found = std::ranges::find(situation.orders, order, &store::OrderTimes::order);
  return found == situation.orders.end() ? std::vector<double>() : found->seconds;
}

/// Returns "launcher's order" or "hop-bytes", and what else is moved.
std::string words_of_order(const std::string& order) {
  return order.starts_with(store::kLauncher) ? "launcher's order" + order.substr(std::strlen(store::kLauncher)) : order;
}

std::string orders_text(const Situation& situation) {
  std::string text = "launcher's order " + times_text(seconds_of_order(situation, store::kLauncher));
  for (const store::OrderTimes& order : situation.orders) {
    if (order.order != store::kLauncher)
      text += fmt::format(", {} {}", output::for_terminal(words_of_order(order.order)), times_text(order.seconds));
  }
  return text;
}

/// Returns the new order with the least median; null if there is none.
const store::OrderTimes* best_new_order(const Situation& situation) {
  const store::OrderTimes* best = nullptr;
  for (const store::OrderTimes& order : situation.orders) {
    if (order.order == store::kLauncher) continue;
    if (best == nullptr || median(order.seconds) < median(best->seconds)) best = &order;
  }
  return best;
}

/// Returns the percent that the best new order saves; nothing unless both orders were run twice or more: one run may be
/// slow for many reasons.
std::optional<double> saving_of(const Situation& situation) {
  const std::vector<double> launcher = seconds_of_order(situation, store::kLauncher);
  const store::OrderTimes* const best = best_new_order(situation);
  if (best == nullptr || launcher.size() < 2 || best->seconds.size() < 2 || median(launcher) <= 0) return {};
  return (1 - median(best->seconds) / median(launcher)) * 100;
}

std::string saving_text(const Situation& situation) {
  const store::OrderTimes* const best = best_new_order(situation);
  if (best == nullptr) return "";
  const auto saving = saving_of(situation);
  return "    saving        " +
         (saving ? fmt::format("{} by {}, from {} runs and {} in the launcher's order", change_text(-*saving),
                               output::for_terminal(words_of_order(best->order)), best->seconds.size(),
                               seconds_of_order(situation, store::kLauncher).size())
                 : "not known: it takes two runs in both orders") +
         "\n";
}

std::string decision_text(const store::Run& run) {
  const bool reordered = run.order != store::Order::Launcher;
  std::string text = reordered ? "reordered" : "launcher's order";
  if (run.topologies == store::Topologies::Moved) text += " + " + output::for_terminal(run.moved);
  if (run.decision == "first") text += ": first run, measured";
  if (run.decision == "continued") text += ": first run, by the profile of other runs, measured";
  if (!run.why.empty()) text += ": " + output::for_terminal(run.why);
  if (run.drifted) text += fmt::format(" (then the pattern had changed by {:.0f} %)", run.drift);
  return text;
}

std::string situation_text(const Situation& situation) {
  const store::Run& last = *situation.last;
  std::string text =
      fmt::format("  on {}, {}\n", output::for_terminal(situation.place), counted(situation.runs, "run"));
  text += fmt::format("    time in MPI   {}\n{}", orders_text(situation), saving_text(situation));
  if (situation.disturbed > 0) {
    text +=
        fmt::format("    disturbed     {}: longer outside MPI than others, compared only in orders without others\n",
                    counted(situation.disturbed, "run"));
  }
  if (situation.gain) text += fmt::format("    predicted     {}\n", change_text(-*situation.gain));
  return text +
         fmt::format("    last run      {} UTC, {}\n", output::for_terminal(date_of(last.id)), decision_text(last));
}

std::string entry_text(const store::Entry& entry) {
  std::string text = fmt::format("{}{}{}\n  {}, {}", output::for_terminal(shell_word(entry.what.program)),
                                 entry.what.arguments.empty() ? "" : " ", output::for_terminal(entry.what.arguments),
                                 counted(entry.what.ranks, "rank"), counted(entry.runs.size(), "run"));
  text += entry.generation.empty() ? ", no profile" : ", profile " + output::for_terminal(entry.profile());
  if (!entry.profile_problem.empty()) text += " (" + output::for_terminal(entry.profile_problem) + ")";
  text += "\n";
  for (const Situation& situation : situations_of(entry)) text += situation_text(situation);
  return text;
}

nlohmann::json times_json(const std::vector<double>& times) {
  if (times.empty()) return {{"runs", 0}, {"median_seconds", nullptr}};
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  return {
      {"runs", times.size()}, {"median_seconds", median(times)}, {"least_seconds", *least}, {"most_seconds", *most}};
}

nlohmann::json run_json(const store::Run& run) {
  return {{"run", run.id},
          {"order", store::name(run.order)},
          {"model", run.model},
          {"topologies", store::name(run.topologies)},
          {"moved", run.moved},
          {"decision", run.decision},
          {"why", run.why},
          {"mpi_seconds", run.seconds},
          {"longest_mpi_seconds", run.longest},
          {"elapsed", run.elapsed},
          {"starting", run.starting},
          {"scale", run.scale},
          {"predicted_ratio", run.predicted},
          {"predicted_gain_percent", run.gain},
          {"drift_percent", run.drift},
          {"drifted", run.drifted},
          {"generation", run.generation},
          {"situation", run.situation}};
}

nlohmann::json orders_json(const Situation& situation) {
  nlohmann::json orders = nlohmann::json::object();
  for (const store::OrderTimes& order : situation.orders) orders[order.order] = times_json(order.seconds);
  return orders;
}

nlohmann::json situation_json(const Situation& situation) {
  const store::OrderTimes* const best = best_new_order(situation);
  const std::optional<double> saving = saving_of(situation);
  return {{"situation", situation.id},
          {"place", situation.place},
          {"runs", situation.runs},
          {"disturbed_runs", situation.disturbed},
          {"launcher", times_json(seconds_of_order(situation, store::kLauncher))},
          {"reordered", times_json(best == nullptr ? std::vector<double>() : best->seconds)},
          {"orders", orders_json(situation)},
          {"saving_percent", saving ? nlohmann::json(*saving) : nlohmann::json()},
          {"predicted_gain_percent", situation.gain ? nlohmann::json(*situation.gain) : nlohmann::json()},
          {"last", run_json(*situation.last)}};
}

nlohmann::json entry_json(const store::Entry& entry) {
  nlohmann::json json = {{"program", entry.what.program},
                         {"identity", entry.what.identity},
                         {"arguments", entry.what.arguments},
                         {"arguments_left_out", store::are_left_out(entry.what.arguments)},
                         {"ranks", entry.what.ranks},
                         {"folder", entry.folder},
                         {"profile", nullptr},
                         {"generation", entry.generation},
                         {"damaged", entry.damaged.size() + (entry.profile_problem.empty() ? 0 : 1)},
                         {"situations", nlohmann::json::array()},
                         {"runs", nlohmann::json::array()}};
  if (!entry.generation.empty()) json["profile"] = entry.profile();
  for (const Situation& situation : situations_of(entry)) json["situations"].push_back(situation_json(situation));
  for (const store::Run& run : entry.runs) json["runs"].push_back(run_json(run));
  return json;
}

struct HistoryOptions {
  std::string store, program;
  std::optional<std::uint64_t> ranks;
  std::optional<std::int64_t> since;  ///< seconds since 1970
  bool forget = false, forget_all = false, json = false;
};

bool is_named(const std::filesystem::path& path, const std::string& name) {
  return path.filename() == name || path == name;
}

/// Compares path and file name as a shell does, or the name of the script that an interpreter ran.
bool matches(const store::Entry& entry, const HistoryOptions& options) {
  if (options.ranks && *options.ranks != entry.what.ranks) return false;
  if (options.program.empty() || is_named(entry.what.program, options.program)) return true;
  const std::string found = programs::find_in_path(options.program);
  std::error_code error;
  const auto resolved = std::filesystem::weakly_canonical(found.empty() ? options.program : found, error);
  const std::string script = entry.what.arguments.substr(0, entry.what.arguments.find(' '));
  return entry.what.program == resolved || is_named(script, options.program);
}

/// In bytes: more than kMostCases ordinary cases of kMostRuns runs have. Root may read the store of a user who has made
/// more.
constexpr std::size_t kMostText = 64 << 20;

std::size_t text_in(const store::Entry& entry) {
  std::size_t bytes = entry.what.program.size() + entry.what.identity.size() + entry.what.arguments.size();
  for (const store::Run& run : entry.runs) {
    bytes += sizeof run;
    for (const std::string* text :
         {&run.id, &run.generation, &run.situation, &run.place, &run.model, &run.moved, &run.decision, &run.why})
      bytes += text->size();
  }
  return bytes;
}

/// Returns the matching entries, the last used first. Reports unreadable entries and leaves them out; the same for
/// those with which the text is more than `most` bytes.
std::vector<store::Entry> entries_in(const store::Store& store, const HistoryOptions& options, std::size_t most) {
  std::vector<store::Entry> entries;
  std::size_t bytes = 0, left_out = 0;
  for (const std::string& name : store.names()) {
    try {
      store::Entry entry = store.read(name);
      if (!matches(entry, options)) continue;
      if (options.since) {
        std::erase_if(entry.runs, [&](const store::Run& run) { return began_before(run, *options.since); });
        if (entry.runs.empty()) continue;
      }
      const std::size_t text = text_in(entry);
      if (text > most - bytes) {
        ++left_out;
        continue;
      }
      bytes += text;
      entries.push_back(std::move(entry));
    } catch (const InputError& error) {
      output::message(error.what());
    }
  }
  if (left_out > 0)
    output::message(fmt::format("{}: found more than {} of text, {} left out", store.folder(), volume_text(most),
                                counted(left_out, "case")));
  const auto last = [](const store::Entry& entry) { return entry.runs.empty() ? std::string() : entry.runs.back().id; };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const store::Entry& a, const store::Entry& b) { return last(a) > last(b); });
  return entries;
}

/// Returns ", 3 plans"; empty for none.
std::string also(std::size_t number, const char* what) { return number > 0 ? ", " + counted(number, what) : ""; }

/// Forgets cases, and with `shared` what belongs to none of them. Says what is gone.
int forget(const store::Store& store, std::span<const store::Entry> entries, bool shared) {
  for (const store::Entry& entry : entries) store.forget(std::filesystem::path(entry.folder).filename().string());
  std::string gone = counted(entries.size(), "case");
  if (shared) {
    gone += also(store::forget_networks(store.location()), "network");
    gone += also(store::forget_plans(store.location()), "plan");
  }
  output::message(fmt::format("{}: {} forgotten", store.folder(), gone));
  return 0;
}

int run_history(const HistoryOptions& options) {
  if (options.forget && options.program.empty()) {
    throw InputError("--forget: expected the PROGRAM to be forgotten (--forget-all forgets all)");
  }
  if (options.since && (options.forget || options.forget_all)) {
    throw InputError("--since: found with --forget, which forgets all runs of a program");
  }
  if (options.forget_all && !options.program.empty()) {
    throw InputError("--forget-all: found a PROGRAM, expected none (--forget forgets one)");
  }
  constexpr bool kIsNamed = true;
  store::Location location =
      options.store.empty() ? engine::store_location() : store::Location(options.store, kIsNamed);
  location.folder = std::filesystem::absolute(location.folder).lexically_normal().string();
  const store::Store store(location);
  const bool forgets = options.forget || options.forget_all;
  const std::vector<store::Entry> entries = entries_in(store, options, forgets ? SIZE_MAX : kMostText);
  if (forgets) return forget(store, entries, options.forget_all && !options.ranks);
  if (options.json) {
    output::print(history_json(store.folder(), entries));
  } else if (entries.empty()) {
    output::message(store.folder() + ": no entry in the store" +
                    (options.program.empty() ? "" : " of " + options.program));
  } else {
    output::print(history_text(entries));
  }
  const bool is_unknown = entries.empty() && !options.program.empty();
  return is_unknown && !options.json ? output::kFailed : output::kDone;  // in JSON, an empty list says so
}

}  // namespace

std::string history_text(std::span<const store::Entry> entries) {
  std::string text;
  for (const store::Entry& entry : entries) text += entry_text(entry) + "\n";
  return text;
}

std::string history_json(const std::string& store, std::span<const store::Entry> entries) {
  nlohmann::json json = {{"store", store}, {"programs", nlohmann::json::array()}};
  for (const store::Entry& entry : entries) json["programs"].push_back(entry_json(entry));
  return json_text(json) + "\n";
}

Action declare_history(CLI::App& app, char**) {
  auto options = std::make_shared<HistoryOptions>();
  const settings::Setting& store = settings::get(settings::Id::Store);
  app.add_option("PROGRAM", options->program, "path or name of a program, or of its script (default: all)")
      ->type_name("COMMAND");
  const auto set_ranks = [options](const std::string& text) { options->ranks = positive_count(text, "-n"); };
  app.add_option_function<std::string>("-n,--ranks", set_ranks, "only entries with this number of ranks")
      ->type_name("N");
  const auto set_since = [options](const std::string& text) { options->since = date_from(text, "--since").begin; };
  app.add_option_function<std::string>("--since", set_since, "only runs that began at this date (UTC) or later")
      ->type_name("DATE");
  auto* some = app.add_flag("--forget", options->forget, "remove the entries of PROGRAM: its next run is measured");
  app.add_flag("--forget-all", options->forget_all, "forget everything")->excludes(some);
  app.add_flag("--json", options->json, "for programs");
  app.add_option(store.option, options->store, fmt::format("{} [{}]", store.help, store.variable))
      ->type_name(store.choices);
  return [options] { return run_history(*options); };
}

}  // namespace topomorph::command
