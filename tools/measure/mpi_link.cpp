// Sends and receives the messages of a measurement.
#include "tools/measure/mpi_link.h"

namespace topomorph::measure {
namespace {

constexpr int kLinkTag = 8;

}  // namespace

void MpiLink::start_send(std::size_t request, std::size_t bytes) {
  receives_[request] = false;
  MPI_Isend(contents(request).data(), static_cast<int>(bytes), MPI_BYTE, other_, kLinkTag, comm_, &requests_[request]);
}

void MpiLink::start_synchronous_send(std::size_t request, std::size_t bytes) {
  receives_[request] = false;
  MPI_Issend(contents(request).data(), static_cast<int>(bytes), MPI_BYTE, other_, kLinkTag, comm_, &requests_[request]);
}

void MpiLink::start_receive(std::size_t request) {
  receives_[request] = true;
  const std::span<char> room = contents(request);
  MPI_Irecv(room.data(), static_cast<int>(room.size()), MPI_BYTE, other_, kLinkTag, comm_, &requests_[request]);
}

std::size_t MpiLink::complete(std::size_t request) {
  MPI_Status status;
  int bytes = 0;
  MPI_Wait(&requests_[request], &status);
  if (receives_[request]) MPI_Get_count(&status, MPI_BYTE, &bytes);
  return static_cast<std::size_t>(bytes);
}

}  // namespace topomorph::measure
