// Sends and receives the messages of a measurement.
#include "reorder/network_link.h"

#include <chrono>
#include <optional>

#include <sched.h>

#include "reorder/steps/collective_error.h"
#include "reorder/steps/own_comm.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
namespace {

constexpr int kTag = 1;

}  // namespace

NetworkLink::NetworkLink(const OwnComm& comm, int other, std::unique_ptr<measuring::LinkBuffers>& buffers)
    : comm_(comm), other_(other), buffers_(buffers) {
  requests_.fill(handles::request_null());
}

void NetworkLink::start_send(std::size_t request, std::size_t bytes) {
  receives_[request] = false;
  check(real::Isend(contents(request).data(), static_cast<int>(bytes), handles::type_byte(), other_, kTag, comm_.get(),
                    &requests_[request]));
}

void NetworkLink::start_synchronous_send(std::size_t request, std::size_t bytes) {
  receives_[request] = false;
  check(real::Issend(contents(request).data(), static_cast<int>(bytes), handles::type_byte(), other_, kTag, comm_.get(),
                     &requests_[request]));
}

void NetworkLink::start_receive(std::size_t request) {
  receives_[request] = true;
  check(real::Irecv(contents(request).data(), static_cast<int>(contents(request).size()), handles::type_byte(), other_,
                    kTag, comm_.get(), &requests_[request]));
}

std::size_t NetworkLink::complete(std::size_t request) {
  using Clock = std::chrono::steady_clock;
  constexpr int kPolls = 1000;  // between looks at the clock; then a process that shares the core gets it
  std::optional<Clock::time_point> began;
  MPI_Status status;
  for (int done = 0, polls = 0;; ++polls) {
    check(real::Test(&requests_[request], &done, &status));
    if (done != 0) break;
    if (polls < kPolls) continue;
    polls = 0;
    sched_yield();
    if (!began) began = Clock::now();
    if (Clock::now() - *began > std::chrono::duration<double>(kPatience)) give_up("a process did not answer");
  }
  int bytes = 0;
  if (receives_[request]) check(real::Get_count(&status, handles::type_byte(), &bytes));
  return static_cast<std::size_t>(bytes);
}

void NetworkLink::check(int error) {
  if (error != MPI_SUCCESS) give_up("MPI has refused a message");
}

void NetworkLink::give_up(const char* why) {
  comm_.abandon();
  static_cast<void>(buffers_.release());  // messages that are under way may still use them
  throw CollectiveError(why);
}

}  // namespace topomorph::reorder
