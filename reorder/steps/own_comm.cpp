// Makes our own communicators, and waits for operations in them.
#include "reorder/steps/own_comm.h"

#include <array>
#include <atomic>

#include "reorder/steps/collective_error.h"
#include "reorder/steps/waiting.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
namespace {

/// The most communicators at a time: those of the job, its hosts and their first processes, for a few threads.
constexpr std::size_t kDesks = 16;
constinit std::array<Desk, kDesks> desks{};
constinit std::array<std::atomic<bool>, kDesks> taken{};

Desk* free_desk() {
  for (std::size_t i = 0; i < kDesks; ++i) {
    if (!taken[i].exchange(true)) return &desks[i];
  }
  return nullptr;
}

/// Makes the connections that a program needs for its own first collective call, all at once. Open MPI looks for new
/// connections every 10 ms only: where making a communicator and our reductions each wait for their own, a start takes
/// 31 ms instead of 11 (16 processes on 4 hosts, TCP, a core for each process).
int connect_processes(MPI_Comm comm) { return real::Barrier(comm); }

void give_back(const Desk* desk) {
  if (desk != nullptr) taken[static_cast<std::size_t>(desk - desks.data())].store(false);
}

}  // namespace

OwnComm::OwnComm(MPI_Comm origin, MPI_Comm made, int error, bool whole_world)
    : origin_(origin), comm_(made), whole_world_(whole_world), desk_(free_desk()) {
  const bool is_there = error == MPI_SUCCESS && made != handles::comm_null();
  valid_ = is_there && desk_ != nullptr;
  if (is_there && !valid_) real::Comm_free(&comm_);
  if (!valid_) return;
  real::Comm_set_errhandler(comm_, handles::errors_return());
  rank_ = runtime::rank_in(comm_);
  size_ = runtime::size_of(comm_);
}

OwnComm OwnComm::duplicate_of(MPI_Comm comm) {
  // Not Comm_dup, which would copy the application's attributes by the application's callbacks.
  const runtime::ErrorsReturnScope scope(comm);
  MPI_Comm duplicate = handles::comm_null();
  const int error = real::Comm_split(comm, 0, runtime::rank_in(comm), &duplicate);
  return {comm, duplicate, error};
}

OwnComm OwnComm::duplicate_of_world_at_start() {
  // Only here: Open MPI's function sends messages that a receive of the application from any process would take.
  const MPI_Comm world = handles::comm_world();
  const runtime::ErrorsReturnScope scope(world);
  MPI_Comm duplicate = handles::comm_null();
  MPI_Group all{};
  int error = connect_processes(world);
  if (error == MPI_SUCCESS) error = real::Comm_group(world, &all);
  if (error != MPI_SUCCESS) return {world, duplicate, error};
  error = real::Comm_create_group(world, all, 0, &duplicate);
  real::Group_free(&all);
  return {world, duplicate, error, true};
}

OwnComm OwnComm::none() { return {handles::comm_null(), handles::comm_null(), MPI_SUCCESS}; }

OwnComm::~OwnComm() {
  if (broken_) return;
  give_back(desk_);
  if (valid_) real::Comm_free(&comm_);
}

MPI_Request OwnComm::begin() const {
  if (!valid_) throw CollectiveError("MPI gave no communicator to this library");
  if (broken_) give_up();
  return handles::request_null();
}

void OwnComm::check_started(int error) {
  if (error != MPI_SUCCESS) throw CollectiveError("MPI has refused a message of this library");
}

bool OwnComm::ends(MPI_Request& request, double limits) const {
  const Waited waited = wait_for(request, limits * waiting_limit(), asleep_ ? Pause::Asleep : Pause::Short);
  if (waited == Waited::Failed) throw CollectiveError("MPI has failed to transfer a message of this library");
  broken_ = waited == Waited::TooLong;
  return !broken_;
}

void OwnComm::give_up() { throw CollectiveError(too_long()); }

}  // namespace topomorph::reorder
