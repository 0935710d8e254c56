// Measurement of latency and bandwidth between two processes, and their link for all other measurements.
#include "tools/measure/ping_pong.h"

#include <algorithm>
#include <vector>

#include "core/measuring/stream.h"

namespace topomorph::measure {

namespace {

constexpr int kPingTag = 7;
constexpr int kBatches = 5;                                         // the fastest counts: disturbances only slow down
constexpr double kBatchSeconds = 0.02;                              // of short messages
constexpr int kShortest = 1, kFirst = 1 << 16, kLongest = 1 << 22;  // bytes
constexpr double kLongEnough = 0.1;  // seconds of one message: longer than buffers and bursts can hide

/// Returns the seconds of `count` messages of `bytes` there and back.
double exchange(MPI_Comm comm, int other, bool starts, std::vector<char>& buffer, int bytes, int count) {
  const double start = MPI_Wtime();
  for (int i = 0; i < count; ++i) {
    if (starts) {
      MPI_Send(buffer.data(), bytes, MPI_BYTE, other, kPingTag, comm);
      MPI_Recv(buffer.data(), bytes, MPI_BYTE, other, kPingTag, comm, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(buffer.data(), bytes, MPI_BYTE, other, kPingTag, comm, MPI_STATUS_IGNORE);
      MPI_Send(buffer.data(), bytes, MPI_BYTE, other, kPingTag, comm);
    }
  }
  return MPI_Wtime() - start;
}

/// Returns, on both processes, the value of the one that starts.
int decided(MPI_Comm comm, int other, bool starts, int value) {
  if (starts) {
    MPI_Send(&value, 1, MPI_INT, other, kPingTag, comm);
  } else {
    MPI_Recv(&value, 1, MPI_INT, other, kPingTag, comm, MPI_STATUS_IGNORE);
  }
  return value;
}

double latency_with(MPI_Comm comm, int other, bool starts, std::vector<char>& buffer) {
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

/// Returns bytes a second of messages that are long enough to hide the latency.
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

/// Counts the bytes that arrive in the middle of the measurement: not while buffers fill, TCP speeds up, or other pairs
/// are still starting.
class MiddleArrivals {
 public:
  explicit MiddleArrivals(double seconds) : length_((1 - kWarmingUp) * seconds), over_(MPI_Wtime() + seconds) {}

  void add(std::size_t bytes) {
    const double left = over_ - MPI_Wtime();
    if (left >= 0 && left <= length_) bytes_ += static_cast<double>(bytes);
  }
  /// Returns bytes a second; at least `least` bytes count, since a message may be on its way.
  double rate(double least) const { return std::max(bytes_, least) / length_; }

 private:
  static constexpr double kWarmingUp = 0.2;
  double length_, over_, bytes_ = 0;
};

}  // namespace

double latency(MPI_Comm comm, int other, bool starts) {
  std::vector<char> buffer(kShortest, 'x');
  return latency_with(comm, other, starts, buffer);
}

evaluation::LinkCost ping_pong(MPI_Comm comm, int other, bool starts) {
  std::vector<char> buffer(kLongest, 'x');
  const double seconds = latency_with(comm, other, starts, buffer);
  return {seconds, bandwidth(comm, other, starts, buffer)};
}

int stream_size(MPI_Comm comm, int other, bool starts, double seconds) {
  constexpr double kPart = 0.01;  // share of the time for one message
  std::vector<char> buffer(kFirst, 'x');
  const double once = exchange(comm, other, starts, buffer, kFirst, 1) / 2;
  const double fitting = kPart * seconds / std::max(once, 1e-9) * kFirst;
  return decided(comm, other, starts,
                 static_cast<int>(std::clamp<double>(fitting, kFirst / 4, measuring::Link::kLongest)));
}

double stream_rate(MPI_Comm comm, int other, bool starts, int bytes, double seconds) {
  MpiLink link(comm, other);
  double rate = 0;
  if (starts) {
    const double end = MPI_Wtime() + seconds;
    measuring::send_stream(link, [&](std::size_t, double) { return MPI_Wtime() < end ? std::size_t(bytes) : 0; });
    MPI_Recv(&rate, 1, MPI_DOUBLE, other, kPingTag, comm, MPI_STATUS_IGNORE);
  } else {
    MiddleArrivals arrivals(seconds);
    measuring::receive_stream(link, [&](std::size_t got) { arrivals.add(got); });
    rate = arrivals.rate(bytes);
    MPI_Send(&rate, 1, MPI_DOUBLE, other, kPingTag, comm);
  }
  return rate;
}

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
