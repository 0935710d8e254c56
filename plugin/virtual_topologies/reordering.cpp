// Honours reorder=1: decides together, asks for a plan and attaches the topology.
#include "plugin/virtual_topologies/reordering.h"

#include <array>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include <unistd.h>

#include "core/base/digest.h"
#include "core/settings/settings.h"
#include "monitoring/declared_topologies.h"
#include "monitoring/monitor.h"
#include "plugin/api/old_rank.h"
#include "reorder/agreement/wanted_mode.h"
#include "reorder/apply.h"
#include "reorder/job.h"
#include "reorder/plan.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/this_process.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::virtual_topologies {
namespace {

constexpr const char* kKept = ": order kept";

/// Writes lines with the same key once, because an application or a library may create the same topology many times.
void say_once(const std::string& key, const std::string& line) {
  constexpr std::size_t kMostLines = 64;
  static std::mutex guard;
  static auto* const said = new std::set<std::string>;  // never destroyed: exit handlers may call MPI
  const std::lock_guard lock(guard);
  if (said->size() < kMostLines && said->insert(key).second) {
    process::say(line);
  }
}

bool is_first(MPI_Comm comm) { return runtime::rank_in(comm) == 0; }

/// Writes what is wrong with the setting or the pattern.
void complain(const Request& request, const std::exception& error) {
  if (is_first(request.comm)) say_once(error.what(), std::string(error.what()) + kKept);
}

/// Whether this communicator's ranks may change (docs/topology-functions.md): the setting asks for it, or nothing is
/// set and the program has got the communicator from tm_reorder.
bool is_asked_for(const Request& request) {
  try {
    const auto setting = settings::Id::ReorderTopologies;
    if (settings::value(setting).origin != settings::Origin::Default) return settings::flag(setting);
    return api::noted_old_rank(request.comm).has_value();
  } catch (const std::exception& error) {
    complain(request, error);
    return false;
  }
}

/// Whether the order is kept without asking the others, which costs nothing. All processes of the communicator decide
/// the same: their cards agree on mode and setting (reorder/agreement), and tm_reorder notes itself on all.
bool is_ruled_out(const Request& request) {
  return reorder::mode() == reorder::Mode::Profile || !is_asked_for(request);
}

/// Returns what this process knows of the pattern; not clear if it cannot take part. Whether the job keeps the orders
/// depends on what rank 0 has found, and the communicator may have processes of other jobs, so the others are asked.
Pattern described(const Request& request) {
  try {
    if (!reorder::job().keeps_topologies) return request.describe();
  } catch (const std::exception& error) {
    complain(request, error);
  }
  return {"", {}, false};
}

/// Returns the host and the processors of this process as one number.
std::uint64_t own_place() { return fnv1a(reorder::host_name() + "\t" + reorder::cpu_list()); }

constexpr std::size_t kMostPlans = 4096;

/// The result of a call on this process.
struct KnownPlan {
  std::optional<std::uint64_t> new_rank;  ///< empty: the order was kept
};

/// The plans of this job by their keys: a pattern that comes again on the same processes needs no engine.
std::mutex plans_guard;
std::unordered_map<std::uint64_t, KnownPlan>& plans() {
  static auto* const kept =
      new std::unordered_map<std::uint64_t, KnownPlan>;  // never destroyed: exit handlers may call MPI
  return *kept;
}

/// Returns this process's share of a key, from its identity, rank, place and part of the pattern. The sum over all
/// processes of a call is the key of its plan. It is equal for the same members, ranks, places and pattern, and almost
/// never for others.
std::uint64_t share_of_key(int rank, std::uint64_t place, const Pattern& pattern) {
  const std::string head = std::to_string(place) + "/" + std::to_string(getpid()) + "/" + std::to_string(rank) + "/" +
                           settings::text(settings::Id::Topology) + "/" + pattern.call + "/";
  return fnv1a({pattern.frames.data(), pattern.frames.size()}, fnv1a(head));
}

std::optional<KnownPlan> known_plan(std::uint64_t key) {
  const std::lock_guard lock(plans_guard);
  const auto found = plans().find(key);
  return found == plans().end() ? std::nullopt : std::optional(found->second);
}

/// Adds a plan. Forgets all plans if there are too many, so that a job that never repeats a pattern does not grow.
void remember_plan(std::uint64_t key, const KnownPlan& plan) {
  const std::lock_guard lock(plans_guard);
  if (plans().size() >= kMostPlans) {
    plans().clear();
  }
  plans()[key] = plan;
}

/// What a process finds out alone before it asks the others. A process without memory for it is not willing.
struct Own {
  Pattern pattern;
  std::uint64_t place = 0, share = 0;  ///< place as one number; share of the key of this call's plan
  bool topology_given = false, willing = false;
};

Own found_out(const Request& request) {
  Own own;
  const process::FixedString failure = reorder::failure_of([&] {
    own.pattern = described(request);
    own.place = own_place();
    own.share = share_of_key(runtime::rank_in(request.comm), own.place, own.pattern);
    own.topology_given = !settings::text(settings::Id::Topology).empty();
  });
  own.willing = failure.empty() && own.pattern.is_clear;
  return own;
}

/// Whether all processes want a plan and any two of them differ in their places. This takes one reduction, which is all
/// that unbound processes of one host pay. It uses the application's communicator, since the call is one of its
/// collective calls anyway.
bool is_worth_a_plan(MPI_Comm comm, const Own& own) {
  const std::array<std::uint64_t, 4> mine = {own.place, ~own.place, own.willing ? 0U : 1U,
                                             own.topology_given ? 1U : 0U};
  std::array<std::uint64_t, 4> most{};
  const int error = real::Allreduce(mine.data(), most.data(), static_cast<int>(mine.size()), handles::type_uint64(),
                                    handles::op_max(), comm);
  const bool differ = most[0] != ~most[1];
  return error == MPI_SUCCESS && most[2] == 0 && (differ || most[3] != 0);
}

/// Returns the key of this call's plan. Collective.
std::uint64_t key_of(MPI_Comm comm, std::uint64_t share) {
  std::uint64_t key = 0;
  real::Allreduce(&share, &key, 1, handles::type_uint64(), handles::op_sum(), comm);
  return key;
}

/// Whether `mine` is true on all processes, over the application's communicator. Collective.
bool all_agree(MPI_Comm comm, bool mine) {
  const std::uint64_t against = mine ? 0 : 1;
  std::uint64_t any_against = 1;
  const int error = real::Allreduce(&against, &any_against, 1, handles::type_uint64(), handles::op_max(), comm);
  return error == MPI_SUCCESS && any_against == 0;
}

/// Returns the plan of an equal earlier call, if all processes still have it. Collective.
std::optional<KnownPlan> plan_of_all(MPI_Comm comm, std::uint64_t key) {
  std::optional<KnownPlan> plan;
  reorder::failure_of([&] { plan = known_plan(key); });
  return all_agree(comm, plan.has_value()) ? plan : std::nullopt;
}

/// What rank 0 is to write.
struct Message {
  std::string key;  ///< `line` without what differs between equal calls
  std::string line;
};

/// Returns the processes in the better order, or the null communicator.
MPI_Comm better_order(const reorder::OwnComm& own, const Pattern& pattern, Message& message) {
  const double started = real::Wtime();
  reorder::Source source;
  reorder::run_collectively(own, [&] {
    source = {"", pattern.frames, static_cast<std::uint64_t>(own.rank()), pattern.call};
  });
  reorder::Plan plan = reorder::ask_for_plan(own, source);
  reorder::failure_of([&] { message.key = plan.message; });
  const MPI_Comm reordered = reorder::enact(own, plan, started);
  reorder::failure_of([&] {
    if (plan.failed) {
      message.line =
          "reorder=1 in a virtual topology: " + plan.message;  // the same text for equal failures, hence written once
    } else if (reordered != handles::comm_null()) {
      message.line = plan.message;
    }
  });
  return reordered;
}

/// Asks the engine and remembers its plan. Remembers a failure too, because it would be repeated and cost a time limit
/// each time.
MPI_Comm newly_ordered(MPI_Comm comm, const Pattern& pattern, std::uint64_t key, Message& message) {
  const reorder::OwnComm own = reorder::OwnComm::duplicate_of(comm);
  if (!own.valid()) {
    return handles::comm_null();
  }
  const MPI_Comm reordered = better_order(own, pattern, message);
  KnownPlan plan;
  if (reordered != handles::comm_null()) plan.new_rank = static_cast<std::uint64_t>(runtime::rank_in(reordered));
  reorder::failure_of([&] { remember_plan(key, plan); });
  return reordered;
}

/// Repeats an earlier plan, for which no communicator of our own is needed. Returns the null communicator on all
/// processes if any of them did not get its rank.
MPI_Comm ordered_again(MPI_Comm comm, std::uint64_t new_rank) {
  MPI_Comm reordered = handles::comm_null();
  int rank = -1;
  const int error = reorder::split_for_application(comm, static_cast<int>(new_rank), &reordered);
  const bool there = error == MPI_SUCCESS && reordered != handles::comm_null();
  if (there) {
    real::Comm_rank(reordered, &rank);
  }
  if (all_agree(comm, rank == static_cast<int>(new_rank))) {
    return reordered;
  }
  if (there) {
    real::Comm_free(&reordered);
  }
  return handles::comm_null();
}

/// Attaches the topology and frees `reordered`. Returns true on all processes if it succeeds on all.
bool attach(const Request& request, MPI_Comm reordered, MPI_Comm* made) {
  MPI_Comm topology = handles::comm_null();
  bool mine = false;
  reorder::failure_of(
      [&] { mine = request.make(reordered, &topology) == MPI_SUCCESS; });  // a CollectiveError is thrown on all of them
  const bool all = all_agree(request.comm, mine);
  real::Comm_free(&reordered);
  if (topology != handles::comm_null()) {
    if (!all) {
      real::Comm_free(&topology);
      return false;
    }
    runtime::copy_error_handler(request.comm, topology);
  }
  if (all) {
    *made = topology;
  }
  return all;
}

bool attempt(const Request& request, MPI_Comm* made) {
  const Own own = found_out(request);
  if (!is_worth_a_plan(request.comm, own)) {
    return false;
  }
  const std::uint64_t key = key_of(request.comm, own.share);
  const std::optional<KnownPlan> known = plan_of_all(request.comm, key);
  if (known && !known->new_rank) {
    return false;
  }
  Message message;
  const MPI_Comm reordered =
      known ? ordered_again(request.comm, *known->new_rank) : newly_ordered(request.comm, own.pattern, key, message);
  const bool wanted = reordered != handles::comm_null();
  const bool done = wanted && attach(request, reordered, made);
  if (wanted && !done) {
    reorder::failure_of([&] { message = {"refused", own.pattern.call + ": MPI refused the new order" + kKept}; });
  }
  if (done) reorder::failure_of([&] { monitoring::declared::note_changed(own.pattern.call); });  // other processes know
  if (!message.line.empty() && is_first(request.comm)) {
    reorder::failure_of([&] { say_once(message.key, message.line); });  // the others have their communicator
  }
  return done;
}

}  // namespace

bool make_reordered(const Request& request, MPI_Comm* made) {
  if (is_ruled_out(request)) return false;
  const monitoring::PauseCounting unwatched;
  monitoring::declared::note_asked();
  bool done = false;
  reorder::harmlessly([&] { done = attempt(request, made); });
  return done;
}

}  // namespace topomorph::plugin::virtual_topologies
