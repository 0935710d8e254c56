// Latency and bandwidth between two processes.
#include "tools/measure/ping_pong.h"

#include <algorithm>
#include <vector>

namespace topomorph::measure {

namespace {

constexpr int kTag = 7;
constexpr int kBatches = 5;                                         // the fastest counts: whatever else runs only slows
constexpr double kBatchSeconds = 0.02;                              // of short messages
constexpr int kShortest = 1, kFirst = 1 << 16, kLongest = 1 << 22;  // bytes
constexpr double kLongEnough = 0.25;  // seconds of one message: long past what buffers and bursts hide

/// Seconds of `count` messages of `bytes` there and back.
double exchange(MPI_Comm comm, int other, bool starts, std::vector<char>& buffer, int bytes, int count) {
  const double start = MPI_Wtime();
  for (int i = 0; i < count; ++i) {
    if (starts) {
      MPI_Send(buffer.data(), bytes, MPI_BYTE, other, kTag, comm);
      MPI_Recv(buffer.data(), bytes, MPI_BYTE, other, kTag, comm, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(buffer.data(), bytes, MPI_BYTE, other, kTag, comm, MPI_STATUS_IGNORE);
      MPI_Send(buffer.data(), bytes, MPI_BYTE, other, kTag, comm);
    }
  }
  return MPI_Wtime() - start;
}

/// What the starting process has decided, on both.
int decided(MPI_Comm comm, int other, bool starts, int value) {
  if (starts) {
    MPI_Send(&value, 1, MPI_INT, other, kTag, comm);
  } else {
    MPI_Recv(&value, 1, MPI_INT, other, kTag, comm, MPI_STATUS_IGNORE);
  }
  return value;
}

double latency(MPI_Comm comm, int other, bool starts, std::vector<char>& buffer) {
  constexpr int kWarm = 10, kMost = 20000;
  const double once = exchange(comm, other, starts, buffer, kShortest, kWarm) / kWarm;
  const int count =
      decided(comm, other, starts, static_cast<int>(std::clamp(kBatchSeconds / once, 5.0, double{kMost})));
  double best = 1e9;
  for (int batch = 0; batch < kBatches; ++batch) {
    best = std::min(best, exchange(comm, other, starts, buffer, kShortest, count) / count / 2);
  }
  return best;
}

/// Bytes a second of messages so long that they take their time.
double bandwidth(MPI_Comm comm, int other, bool starts, std::vector<char>& buffer) {
  int bytes = kFirst;
  double seconds = exchange(comm, other, starts, buffer, bytes, 1) / 2;
  while (decided(comm, other, starts, bytes < kLongest && seconds < kLongEnough ? 1 : 0) != 0) {
    bytes *= 2;
    seconds = exchange(comm, other, starts, buffer, bytes, 1) / 2;
  }
  for (int batch = 1; batch < kBatches; ++batch) {
    seconds = std::min(seconds, exchange(comm, other, starts, buffer, bytes, 1) / 2);
  }
  return bytes / std::max(seconds, 1e-9);
}

}  // namespace

LinkCost ping_pong(MPI_Comm comm, int other, bool starts) {
  std::vector<char> buffer(kLongest, 'x');
  const double seconds = latency(comm, other, starts, buffer);
  return {seconds, bandwidth(comm, other, starts, buffer)};
}

}  // namespace topomorph::measure
