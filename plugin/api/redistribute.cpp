// tm_redistribute: moves the data of each role to the process that has the role now.
//
// The process with rank r in the old communicator has the data of role r, which go to rank r of the new communicator.
// In the new communicator each process therefore sends to the rank that equals its old rank, and receives from the
// process whose old rank equals its own new rank.
#include <algorithm>
#include <climits>

#include "monitoring/monitor.h"
#include "plugin/api/topomorph.h"
#include "plugin/world/world.h"
#include "reorder/steps/own_comm.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::api {
namespace {

constexpr int kTag = 1;

/// The data of one process.
struct Transfer {
  const void* sendbuf;
  MPI_Count sendcount;
  MPI_Datatype type;
  void* recvbuf;
  MPI_Count recvcapacity;
};

/// The process that receives from this one and the process that sends to it, as ranks of the new communicator.
struct Partners {
  int destination = MPI_UNDEFINED, source = MPI_UNDEFINED;

  bool known() const { return source != MPI_UNDEFINED; }
};

/// Returns unknown partners if this process sees that the communicators do not have the same processes.
Partners partners_of(MPI_Comm old, MPI_Comm reordered) {
  if (runtime::size_of(old) != runtime::size_of(reordered)) {
    return {};
  }
  const int new_rank = runtime::rank_in(reordered);
  MPI_Group old_group = handles::group_null(), new_group = handles::group_null();
  real::Comm_group(old, &old_group);
  real::Comm_group(reordered, &new_group);
  Partners partners;
  partners.destination = runtime::rank_in(old);
  real::Group_translate_ranks(old_group, 1, &new_rank, new_group, &partners.source);
  real::Group_free(&old_group);
  real::Group_free(&new_group);
  return partners;
}

/// Returns the most elements of one message. MPI counts them in an int, and some transports fail above 2 GiB.
MPI_Count elements_of_a_message(MPI_Datatype type) {
  constexpr MPI_Count kMostBytes = MPI_Count{1} << 30;
  MPI_Count bytes = 0;
  real::Type_size_x(type, &bytes);
  return bytes > 0 ? std::clamp<MPI_Count>(kMostBytes / bytes, 1, INT_MAX) : INT_MAX;
}

MPI_Count extent_of(MPI_Datatype type) {
  MPI_Count lower = 0, extent = 0;
  real::Type_get_extent_x(type, &lower, &extent);
  return extent;
}

int error_in(const Transfer& transfer) {
  if (transfer.sendcount < 0 || transfer.recvcapacity < 0) {
    return MPI_ERR_COUNT;
  }
  return transfer.type == handles::datatype_null() ? MPI_ERR_TYPE : MPI_SUCCESS;
}

/// Returns the largest error class of all processes. Collective.
int agreed(const reorder::OwnComm& comm, int error) {
  int worst = MPI_SUCCESS;
  const int failed = real::Allreduce(&error, &worst, 1, handles::type_int(), handles::op_max(), comm.get());
  return failed != MPI_SUCCESS ? failed : worst;
}

MPI_Count exchange_counts(const reorder::OwnComm& comm, const Partners& partners, MPI_Count mine) {
  MPI_Count coming = 0;
  real::Sendrecv(&mine, sizeof mine, handles::type_byte(), partners.destination, kTag, &coming, sizeof coming,
                 handles::type_byte(), partners.source, kTag, comm.get(), MPI_STATUS_IGNORE);
  return coming;
}

/// Exchanges message by message, both directions at once. A side that has more messages than the other continues alone.
int exchange_data(const reorder::OwnComm& comm, const Partners& partners, const Transfer& transfer, MPI_Count coming) {
  const MPI_Count step = elements_of_a_message(transfer.type), extent = extent_of(transfer.type);
  int error = MPI_SUCCESS;
  for (MPI_Count done = 0; done < std::max(transfer.sendcount, coming); done += step) {
    const MPI_Count out = std::clamp<MPI_Count>(transfer.sendcount - done, 0, step);
    const MPI_Count in = std::clamp<MPI_Count>(coming - done, 0, step);
    const char* from = static_cast<const char*>(transfer.sendbuf) + (out > 0 ? done * extent : 0);
    char* to = static_cast<char*>(transfer.recvbuf) + (in > 0 ? done * extent : 0);
    const int failed =
        real::Sendrecv(from, static_cast<int>(out), transfer.type, out > 0 ? partners.destination : MPI_PROC_NULL, kTag,
                       to, static_cast<int>(in), transfer.type, in > 0 ? partners.source : MPI_PROC_NULL, kTag,
                       comm.get(), MPI_STATUS_IGNORE);
    error = error == MPI_SUCCESS ? failed : error;
  }
  return error;
}

int redistribute(MPI_Comm old, MPI_Comm reordered, const Transfer& transfer, MPI_Count* recvcount) {
  const auto comm = reorder::OwnComm::duplicate_of(reordered);
  if (!comm.valid()) {
    return MPI_ERR_COMM;
  }
  const Partners partners = partners_of(old, reordered);
  const int wrong = partners.known() ? error_in(transfer) : MPI_ERR_COMM;
  if (const int error = agreed(comm, wrong); error != MPI_SUCCESS) {
    return error;
  }
  const MPI_Count coming = exchange_counts(comm, partners, transfer.sendcount);
  *recvcount = coming;
  if (const int error = agreed(comm, coming > transfer.recvcapacity ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
      error != MPI_SUCCESS) {
    return error;
  }
  return exchange_data(comm, partners, transfer, coming);
}

}  // namespace
}  // namespace topomorph::plugin::api

int tm_redistribute(MPI_Comm oldcomm, MPI_Comm newcomm, const void* sendbuf, MPI_Count sendcount, MPI_Datatype type,
                    void* recvbuf, MPI_Count recvcapacity, MPI_Count* recvcount) {
  using namespace topomorph;
  namespace api = plugin::api;
  const runtime::ReentrancyGuard guard;
  const monitoring::PauseCounting pause;
  const MPI_Comm old = runtime::substitute(oldcomm), reordered = runtime::substitute(newcomm);
  if (recvcount == nullptr) {
    return MPI_ERR_ARG;
  }
  if (!runtime::is_intracommunicator(old) || !runtime::is_intracommunicator(reordered)) {
    return MPI_ERR_COMM;
  }
  return api::redistribute(old, reordered, {sendbuf, sendcount, type, recvbuf, recvcapacity}, recvcount);
}
