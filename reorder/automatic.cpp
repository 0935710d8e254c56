// Asks the engine at the start of a job in mode auto, and reports to it at the end.
#include "reorder/automatic.h"

#include <filesystem>
#include <new>

#include "core/base/number.h"
#include "monitoring/monitor.h"
#include "reorder/engine_session.h"
#include "reorder/job.h"
#include "reorder/job_record.h"
#include "reorder/limits.h"
#include "reorder/locate.h"
#include "reorder/network.h"
#include "reorder/plan.h"
#include "reorder/process_record.h"
#include "reorder/recalled.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/messages.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/this_process.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"
#include "runtime/process/phase_timer.h"

namespace topomorph::reorder {
namespace {

/// What is kept between the start and the end of a job.
struct Automatic {
  bool learning = false;
  bool measures_network = false;
  double began = 0;     ///< seconds of MPI_Wtime
  double starting = 0;  ///< seconds that MPI_Init took longer
  Place place;          ///< of this process
  Recalled recalled;    ///< on rank 0
};

/// Never destroyed: exit handlers read it.
Automatic& automatic() {
  alignas(Automatic) static std::byte memory[sizeof(Automatic)];
  static Automatic* const only = new (memory) Automatic;
  return *only;
}

/// Returns the frames by which the engine recognises the case.
wire::Buffer question(const Places& places) {
  wire::Buffer frames;
  wire::append_text(frames, wire::FrameType::Meta,
                    wire::encode({{"program", std::filesystem::read_symlink("/proc/self/exe").string()},
                                  {"argv", command_line()},
                                  {"mpi", mpi_version()},
                                  {"ranks", std::to_string(job().identity.ranks)}}));
  append_places(frames, places);
  return frames;
}

/// Called on rank 0.
Recalled recall(const Places& places) {
  const process::PhaseTimer timer("recall");
  if (!places.problem.empty()) throw InputError(places.problem);
  std::vector<std::string> arguments = settings_for_plans();
  arguments.insert(arguments.begin(), "recall");
  process::Engine engine(arguments);
  engine.send(question(places));
  return recalled_in(summary_of(engine.finish()));
}

/// Shares with all processes what rank 0 knows, in one text: each step costs as much as the others wait for it. Fills
/// in the source of a plan.
Decision share_decision(const OwnComm& comm, const Places& places, Source& source) {
  const std::string text = broadcast(comm, [&] {
    automatic().recalled = recall(places);
    decision_in(automatic().recalled);  // what is no decision is rank 0's failure
    return wire::encode(shared_part(automatic().recalled));
  });
  Decision decision = Decision::Keep;
  run_collectively(comm, [&] {
    const Recalled shared = recalled_in(wire::decode_key_values(text));
    source.profile = job().profile = shared.profile, job().parts = shared.parts;
    source.orders = shared.orders;
    job().keeps_topologies = shared.topologies != "move";
    decision = decision_in(shared);
  });
  return decision;
}

/// Notes what became of the plan, for the file of the run.
void note(const Plan& plan, bool reordered) {
  const auto said = [&](const char* name) {
    const auto found = plan.summary.find(name);
    return found == plan.summary.end() ? std::string() : found->second;
  };
  Recalled& recalled = automatic().recalled;
  recalled.gain = said("gain_percent");
  recalled.predicted = reordered ? said("mpi_ratio") : "";
  recalled.order = reordered ? "reordered" : "launcher";
  recalled.model = reordered ? said("model") : "";
  recalled.why = plan.message;
  std::string& reason = recalled.reason;
  if (!reordered && (reason == "gain" || reason == "continued")) {
    reason = plan.failed ? "failed" : "small";
  } else if (reordered && reason != "continued") {
    reason = "gain";
  }
}

/// Where the launcher's order is kept because of measured times, they are the reason and not the prediction.
void say_what_was_measured(Plan& plan) {
  const std::string& measured = automatic().recalled.message;
  if (plan.new_ranks.empty() && !plan.failed && !measured.empty()) plan.message = measured;
}

/// By times, an order is dropped that was slower or brought nothing.
WorldOrder order_of(MPI_Comm reordered) {
  if (reordered != handles::comm_null()) return WorldOrder::Reordered;
  const std::string& reason = automatic().recalled.reason;
  return reason == "slower" || reason == "nothing" ? WorldOrder::Dropped : WorldOrder::Launchers;
}

/// The first run in another user's store says whose it is.
void say_who_shares() {
  const std::string& note = automatic().recalled.sharing;
  if (!note.empty()) process::say(note);
}

/// A plan predicts the order of MPI_COMM_WORLD alone.
void say_what_is_not_predicted(Plan& plan) {
  if (!job().keeps_topologies) plan.message += "; not predicted: the orders of virtual topologies";
}

/// The order is in place when enact() returns, whatever fails afterwards.
void carry_out_quietly(const OwnComm& comm, Plan plan, double started, const Installation& installation) {
  const MPI_Comm reordered = enact(comm, plan, started, &installation);
  if (comm.rank() != 0) return;
  harmlessly([&] {
    if (reordered != handles::comm_null()) say_what_is_not_predicted(plan);
    note(plan, reordered != handles::comm_null());
  });
  note_order(plan, order_of(reordered));
  if (!plan.message.empty()) process::say(plan.message);
  say_who_shares();
}

/// Returns the Meta frame of the run.
wire::Buffer end_of_run() {
  wire::KeyValues more = part_of_run(automatic().recalled);
  more["elapsed"] = decimal(real::Wtime() - automatic().began);
  more["starting"] = decimal(automatic().starting);
  return meta_frame(job().identity, std::move(more));
}

/// Identifies this process by its role: its own number is a rank in an order that may be different in the next run.
Identity role_here() {
  Identity identity = job().identity;
  identity.rank = visible_world_rank();
  return identity;
}

}  // namespace

void automatic_world(const OwnComm& comm, const Installation& installation) {
  const Budget budget(settings::Id::InitBudget);
  const double started = real::Wtime();
  const Places places = find_places(comm, automatic().place, nullptr);
  Source source;
  source.budget = &budget;
  Plan plan;
  const Decision decision = share_decision(comm, places, source);
  if (comm.rank() == 0) harmlessly([&] { plan.message = automatic().recalled.message; });
  automatic().measures_network = decision == Decision::Measure || decision == Decision::ReorderAndMeasureNetwork;
  if (decision == Decision::Reorder || decision == Decision::ReorderAndMeasureNetwork) {
    plan = ask_for_plan(comm, source, automatic().place, places);
    if (comm.rank() == 0) harmlessly([&] { say_what_was_measured(plan); });
  }
  carry_out_quietly(comm, std::move(plan), started, installation);
  job().profiled =
      decision == Decision::Measure;  // only in the launcher's order: records of processes do not tell their roles
  automatic().learning = true;
  automatic().began = real::Wtime();
  automatic().starting = automatic().began - started;
}

bool is_learning() noexcept { return automatic().learning; }

void learn_job() {
  automatic().learning = false;
  const monitoring::PauseCounting paused;
  const OwnComm comm = OwnComm::duplicate_of(handles::comm_world());
  if (!comm.valid()) return;
  try {
    const process::PhaseTimer timer("learn");
    const Budget budget(settings::Id::FinalizeBudget);
    const Place& place = automatic().place;
    const wire::Buffer network = automatic().measures_network ? measured_network(comm, place) : wire::Buffer();
    wire::Buffer record;
    run_collectively(comm, [&] {
      record = process_record(role_here(), place);
      record.insert(record.end(), network.begin(), network.end());
    });
    const wire::Buffer answer = send_records(
        comm,
        [] {
          return std::vector<std::string>{"learn", automatic().recalled.folder};
        },
        end_of_run, record, budget);
    job().spool.remove();
    if (comm.rank() != 0) return;
    wire::KeyValues learnt = summary_of(answer);
    note_measured(learnt);
    if (!learnt["message"].empty()) process::say(learnt["message"]);
  } catch (const CollectiveError& reason) {
    if (comm.rank() == 0) process::say(process::FixedString(reason.why()) << ": nothing is learnt of this run");
  }
}

}  // namespace topomorph::reorder
