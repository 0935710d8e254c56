// Brings the bytes of all processes to rank 0 without ever holding them together.
#include <algorithm>
#include <cstdint>

#include "plugin/interception/handles.h"
#include "real_mpi.h"
#include "reorder/comm.h"
#include "reorder/together.h"

namespace topomorph::reorder {
namespace {

constexpr int kTurnTag = 1, kBytesTag = 2;
constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr int kAtATime = 8;  // processes told to send: their answers travel while another's are taken

enum Turn : int { kSkip = 0, kSend = 1 };

void send_pieces(const OwnComm& comm, std::span<const char> mine) {
  const std::uint64_t length = mine.size();
  real::Send(&length, 1, handles::type_uint64(), 0, kBytesTag, comm.get());
  while (!mine.empty()) {
    const auto piece = mine.first(std::min(mine.size(), kPiece));
    real::Send(piece.data(), static_cast<int>(piece.size()), handles::type_byte(), 0, kBytesTag, comm.get());
    mine = mine.subspan(piece.size());
  }
}

void answer_when_told(const OwnComm& comm, std::span<const char> mine) {
  int turn = kSkip;
  real::Recv(&turn, 1, handles::type_int(), 0, kTurnTag, comm.get(), MPI_STATUS_IGNORE);
  if (turn == kSend) {
    send_pieces(comm, mine);
  }
}

/// Rank 0's side.
class Collector {
 public:
  Collector(const OwnComm& comm, const std::function<bool(std::span<const char>)>& take) : comm_(comm), take_(take) {}

  /// Takes all the memory that collect() will need.
  void prepare() {
    sends_.resize(static_cast<std::size_t>(comm_.size()));
    piece_.resize(comm_.size() > 1 ? kPiece : 0);
  }

  void collect(std::span<const char> mine) {
    wanted_ = take_(mine);
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
    const int turn = wanted_ ? kSend : kSkip;
    sends_[static_cast<std::size_t>(process)] = wanted_;
    real::Send(&turn, 1, handles::type_int(), process, kTurnTag, comm_.get());
  }

  /// Receives everything that was announced, wanted or not: who was told to send waits for it to be taken.
  void receive_from(int process) {
    std::uint64_t left = 0;
    real::Recv(&left, 1, handles::type_uint64(), process, kBytesTag, comm_.get(), MPI_STATUS_IGNORE);
    while (left > 0) {
      const auto piece = std::span(piece_).first(static_cast<std::size_t>(std::min<std::uint64_t>(left, kPiece)));
      real::Recv(piece.data(), static_cast<int>(piece.size()), handles::type_byte(), process, kBytesTag, comm_.get(),
                 MPI_STATUS_IGNORE);
      left -= piece.size();
      wanted_ = wanted_ && take_(piece);
    }
  }

  const OwnComm& comm_;
  const std::function<bool(std::span<const char>)>& take_;
  std::vector<bool> sends_;
  std::vector<char> piece_;
  int told_ = 1;
  bool wanted_ = true;
};

}  // namespace

void stream_to_first(const OwnComm& comm, std::span<const char> mine,
                     const std::function<bool(std::span<const char>)>& take) {
  Collector collector(comm, take);
  together(comm, [&] {
    if (comm.rank() == 0) {
      collector.prepare();
    }
  });
  if (comm.rank() == 0) {
    collector.collect(mine);
  } else {
    answer_when_told(comm, mine);
  }
}

}  // namespace topomorph::reorder
