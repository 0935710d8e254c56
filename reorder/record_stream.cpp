// Collects records host after host, and tells each process when its turn has come.
#include "reorder/record_stream.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/wire/brief.h"
#include "core/wire/frame_io.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/parts.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
namespace {

constexpr int kTurnTag = 1, kBytesTag = 2;
constexpr std::size_t kRecordPiece = std::size_t{1} << 20;
constexpr int kAtATime =
    8;  // processes that are told to send at a time: their first pieces travel while others are received

/// Returns `mine`, or its summary in `brief` if that is wanted and there is memory for it.
std::span<const char> as_wanted(Wanted wanted, std::span<const char> mine, wire::Buffer& brief) {
  if (wanted != Wanted::Brief || !failure_of([&] { brief = wire::brief(mine); }).empty()) return mine;
  return brief;
}

/// Returns how many time limits a process waits for its turn. Each process before it may take as long as one, so the
/// number grows with the rank.
double turns_before(const OwnComm& comm) { return 1 + comm.rank(); }

void send(const OwnComm& comm, std::vector<char>& bytes, int length) {
  comm.run(
      [&](MPI_Request* request) {
        return real::Isend(bytes.data(), length, handles::type_byte(), 0, kBytesTag, comm.get(), request);
      },
      turns_before(comm), bytes);
}

/// `piece` has room for a piece.
void send_pieces(const OwnComm& comm, std::span<const char> mine, std::vector<char>& piece) {
  const std::uint64_t total = mine.size();
  std::memcpy(piece.data(), &total, sizeof total);
  send(comm, piece, sizeof total);
  while (!mine.empty()) {
    const auto next = mine.first(std::min(mine.size(), kRecordPiece));
    std::copy(next.begin(), next.end(), piece.begin());
    send(comm, piece, static_cast<int>(next.size()));
    mine = mine.subspan(next.size());
  }
}

void answer_when_told(const OwnComm& comm, std::span<const char> mine, std::vector<char>& piece) {
  int& turn = comm.desk().number_in = static_cast<int>(Wanted::Nothing);
  comm.run(
      [&](MPI_Request* request) {
        return real::Irecv(&turn, 1, handles::type_int(), 0, kTurnTag, comm.get(), request);
      },
      turns_before(comm));
  const auto wanted = static_cast<Wanted>(turn);
  wire::Buffer brief;
  if (wanted != Wanted::Nothing) send_pieces(comm, as_wanted(wanted, mine, brief), piece);
}

/// Rank 0's side.
class Collector {
 public:
  Collector(const OwnComm& comm, const std::function<Wanted()>& wanted,
            const std::function<void(std::span<const char>)>& take, std::vector<char>& piece)
      : comm_(comm), wanted_(wanted), take_(take), piece_(piece) {}

  /// Takes all the memory that collect() needs.
  void prepare() { sends_.resize(static_cast<std::size_t>(comm_.size())); }

  void collect(std::span<const char> mine) {
    const Wanted wanted = wanted_();
    wire::Buffer brief;
    if (wanted != Wanted::Nothing) take_(as_wanted(wanted, mine, brief));
    for (int process = 1; process < comm_.size(); ++process) {
      while (told_ < std::min(process + kAtATime, comm_.size())) {
        tell(told_++);
      }
      if (sends_[static_cast<std::size_t>(process)]) {
        receive_from(process);
      }
    }
  }

 private:
  void tell(int process) {
    const Wanted wanted = wanted_();
    int& turn = comm_.desk().number_out = static_cast<int>(wanted);
    sends_[static_cast<std::size_t>(process)] = wanted != Wanted::Nothing;
    comm_.run([&](MPI_Request* request) {
      return real::Isend(&turn, 1, handles::type_int(), process, kTurnTag, comm_.get(), request);
    });
  }

  /// Receives everything that was announced, even if it is not wanted any more: the sender waits until it is received.
  void receive_from(int process) {
    std::uint64_t left = 0;
    receive(process, sizeof left);
    std::memcpy(&left, piece_.data(), sizeof left);
    while (left > 0) {
      const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(left, kRecordPiece));
      receive(process, length);
      left -= length;
      take_(std::span(piece_).first(length));
    }
  }

  void receive(int process, std::size_t length) {
    comm_.run(
        [&](MPI_Request* request) {
          return real::Irecv(piece_.data(), static_cast<int>(length), handles::type_byte(), process, kBytesTag,
                             comm_.get(), request);
        },
        1, piece_);
  }

  const OwnComm& comm_;
  const std::function<Wanted()>& wanted_;
  const std::function<void(std::span<const char>)>& take_;
  std::vector<char>& piece_;
  std::vector<bool> sends_;
  int told_ = 1;
};

void collect(const OwnComm& comm, std::span<const char> mine, const std::function<Wanted()>& wanted,
             const std::function<void(std::span<const char>)>& take) {
  std::vector<char> piece;
  Collector collector(comm, wanted, take, piece);
  run_collectively(comm, [&] {
    // A summary is smaller than the records, except for a process with almost no records.
    constexpr std::size_t kLeast = 4096;
    const std::size_t most =
        comm.rank() == 0 ? kRecordPiece : std::min(std::max(2 * mine.size(), kLeast), kRecordPiece);
    piece.resize(comm.size() > 1 ? most : 0);
    if (comm.rank() == 0) {
      collector.prepare();
    }
  });
  if (comm.rank() == 0) {
    collector.collect(mine);
  } else {
    answer_when_told(comm, mine, piece);
  }
}

/// Returns the records of a host on its first process.
wire::Buffer records_of_host(const OwnComm& host, std::span<const char> mine) {
  wire::Buffer records;
  process::FixedString failure;
  collect(
      host, mine, [&] { return failure.empty() ? Wanted::All : Wanted::Nothing; },
      [&](std::span<const char> piece) {
        if (failure.empty()) failure = failure_of([&] { records.insert(records.end(), piece.begin(), piece.end()); });
      });
  share_failure(host, failure);
  return records;
}

}  // namespace

void stream_to_first(const OwnComm& comm, std::span<const char> mine, const std::function<Wanted()>& wanted,
                     const std::function<void(std::span<const char>)>& take) {
  const OwnComm host = host_of(comm);
  share_failure(comm, host.valid() ? process::FixedString() : process::FixedString("MPI_Comm_split_type failed"));
  if (host.size() == comm.size()) return collect(comm, mine, wanted, take);
  const OwnComm leaders = part_of(comm, host.rank() == 0);
  share_failure(comm, host.rank() != 0 || leaders.valid() ? process::FixedString()
                                                          : process::FixedString("MPI_Comm_split failed"));
  wire::Buffer records;
  run_collectively(comm, [&] { records = records_of_host(host, mine); });
  if (leaders.valid()) collect(leaders, records, wanted, take);
}

}  // namespace topomorph::reorder
