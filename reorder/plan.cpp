// Asks one engine or many for a plan, checks it and carries it out.
#include "reorder/plan.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/number.h"
#include "core/settings/settings.h"
#include "reorder/apply.h"
#include "reorder/engine_session.h"
#include "reorder/permutation.h"
#include "reorder/portfolio_search.h"
#include "reorder/process_record.h"
#include "reorder/record_stream.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/messages.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/parts.h"
#include "reorder/steps/this_process.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"
#include "runtime/process/message.h"
#include "runtime/process/phase_timer.h"

namespace topomorph::reorder {
namespace {

constexpr const char* kKept = ": order kept";

void append_words(std::vector<std::string>& arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

std::vector<std::string> topology_arguments() {
  const std::string topology = settings::text(settings::Id::Topology);
  return topology.empty() ? std::vector<std::string>() : std::vector<std::string>{"--topology", topology};
}

/// Returns the engine's time limit: half of the time that is left.
double seconds_for(const Source& source) {
  const double seconds = settings::search_seconds();
  return source.budget == nullptr ? seconds : std::clamp(source.budget->left() / 2, 0.01, seconds);
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// Engines with different numbers search with different seeds.
std::vector<std::string> plan_arguments(const Source& source, std::uint64_t number = 0) {
  std::vector<std::string> arguments = {"plan", "--time-limit", decimal(seconds_for(source))};
  if (source.call.empty()) {
    append_words(arguments, settings_for_plans());
    append_words(arguments, {"--seed", std::to_string(number + 1)});
    append_words(arguments, words_in(source.orders));
  } else {  // taken as the application describes it, without --weight and --cost
    append_words(arguments, {"--call", source.call, "--local-ranks", settings::text(settings::Id::LocalRanks)});
    append_words(arguments, topology_arguments());
  }
  if (!source.profile.empty()) {
    const std::string words = command_line();
    append_words(arguments, {"--profile", source.profile, "--program", words.substr(0, words.find('\0'))});
    // In one word, because arguments may begin like options.
    if (const std::string own = kept_arguments(); !own.empty()) append_words(arguments, {"--arguments=" + own});
    if (source.is_default) append_words(arguments, {"--default-profile"});
  }
  return arguments;
}

/// Whether each new rank appears once. A plan from another process is not trusted.
bool is_permutation(const std::vector<std::uint64_t>& ranks, std::size_t size) {
  std::vector<bool> seen(size, false);
  for (const std::uint64_t rank : ranks) {
    if (rank >= size || seen[rank]) {
      return false;
    }
    seen[rank] = true;
  }
  return ranks.size() == size;
}

Plan read_plan(const wire::Buffer& answer, std::size_t size) {
  Plan plan;
  wire::KeyValues summary;
  wire::FrameReader reader(answer);
  while (const auto frame = reader.next()) {
    if (frame->type == wire::FrameType::Plan) {
      plan.new_ranks = wire::records<std::uint64_t>(*frame);
    } else if (frame->type == wire::FrameType::Summary) {
      summary = wire::decode_key_values(wire::text(*frame));
    }
  }
  if (!is_permutation(plan.new_ranks, size)) {
    throw InputError("engine " + process::engine_path() + ": its plan is not a permutation");
  }
  if (summary["decision"] != "reorder") {
    plan.new_ranks.clear();
  }
  plan.message = summary["message"];
  plan.summary = std::move(summary);
  return plan;
}

/// Returns what rank 0 knows of all processes, for the engine.
wire::Buffer request_for(const Source& source, const Places& places, const std::vector<std::uint64_t>& members) {
  wire::Buffer request;
  append_places(request, places);
  if (source.profile.empty()) {
    wire::append_records<std::uint64_t>(request, wire::FrameType::Members, members);
  }
  return request;
}

/// Asks rank 0's engine for a plan, with the records of all processes as they come.
Plan plan_of_records(const OwnComm& comm, const Source& source, const Places& places) {
  EngineSession engine;
  const auto members = source.profile.empty() ? gather_numbers(comm, source.world_rank) : std::vector<std::uint64_t>();
  if (comm.rank() == 0) {
    if (!places.problem.empty()) {
      engine.fail(std::string_view(places.problem));
    }
    wire::Buffer request;
    engine.run([&] {
      request = request_for(source, places, members);
      engine.start(plan_arguments(source));
    });
    engine.send(request);
  }
  if (source.profile.empty()) {
    stream_to_first(
        comm, source.record, [&] { return engine.failure().empty() ? Wanted::All : Wanted::Nothing; },
        [&](auto piece) { engine.send(piece); });
  }
  if (comm.rank() != 0) {
    return {};
  }
  Plan plan;
  const process::PhaseTimer timer("engine");
  const wire::Buffer answer = engine.finish();
  engine.run([&] { plan = read_plan(answer, static_cast<std::size_t>(comm.size())); });
  return engine.failure().empty() ? std::move(plan) : kept_because(engine.failure());
}

/// Asks one engine on each host. All of them can read the profile, and each searches from another start.
Plan plan_of_hosts(const OwnComm& comm, const Source& source, const Places& places, const OwnComm& leaders) {
  if (!leaders.valid()) {
    return {};
  }
  wire::Buffer request, answer;
  run_collectively(leaders, [&] { request = comm.rank() == 0 ? request_for(source, places, {}) : wire::Buffer(); });
  process::FixedString failure;
  const process::PhaseTimer timer("engines");
  answer = best_answer(
      leaders, std::move(request),
      [&](const wire::Buffer& asked, std::uint64_t number) {
        process::Engine engine(plan_arguments(source, number));
        engine.send(asked);
        return engine.finish();
      },
      failure);
  Plan plan;
  if (comm.rank() == 0 && failure.empty()) {
    failure = failure_of([&] { plan = read_plan(answer, static_cast<std::size_t>(comm.size())); });
  }
  return failure.empty() || comm.rank() != 0 ? std::move(plan) : kept_because(failure);
}

/// With fewer ranks, one engine finds the best plan in milliseconds.
constexpr int kRanksWorthAPortfolio = 64;

bool is_worth_a_portfolio(int ranks) {
  bool wanted = false;
  failure_of([&] {
    const std::string search = settings::text(settings::Id::Search);
    wanted = search == "all" || (search == "auto" && ranks >= kRanksWorthAPortfolio);
  });
  return wanted;
}

/// Returns 1 if the engines of all hosts are to search. Called on rank 0. Throws CollectiveError if no time is left.
std::size_t decide_who_searches(const Source& source, const Places& places) {
  if (source.budget != nullptr && source.budget->passed()) throw CollectiveError(source.budget->why());
  const bool can = !source.profile.empty() && places.problem.empty();
  return can && is_worth_a_portfolio(static_cast<int>(places.processes.size())) ? 1 : 0;
}

Plan asked_plan(const OwnComm& comm, const Source& source, const Place& mine, const Places& places, bool all_search) {
  if (!all_search) {
    return plan_of_records(comm, source, places);
  }
  const OwnComm leaders = part_of(comm, mine.first_of_host);
  return plan_of_hosts(comm, source, places, leaders);
}

}  // namespace

std::vector<std::string> settings_for_plans() {
  using settings::Id;
  std::vector<std::string> arguments = {"--min-gain", settings::text(Id::MinGain),
                                        "--weight",   settings::text(Id::Weight),
                                        "--cost",     settings::text(Id::Cost)};
  append_words(arguments, {"--local-ranks", settings::text(Id::LocalRanks)});
  if (const std::string costs = settings::text(Id::LevelCosts); !costs.empty()) {
    append_words(arguments, {"--level-costs", costs});
  }
  append_words(arguments, topology_arguments());
  return arguments;
}

void append_places(wire::Buffer& frames, const Places& places) {
  wire::append_text(frames, wire::FrameType::Locations, places.locations);
  if (!settings::text(settings::Id::Topology).empty()) {
    wire::append_records<std::uint64_t>(frames, wire::FrameType::Slots, places.processes);
  }
}

/// If there is no memory for the message, carry_out() writes a shorter one.
Plan kept_because(std::string_view why) noexcept {
  Plan plan;
  plan.failed = true;
  failure_of([&] { plan.message = std::string(why) + kKept; });
  return plan;
}

namespace {

/// Runs `ask` and drops a plan that comes too late, because a communicator must still be made.
template <class Ask>
Plan in_time(const Source& source, Ask ask) {
  try {
    Plan plan = ask();
    return source.budget != nullptr && source.budget->passed() ? kept_because(source.budget->why()) : std::move(plan);
  } catch (const CollectiveError& reason) {
    return kept_because(reason.why());
  }
}

}  // namespace

Plan ask_for_plan(const OwnComm& comm, const Source& source) {
  return in_time(source, [&] {
    Place mine;
    const Places places =
        find_places(comm, mine, [&](const Places& found) { return decide_who_searches(source, found); });
    return asked_plan(comm, source, mine, places, places.answer != 0);
  });
}

Plan named_plan(const std::string& permutation, std::uint64_t ranks) {
  Plan plan;
  const process::FixedString failure = failure_of([&] {
    plan.new_ranks = named_permutation(permutation, ranks);
    plan.message = std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks") + " in the order " + permutation;
  });
  return failure.empty() ? std::move(plan) : kept_because(failure);
}

Plan ask_for_plan(const OwnComm& comm, const Source& source, const Place& mine, const Places& places) {
  return in_time(source, [&] {
    const std::size_t all_search = collective_maximum(
        comm, [&] { return comm.rank() == 0 ? decide_who_searches(source, places) : std::size_t{0}; });
    return asked_plan(comm, source, mine, places, all_search != 0);
  });
}

namespace {

/// Drops an order that saves less than it has cost to find, and to make.
void keep_if_it_costs_more(Plan& plan, double started) {
  constexpr double kSplit = 0.02;  // seconds
  const double saves = wire::real_value(plan.summary, "saves"), costs = real::Wtime() - started + kSplit;
  if (plan.new_ranks.empty() || saves <= 0 || saves >= costs) return;
  plan.new_ranks.clear();
  plan.summary["decision"] = "keep";
  plan.message = "a new order would save " + significant(saves, 2) + " s of this job, and costs " +
                 significant(costs, 2) + " s" + kKept;
}

/// Adds what the decision or the new order has cost.
void add_cost(Plan& plan, bool reordered, double started) {
  const auto milliseconds = std::to_string(std::lround((real::Wtime() - started) * 1000));
  const auto decision = plan.summary.find("decision");
  if (reordered) {
    plan.message += ", reordered in " + milliseconds + " ms";
  } else if (decision != plan.summary.end() && decision->second == "keep" && !plan.failed) {
    plan.message += ", decided in " + milliseconds + " ms";
  }
}

}  // namespace

MPI_Comm enact(const OwnComm& comm, Plan& plan, double started, const Installation* installation) {
  if (comm.rank() == 0) failure_of([&] { keep_if_it_costs_more(plan, started); });
  MPI_Comm reordered = handles::comm_null();
  comm.wait_asleep(comm.rank() != 0);  // rank 0's engine needs the cores
  const auto new_rank = hand_out(comm, plan.new_ranks);
  const bool wanted = new_rank.has_value();
  if (wanted) {
    const process::PhaseTimer timer("split");
    reordered = apply(comm, *new_rank, installation);
  }
  if (comm.rank() != 0) {
    return reordered;
  }
  if (wanted && reordered == handles::comm_null()) {
    plan = kept_because("not every process got its rank in the new order in time");
  } else {
    failure_of([&] { add_cost(plan, wanted, started); });
  }
  return reordered;
}

MPI_Comm carry_out(const OwnComm& comm, Plan& plan, double started, const Installation* installation) {
  const MPI_Comm reordered = enact(comm, plan, started, installation);
  if (comm.rank() == 0) {
    if (const auto note = plan.summary.find("note"); note != plan.summary.end()) process::say(note->second);
    process::say(plan.message.empty() ? "not enough memory: order kept" : std::string_view(plan.message));
  }
  return reordered;
}

}  // namespace topomorph::reorder
