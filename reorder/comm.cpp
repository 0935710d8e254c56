// Communication among the processes of a job for our own purposes, past the wrappers.
#include "reorder/comm.h"

#include <climits>
#include <cstdint>

#include "core/support/error.h"
#include "plugin/interception/handles.h"
#include "real_mpi.h"
#include "reorder/together.h"

namespace topomorph::reorder {
namespace {

/// Throws InputError for 2 GiB or more: MPI counts bytes in an int.
void fill_starts(const std::vector<int>& lengths, std::vector<int>& starts) {
  std::int64_t end = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    starts[i] = static_cast<int>(end);
    end += i < lengths.size() ? lengths[i] : 0;
    if (end > INT_MAX) {
      throw InputError("the processes have more to say about themselves than 2 GiB");
    }
  }
}

std::string concatenated(const std::vector<std::string>& strings) {
  std::string all;
  for (const std::string& string : strings) {
    all += string;
  }
  return all;
}

}  // namespace

OwnComm::OwnComm(MPI_Comm comm, int error) : comm_(comm), valid_(error == MPI_SUCCESS && comm != handles::comm_null()) {
  if (valid_) {
    real::Comm_set_errhandler(comm_, handles::errors_return());
    real::Comm_rank(comm_, &rank_);
    real::Comm_size(comm_, &size_);
  }
}

OwnComm OwnComm::duplicate_of(MPI_Comm comm) {
  // Not Comm_dup: it would copy the application's attributes, through the application's callbacks.
  MPI_Comm duplicate = handles::comm_null();
  int rank = 0;
  real::Comm_rank(comm, &rank);
  const int error = real::Comm_split(comm, 0, rank, &duplicate);
  return {duplicate, error};
}

OwnComm OwnComm::part_of(MPI_Comm comm, bool in) {
  MPI_Comm part = handles::comm_null();
  int rank = 0;
  real::Comm_rank(comm, &rank);
  const int error = real::Comm_split(comm, in ? 0 : MPI_UNDEFINED, rank, &part);
  return {part, error};
}

OwnComm OwnComm::host_of(MPI_Comm comm) {
  MPI_Comm host = handles::comm_null();
  const int error = real::Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, handles::info_null(), &host);
  return {host, error};
}

OwnComm::~OwnComm() {
  if (valid_) {
    real::Comm_free(&comm_);
  }
}

void copy_errhandler(MPI_Comm from, MPI_Comm to) {
  MPI_Errhandler handler = handles::errhandler_null();
  if (real::Comm_get_errhandler(from, &handler) == MPI_SUCCESS) {
    real::Comm_set_errhandler(to, handler);
    real::Errhandler_free(&handler);
  }
}

bool agree(const OwnComm& comm, bool mine) {
  int ours = mine ? 1 : 0, everybodys = 0;
  const int error = real::Allreduce(&ours, &everybodys, 1, handles::type_int(), handles::op_min(), comm.get());
  return error == MPI_SUCCESS && everybodys == 1;
}

Strings gather_strings(const OwnComm& comm, const std::string& mine) {
  const std::size_t processes = comm.rank() == 0 ? static_cast<std::size_t>(comm.size()) : 0;
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths;
  Strings all;
  together(comm, [&] { lengths.resize(processes), all.starts_.resize(processes == 0 ? 0 : processes + 1); });
  real::Gather(&length, 1, handles::type_int(), lengths.data(), 1, handles::type_int(), 0, comm.get());
  together(comm, [&] {
    fill_starts(lengths, all.starts_);
    all.text_.resize(processes == 0 ? 0 : static_cast<std::size_t>(all.starts_.back()));
  });
  real::Gatherv(mine.data(), length, handles::type_char(), all.text_.data(), lengths.data(), all.starts_.data(),
                handles::type_char(), 0, comm.get());
  return all;
}

std::string scatter_strings(const OwnComm& comm, const std::vector<std::string>& all) {
  std::vector<int> lengths, starts;
  std::string text, mine;
  together(comm, [&] {
    for (const std::string& string : all) {
      lengths.push_back(static_cast<int>(string.size()));
    }
    starts.resize(lengths.size() + 1);
    fill_starts(lengths, starts);
    text = concatenated(all);
  });
  int length = 0;
  real::Scatter(lengths.data(), 1, handles::type_int(), &length, 1, handles::type_int(), 0, comm.get());
  together(comm, [&] { mine.resize(static_cast<std::size_t>(length)); });
  real::Scatterv(text.data(), lengths.data(), starts.data(), handles::type_char(), mine.data(), length,
                 handles::type_char(), 0, comm.get());
  return mine;
}

std::uint64_t broadcast(const OwnComm& comm, std::uint64_t number) {
  real::Bcast(&number, 1, handles::type_uint64(), 0, comm.get());
  return number;
}

std::string broadcast(const OwnComm& comm, const std::string& text) {
  const std::uint64_t length = broadcast(comm, text.size());
  std::string copy;
  together(comm, [&] { copy = comm.rank() == 0 ? text : std::string(length, '\0'); });
  real::Bcast(copy.data(), static_cast<int>(length), handles::type_char(), 0, comm.get());
  return copy;
}

std::vector<std::uint64_t> gather_numbers(const OwnComm& comm, std::uint64_t mine) {
  std::vector<std::uint64_t> all;
  together(comm, [&] { all.resize(comm.rank() == 0 ? static_cast<std::size_t>(comm.size()) : 0); });
  real::Gather(&mine, 1, handles::type_uint64(), all.data(), 1, handles::type_uint64(), 0, comm.get());
  return all;
}

std::uint64_t scatter_numbers(const OwnComm& comm, const std::vector<std::uint64_t>& all) {
  std::uint64_t mine = 0;
  real::Scatter(all.data(), 1, handles::type_uint64(), &mine, 1, handles::type_uint64(), 0, comm.get());
  return mine;
}

}  // namespace topomorph::reorder
