// Sends the request to all hosts and fetches the best answer.
#include "reorder/portfolio_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "core/base/number.h"
#include "reorder/engine_session.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/messages.h"
#include "reorder/steps/own_comm.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
namespace {

constexpr std::uint64_t kNoAnswer = ~std::uint64_t{0};
constexpr std::size_t kLargestMessage = std::size_t{1} << 28;  // bytes in one message: MPI counts them in an int
constexpr int kAnswerTag = 3;

/// Calls move(address, bytes, request), which starts an operation, for each piece of the buffer.
template <typename Move>
void in_pieces(const OwnComm& comm, wire::Buffer& bytes, Move move) {
  const std::size_t size = bytes.size();
  for (std::size_t at = 0; at < size; at += kLargestMessage) {
    const int length = static_cast<int>(std::min(kLargestMessage, size - at));
    comm.run([&](MPI_Request* request) { return move(bytes.data() + at, length, request); }, 1, bytes);
  }
}

void share_bytes(const OwnComm& leaders, wire::Buffer& bytes) {
  const std::uint64_t size = broadcast(leaders, bytes.size());
  run_collectively(leaders, [&] { bytes.resize(size); });
  in_pieces(leaders, bytes, [&](char* piece, int length, MPI_Request* request) {
    return real::Ibcast(piece, length, handles::type_byte(), 0, leaders.get(), request);
  });
}

/// Returns the predicted time of the answer's order, as a number that compares in the same way. Times of the whole job,
/// from a replay, come before others: they are of another measure, and better.
std::uint64_t rating_of(const wire::Buffer& answer) {
  constexpr std::uint64_t kNotReplayed = std::uint64_t{1} << 63;  // the sign, which these numbers do not have
  wire::KeyValues summary = summary_of(answer);
  const std::string& rating = summary["rating"];
  const auto seconds = parse_real(rating);
  if (!seconds || *seconds < 0) return kNoAnswer;
  return std::bit_cast<std::uint64_t>(std::abs(*seconds)) | (summary["predicted"] == "job" ? 0 : kNotReplayed);
}

/// Sends the buffer to rank 0.
void give(const OwnComm& leaders, wire::Buffer& bytes) {
  in_pieces(leaders, bytes, [&](char* piece, int length, MPI_Request* request) {
    return real::Isend(piece, length, handles::type_byte(), 0, kAnswerTag, leaders.get(), request);
  });
}

void take(const OwnComm& leaders, int giver, wire::Buffer& bytes) {
  in_pieces(leaders, bytes, [&](char* piece, int length, MPI_Request* request) {
    return real::Irecv(piece, length, handles::type_byte(), giver, kAnswerTag, leaders.get(), request);
  });
}

/// Brings the winner's answer to rank 0.
void hand_over(const OwnComm& leaders, int winner, wire::Buffer& answer) {
  const bool gives = leaders.rank() == winner, takes = leaders.rank() == 0;
  const auto sizes = gather_numbers(leaders, answer.size());
  run_collectively(leaders, [&] {
    if (takes) {
      answer.resize(sizes[static_cast<std::size_t>(winner)]);
    }
  });
  if (gives) {
    give(leaders, answer);
  } else if (takes) {
    take(leaders, winner, answer);
  }
}

}  // namespace

wire::Buffer best_answer(const OwnComm& leaders, wire::Buffer request, const Ask& ask, process::FixedString& failure) {
  share_bytes(leaders, request);
  wire::Buffer answer;
  std::uint64_t rating = kNoAnswer;
  failure = failure_of([&] {
    answer = ask(request, static_cast<std::uint64_t>(leaders.rank()));
    rating = rating_of(answer);
  });
  const std::vector<std::uint64_t> ratings = gather_numbers(leaders, failure.empty() ? rating : kNoAnswer);
  const auto best = std::min_element(ratings.begin(), ratings.end());
  const bool found = broadcast(leaders, best != ratings.end() && *best != kNoAnswer ? 1 : 0) != 0;
  if (!found) {
    return {};
  }
  const auto winner = static_cast<int>(broadcast(leaders, static_cast<std::uint64_t>(best - ratings.begin())));
  if (winner != 0) {
    hand_over(leaders, winner, answer);
  }
  if (leaders.rank() == 0) {
    failure = process::FixedString();
  }
  return answer;
}

}  // namespace topomorph::reorder
