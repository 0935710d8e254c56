// Makes our own communicators, and sends texts and numbers over them.
#include "reorder/comm.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "core/base/digest.h"
#include "reorder/collective_step.h"
#include "reorder/limits.h"
#include "reorder/locate.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/implementation.h"
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

/// A process without memory for the name takes part in the split and gets no communicator.
std::optional<std::uint64_t> digest_of_host_name() {
  std::optional<std::uint64_t> digest;
  static_cast<void>(failure_of([&] { digest = fnv1a(host_name()); }));
  return digest;
}

/// Splits twice, because a colour has 31 bits: two of a few thousand hosts may have the same, but not twice.
int split_by_host_name(const OwnComm& comm, MPI_Comm* host) {
  constexpr std::uint64_t kColours = 0x7fffffff;
  const std::optional<std::uint64_t> digest = digest_of_host_name();
  const int first = digest ? static_cast<int>(*digest & kColours) : MPI_UNDEFINED;
  MPI_Comm near = handles::comm_null();
  const int error = real::Comm_split(comm.get(), first, comm.rank(), &near);
  if (error != MPI_SUCCESS || near == handles::comm_null()) return error;
  const int second = real::Comm_split(near, static_cast<int>(*digest >> 32 & kColours), comm.rank(), host);
  real::Comm_free(&near);
  return second;
}

/// Makes the connections that a program needs for its own first collective call, all at once. Open MPI looks for new
/// connections every 10 ms only: where making a communicator and our reductions each wait for their own, a start takes
/// 31 ms instead of 11 (16 processes on 4 hosts, TCP, a core for each process).
int connect_processes(MPI_Comm comm) { return real::Barrier(comm); }

void give_back(const Desk* desk) {
  if (desk != nullptr) taken[static_cast<std::size_t>(desk - desks.data())].store(false);
}

}  // namespace

