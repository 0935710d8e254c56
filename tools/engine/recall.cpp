// The verb `recall`: finds the store, and decides on the order of a program that begins from what is known of it.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/ranges.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/base/process.h"
#include "core/planning/gain.h"
#include "core/planning/standard_orders.h"
#include "core/settings/settings.h"
#include "core/store/judgement.h"
#include "core/store/moves.h"
#include "core/store/names.h"
#include "core/store/run_file.h"
#include "core/store/secret_key.h"
#include "core/store/store.h"
#include "core/wire/record_name.h"
#include "tools/engine/known_network.h"
#include "tools/engine/local_ranks_of_job.h"
#include "tools/engine/plan_request.h"
#include "tools/engine/planned_profile.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {

namespace {

namespace fs = std::filesystem;

/// The decision, its reason, and the orders among which `plan` may choose, as its options.
struct Decision {
  std::string what = "reorder", reason = "gain", message = {}, orders = {};
  std::string profile = {};       ///< empty: that of the case
  bool moves_topologies = false;  ///< virtual topologies may get another order than the program gives them
};

std::vector<std::string> words_of(const std::string& command_line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < command_line.size();) {
    const std::size_t end = std::min(command_line.find('\0', at), command_line.size());
    words.push_back(command_line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// Returns the arguments that identify the case; "[name]", which no arguments look like, for a case with a name; a
/// digest where the store shall not have them.
std::string arguments_in(const std::string& command_line, const store::Store& store) {
  if (const std::string name = settings::text(settings::Id::Case); !name.empty()) return "[" + name + "]";
  const std::vector<std::string> words = words_of(command_line);
  std::string arguments =
      store::arguments_that_count(std::span(words).subspan(std::min<std::size_t>(1, words.size())),
                                  {settings::text(settings::Id::IgnoreArguments), store::job_ids_here()});
  if (arguments.empty() || settings::flag(settings::Id::KeepArguments)) return arguments;
  return store::left_out(arguments, store::argument_key(store.folder()));
}

wire::KeyValues meta_of(wire::FrameStream& in) {
  const auto frame = in.next();
  if (!frame || frame->type != wire::FrameType::Meta) throw InputError("recall begins without Meta");
  return wire::decode_key_values(wire::text(*frame));
}

store::Case case_of(wire::KeyValues& meta, const store::Store& store) {
  return {meta["program"], store::program_identity(meta["program"]), arguments_in(meta["argv"], store),
          wire::unsigned_value(meta, "ranks")};
}

/// Returns a key: runs with the same key have equal places and options, so their times can be compared.
std::string situation_of(const planning::JobSlots& job, const PlanOptions& options) {
  return digest(fmt::format("{} {} {}{}", evaluation::name_of(options.cost), name_of(options.weight),
                            options.level_costs, shape_of_places(job)));
}

/// Returns the situation of orders that keep the local ranks of some hosts. Without these it is that of earlier
/// versions.
std::string situation_with_local_ranks(const std::string& situation, std::size_t processes) {
  return processes == 0 ? situation : digest(fmt::format("{} local ranks of {}", situation, processes));
}

/// Describes the situation for topomorph history: hosts, order of the ranks, and options that are not the default.
std::string situation_words(const planning::JobSlots& job, const PlanOptions& options) {
  std::string words = planning::place_words(job);
  if (const std::string dealing = planning::dealing_words(job); !dealing.empty()) words += ", " + dealing;
  if (options.cost != PlanOptions().cost) words += fmt::format(", --cost {}", evaluation::name_of(options.cost));
  if (options.weight == Weight::Messages) words += ", --weight messages";
  return words + (options.level_costs.empty() ? "" : ", given level costs");
}

std::size_t records_in(const store::KeptFolder& parts) {
  return static_cast<std::size_t>(std::ranges::count_if(parts.names(), wire::is_record_name));
}

/// Makes a profile of the records that a first run of this user has left if the batch system ended it before
/// MPI_Finalize. All records must be there.
void take_records_left(const store::KeptFolder& folder, store::Entry& entry) {
  for (const std::string& name : folder.names()) {
    if (!name.ends_with(store::kPartsEnding)) continue;
    try {
      const store::KeptFolder parts = folder.enter(name);
      if (parts.folder().status().st_uid != geteuid() || records_in(parts) != entry.what.ranks) continue;
      formats::ProfileWriter writer(folder.folder(), store::kProfileName, folder.file_mode());
      recover(parts.folder(), writer);
      entry.generation = store::generation_of(folder.profile(store::kProfileName));
    } catch (const InputError&) {  // the next run is measured instead
      continue;
    }
    folder.remove(name);
    return;
  }
}

store::Entry read_or_begin(const store::Store& store, const store::Case& what) {
  store::KeptFolder folder = store.make(what);
  store::Entry entry = [&] {
    try {
      return store.read(what.folder());
    } catch (const store::Damaged&) {
      store.forget(what.folder());
      folder = store.make(what);
      return store.read(what.folder());
    }
  }();
  if (!(entry.what == what)) throw InputError(entry.folder, 0, "belongs to another case (two digests are equal)");
  if (entry.generation.empty() && entry.profile_problem.empty()) take_records_left(folder, entry);
  return entry;
}

/// Says whose store it is: whoever has made the folder of this name need not be the one whom the user meant. Root's is
/// the site's. Returns nothing once the user has a run in the case.
std::string sharing_note(const store::Store& store, const std::string& name) {
  const store::KeptFolder folder = store.folder_of(name);
  if (!folder.is_foreign() || folder.owner() == 0) return "";
  const bool is_known = std::ranges::any_of(folder.names(), [&](const std::string& file) {
    const auto status = store::is_run_name(file) ? folder.folder().look(file) : std::nullopt;
    return status && status->st_uid == geteuid();
  });
  if (is_known) return "";
  return fmt::format("{} belongs to user {}, who shares it with a group: its members may read what this job tells",
                     store.folder(), folder.owner());
}

/// Removes a damaged part of the entry, which is then measured again. Returns nothing if nothing is damaged.
std::optional<Decision> repair(const store::KeptFolder& folder, const store::Entry& entry) {
  for (const std::string& file : entry.damaged) folder.remove(fs::path(file).filename().string());
  if (!entry.profile_problem.empty()) {
    folder.remove(store::kProfileName);
    return Decision{"measure", "damaged", entry.profile_problem + ": order kept, measured again"};
  }
  if (entry.damaged.empty()) return std::nullopt;
  return Decision{"keep", "damaged", entry.damaged.front() + " is damaged, and removed: order kept"};
}

/// Counts how many of the last runs had another pattern than the run before.
std::size_t drifts_in_a_row(const std::vector<store::Run>& runs) {
  const auto steady = std::find_if(runs.rbegin(), runs.rend(), [](const store::Run& run) { return !run.drifted; });
  return static_cast<std::size_t>(steady - runs.rbegin());
}

const char* name_of_reason(store::Reason reason) {
  switch (reason) {
    case store::Reason::Compare:
      return "compare";
    case store::Reason::Slower:
      return "slower";
    case store::Reason::Nothing:
      return "nothing";
    default:
      return "gain";
  }
}

/// Rounds the error of earlier predictions up to a step: each run changes it a little, and a plan is remembered for its
/// options.
double step_of_error(double error) {
  constexpr std::array kSteps = {0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5};
  const auto* const step = std::ranges::lower_bound(kSteps, error);
  return step == kSteps.end() ? std::ceil(error) : *step;
}

/// Returns "--order bottleneck --error 0.05 --explore --tried hop-bytes,launcher".
std::string orders_for_plan(const store::Choice& choice, std::span<const store::OrderTimes> known) {
  std::string words = "--order " + choice.world;
  if (const auto error = store::prediction_error(known)) words += fmt::format(" --error {}", step_of_error(*error));
  if (!choice.explore) return words;
  std::vector<std::string> tried;
  for (const store::OrderTimes& order : known) {
    if (order.world.empty()) tried.push_back(order.order);
  }
  return words + fmt::format(" --explore --tried {}", fmt::join(tried, ","));
}

/// With a cost of the user's, which is a part of the situation, its order is the only new one, also in run files of
/// early versions, which name no model.
void name_by_cost(std::vector<store::Run>& runs, evaluation::CostModel cost) {
  if (cost == PlanOptions().cost) return;
  for (store::Run& run : runs) run.model = run.model.empty() ? "" : evaluation::name_of(cost);
}

/// Whether a user or the site keeps the order of all virtual topologies.
bool keeps_topologies() {
  const auto setting = settings::Id::ReorderTopologies;
  return settings::value(setting).origin != settings::Origin::Default && !settings::flag(setting);
}

/// Returns why a run in the launcher's order of MPI_COMM_WORLD has it, and the reason in a word.
std::pair<std::string, std::string> reason_to_keep(const store::Choice& choice, store::Moves moves) {
  using store::Moves;
  if (moves == Moves::Checked) return {"compare", "this run is to compare the pattern with the profile's: order kept"};
  if (moves == Moves::Try)
    return {"topologies", "this run tries other orders of virtual topologies: order of MPI_COMM_WORLD kept"};
  if (moves == Moves::Use) return {"topologies", "virtual topologies get other orders: order of MPI_COMM_WORLD kept"};
  if (choice.why.empty()) return {"small", "no other order is predicted to save time: order kept"};
  return {name_of_reason(choice.reason), choice.why + ": order kept"};
}

/// Decides by the times of this generation in this situation.
Decision decide_by_times(store::Entry entry, const std::string& situation, evaluation::CostModel cost) {
  name_by_cost(entry.runs, cost);
  std::vector<store::OrderTimes> known = store::times_of(entry.runs, entry.generation, situation);
  const bool may_move = store::has_topologies_to_move(entry.runs) && !keeps_topologies();
  if (!may_move) std::erase_if(known, [](const store::OrderTimes& order) { return !order.world.empty(); });
  store::Choice choice = store::choose(known, settings::number(settings::Id::Margin));
  if (choice.order.empty()) return {.orders = "--explore"};
  const store::Moves moves =
      may_move ? store::next_moves(entry.runs, entry.generation, situation, choice) : store::Moves::None;
  const bool moves_topologies = moves == store::Moves::Try || moves == store::Moves::Use;
  choice.explore = choice.explore && !moves_topologies;
  const std::string orders = orders_for_plan(choice, known);
  if (choice.world == store::kLauncher && !choice.explore) {
    const auto [reason, message] = reason_to_keep(choice, moves);
    return {"keep", reason, message, orders, "", moves_topologies};
  }
  const std::string message = choice.why.empty() ? "" : choice.why + ": order kept";
  return {"reorder", name_of_reason(choice.reason), message, orders, "", moves_topologies};
}

/// Decides on the first run of a case.
Decision decide_without_profile(const store::Store& store, const store::Case& what) {
  const ContinuedProfile continued = continued_profile(store, what);
  if (continued.path.empty()) return {"measure", "first", continued.refused};
  return {"reorder", "continued", "", "--explore", continued.path};
}

Decision decide(const store::Store& store, const store::Entry& entry, const std::string& situation,
                evaluation::CostModel cost) {
  constexpr std::size_t kUnsteady = 3;
  if (const auto mended = repair(store.folder_of(entry.what.folder()), entry)) return *mended;
  if (entry.generation.empty()) return decide_without_profile(store, entry.what);
  if (settings::flag(settings::Id::Again)) return {"measure", "again"};
  if (drifts_in_a_row(entry.runs) >= kUnsteady) {
    return {"keep", "unsteady", fmt::format("the pattern changed in each of the last {} runs: order kept", kUnsteady)};
  }
  return decide_by_times(entry, situation, cost);
}

bool is_in(std::string_view path, std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

/// Throws if the folder is below a HOME that does not exist: accounts of services and containers have such ones, and it
/// must not be made.
void check_home(const std::string& folder) {
  const std::string home(first_variable({"HOME"}));
  std::error_code error;
  if (home.empty() || !is_in(folder, home) || fs::is_directory(home, error)) return;
  throw InputError(home, 0, "HOME is no folder: --store FOLDER, or TOPOMORPH_STORE, names a place for profiles");
}

}  // namespace

store::Location store_location() {
  constexpr bool kIsNamed = true;
  if (const std::string given = settings::text(settings::Id::Store); !given.empty())
    return {fs::absolute(given).lexically_normal().string(), kIsNamed};
  const std::string state = user_folder("XDG_STATE_HOME", "/.local/state");
  check_home(state);
  if (!state.empty()) return state + "/topomorph";
  throw InputError("no HOME, no XDG_STATE_HOME and no TOPOMORPH_STORE: there is no place for profiles");
}

wire::Buffer recall(wire::FrameStream& in, const PlanOptions& options) {
  wire::KeyValues meta = meta_of(in);
  const PlanRequest request = read_plan_request(in);
  const planning::JobSlots job = job_slots(request, options);
  const std::string situation =
      situation_with_local_ranks(situation_of(job, options), processes_with_kept_local_ranks(request, options));
  const std::string run = store::new_run_id();
  const store::Store store(store_location());
  store.prepare();
  const store::Case what = case_of(meta, store);
  const store::Entry entry = read_or_begin(store, what);
  const Decision decision = decide(store, entry, situation, options.cost);
  const NetworkAnswer network =
      decision.what == "reorder" ? known_network(store.folder(), request, options, meta["mpi"]) : NetworkAnswer();
  wire::Buffer answer;
  wire::append_text(answer, wire::FrameType::Summary,
                    wire::encode({{"decision", decision.what},
                                  {"sharing", sharing_note(store, what.folder())},
                                  {"reason", decision.reason},
                                  {"message", decision.message},
                                  {"orders", "--kept " + decision.orders + network.option},
                                  {"topologies", decision.moves_topologies ? "move" : ""},
                                  {"network", network.measures ? "measure" : ""},
                                  {"profile", decision.profile.empty() ? entry.profile() : decision.profile},
                                  {"folder", entry.folder},
                                  {"run", run},
                                  {"generation", entry.generation},
                                  {"situation", situation},
                                  {"place", situation_words(job, options)},
                                  {"parts", entry.folder + "/" + run + ".parts"}}));
  return answer;
}

}  // namespace topomorph::engine
