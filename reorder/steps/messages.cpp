// Sends texts and numbers over communicators of our own, with memory taken before a step begins.
#include "reorder/steps/messages.h"

#include <algorithm>

#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
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