OwnComm::OwnComm(MPI_Comm origin, MPI_Comm comm, int error, bool whole_world)
    : origin_(origin), comm_(comm), whole_world_(whole_world), desk_(free_desk()) {
  const bool made = error == MPI_SUCCESS && comm != handles::comm_null();
  valid_ = made && desk_ != nullptr;
  if (made && !valid_) real::Comm_free(&comm_);
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

OwnComm OwnComm::part_of(const OwnComm& comm, bool in) {
  arrive(comm);
  MPI_Comm part = handles::comm_null();
  const int error = real::Comm_split(comm.get(), in ? 0 : MPI_UNDEFINED, comm.rank(), &part);
  return {comm.get(), part, error};
}

OwnComm OwnComm::host_of(const OwnComm& comm) {
  arrive(comm);
  MPI_Comm host = handles::comm_null();
  const int error = runtime::knows_hosts()
                        ? real::Comm_split_type(comm.get(), MPI_COMM_TYPE_SHARED, 0, handles::info_null(), &host)
                        : split_by_host_name(comm, &host);
  return {comm.get(), host, error};
}

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

void arrive(const OwnComm& comm) {
  share_failure(comm, process::FixedString());
  share_failure(comm, process::FixedString(), 2);
}

namespace {

bool agree_within(const OwnComm& comm, bool mine, double limits) {
  const process::FixedString failure = failure_of([&] {
    Desk& desk = comm.desk();
    desk.number_out = mine ? 1 : 0;
    comm.run(
        [&](MPI_Request* request) {
          return real::Iallreduce(&desk.number_out, &desk.number_in, 1, handles::type_int(), handles::op_min(),
                                  comm.get(), request);
        },
        limits);
  });
  return failure.empty() && comm.desk().number_in == 1;
}

}  // namespace

bool agree(const OwnComm& comm, bool mine) { return comm.valid() && agree_within(comm, mine, 1); }

bool confirm(const OwnComm& comm) { return comm.valid() && agree_within(comm, true, 2); }

namespace {

/// Room that every process has for a text before the longest is known. For shorter texts a second step for memory is
/// not needed.
constexpr std::size_t kShort = 256;

}  // namespace

std::uint64_t broadcast(const OwnComm& comm, std::uint64_t number) {
  std::uint64_t& copy = comm.desk().in = number;
  comm.run(
      [&](MPI_Request* request) { return real::Ibcast(&copy, 1, handles::type_uint64(), 0, comm.get(), request); });
  return copy;
}

process::FixedString broadcast(const OwnComm& comm, const process::FixedString& line) {
  process::FixedString& copy = comm.desk().line = line;
  comm.run([&](MPI_Request* request) {
    return real::Ibcast(&copy, static_cast<int>(sizeof copy), handles::type_byte(), 0, comm.get(), request);
  });
  return copy;
}

std::string broadcast(const OwnComm& comm, const std::function<std::string()>& text) {
  std::vector<char> copy;
  std::string result;
  const std::size_t length = collective_maximum(comm, [&] {
    if (comm.rank() == 0) result = text();
    copy.assign(result.begin(), result.end());
    const std::size_t mine = result.size();
    copy.resize(std::max(mine, kShort)), result.reserve(kShort);
    return mine;
  });
  if (length > kShort) {
    run_collectively(comm, [&] { copy.resize(length), result.reserve(length); });
  }
  comm.run(
      [&](MPI_Request* request) {
        return real::Ibcast(copy.data(), static_cast<int>(length), handles::type_char(), 0, comm.get(), request);
      },
      1, copy);
  result.assign(copy.data(), length);  // within the reserve; by iterators it would take memory for a second string
  return result;
}

std::vector<std::uint64_t> gather_numbers(const OwnComm& comm, std::uint64_t mine) {
  std::vector<std::uint64_t> all;
  run_collectively(comm, [&] { all.resize(comm.rank() == 0 ? static_cast<std::size_t>(comm.size()) : 0); });
  std::uint64_t& copy = comm.desk().out = mine;
  comm.run(
      [&](MPI_Request* request) {
        return real::Igather(&copy, 1, handles::type_uint64(), all.data(), 1, handles::type_uint64(), 0, comm.get(),
                             request);
      },
      1, all);
  return all;
}

namespace {

constexpr int kLinesTag = 3;

void send_lines(const OwnComm& comm, std::vector<char>& lines) {
  comm.run(
      [&](MPI_Request* request) {
        return real::Isend(lines.data(), static_cast<int>(lines.size()), handles::type_char(), 0, kLinesTag, comm.get(),
                           request);
      },
      1, lines);
}

std::string_view receive_lines(const OwnComm& comm, std::vector<char>& text) {
  std::fill(text.begin(), text.end(), '\0');
  comm.run(
      [&](MPI_Request* request) {
        return real::Irecv(text.data(), static_cast<int>(text.size()), handles::type_char(), MPI_ANY_SOURCE, kLinesTag,
                           comm.get(), request);
      },
      1, text);
  const std::string_view room(text.data(), text.size());
  return room.substr(0, room.find('\0'));
}

int count_lines(std::string_view text) { return static_cast<int>(std::count(text.begin(), text.end(), '\n')); }

/// Receives all lines, even after a failure.
process::FixedString receive_all_lines(const OwnComm& comm, std::string_view mine, std::vector<char>& room,
                                       const std::function<void(std::string_view)>& take) {
  process::FixedString failure = failure_of([&] { take(mine); });
  for (int lines = count_lines(mine); lines < comm.size();) {
    const std::string_view more = receive_lines(comm, room);
    lines += count_lines(more);
    if (failure.empty()) failure = failure_of([&] { take(more); });
  }
  return failure;
}

}  // namespace

process::FixedString gather_lines(const OwnComm& comm, const std::function<std::string()>& mine,
                                  const std::function<void(std::string_view)>& take) {
  constexpr std::size_t kManyLines = 16384;
  std::vector<char> lines, room;
  const std::size_t longest = collective_maximum(comm, [&] {
    const std::string text = mine();
    lines.assign(text.begin(), text.end());
    if (comm.rank() == 0) room.resize(kManyLines);
    return lines.size();
  });
  if (longest > kManyLines) {
    run_collectively(comm, [&] { room.resize(comm.rank() == 0 ? longest : 0); });
  }
  if (comm.rank() == 0) return receive_all_lines(comm, {lines.data(), lines.size()}, room, take);
  if (!lines.empty()) send_lines(comm, lines);
  return {};
}

std::optional<std::uint64_t> hand_out(const OwnComm& comm, const std::vector<std::uint64_t>& all) {
  auto& numbers = comm.desk().numbers;
  const auto size = static_cast<std::size_t>(comm.size()), rank = static_cast<std::size_t>(comm.rank());
  std::uint64_t mine = 0;
  for (std::size_t start = 0; start < size; start += numbers.size() - 1) {
    const std::size_t count = std::min(size - start, numbers.size() - 1);
    if (rank == 0) {
      numbers.front() = all.size();
      if (!all.empty()) std::copy_n(all.data() + start, count, numbers.begin() + 1);
    }
    comm.run([&](MPI_Request* request) {
      return real::Ibcast(numbers.data(), static_cast<int>(count + 1), handles::type_uint64(), 0, comm.get(), request);
    });
    comm.wait_asleep(false);  // the rest comes at once
    if (numbers.front() == 0) return std::nullopt;
    if (rank >= start && rank - start < count) mine = numbers[rank - start + 1];
  }
  return mine;
}

}  // namespace topomorph::reorder
