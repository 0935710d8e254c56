// The hosts of a job search for the same plan, each in its own way, and the best one counts.
#include "reorder/contest.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "plugin/interception/handles.h"
#include "real_mpi.h"
#include "reorder/together.h"

namespace topomorph::reorder {
namespace {

constexpr std::uint64_t kNoAnswer = ~std::uint64_t{0};
constexpr std::size_t kPiece = std::size_t{1} << 28;  // bytes in one message: MPI counts them in an int
constexpr int kAnswerTag = 3;

/// Calls move(address, bytes) for pieces of the buffer.
template <typename Move>
void in_pieces(wire::Buffer& bytes, Move move) {
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    move(bytes.data() + at, static_cast<int>(std::min(kPiece, bytes.size() - at)));
  }
}

void share(const OwnComm& leaders, wire::Buffer& bytes) {
  const std::uint64_t size = broadcast(leaders, bytes.size());
  together(leaders, [&] { bytes.resize(size); });
  in_pieces(bytes,
            [&](char* piece, int length) { real::Bcast(piece, length, handles::type_byte(), 0, leaders.get()); });
}

/// Predicted time of the order that the answer leads to, as a number that compares like it.
std::uint64_t rating_of(const wire::Buffer& answer) {
  wire::FrameReader reader(answer);
  while (const auto frame = reader.next()) {
    if (frame->type != wire::FrameType::Summary) {
      continue;
    }
    wire::KeyValues summary = wire::decode_key_values(wire::text(*frame));
    const std::string& time = summary[summary["decision"] == "reorder" ? "time_after" : "time_before"];
    const double seconds = std::strtod(time.c_str(), nullptr);
    return std::isfinite(seconds) && seconds >= 0 ? std::bit_cast<std::uint64_t>(seconds) : kNoAnswer;
  }
  return kNoAnswer;
}

/// The winner's answer on rank 0.
void hand_over(const OwnComm& leaders, int winner, wire::Buffer& answer) {
  const bool gives = leaders.rank() == winner, takes = leaders.rank() == 0;
  std::uint64_t size = answer.size();
  if (gives) {
    real::Send(&size, 1, handles::type_uint64(), 0, kAnswerTag, leaders.get());
  } else if (takes) {
    real::Recv(&size, 1, handles::type_uint64(), winner, kAnswerTag, leaders.get(), MPI_STATUS_IGNORE);
  }
  together(leaders, [&] {
    if (takes) {
      answer.resize(size);
    }
  });
  if (gives) {
    in_pieces(answer, [&](char* piece, int length) {
      real::Send(piece, length, handles::type_byte(), 0, kAnswerTag, leaders.get());
    });
  } else if (takes) {
    in_pieces(answer, [&](char* piece, int length) {
      real::Recv(piece, length, handles::type_byte(), winner, kAnswerTag, leaders.get(), MPI_STATUS_IGNORE);
    });
  }
}

}  // namespace

wire::Buffer best_answer(const OwnComm& leaders, wire::Buffer request, const Ask& ask, Line& failure) {
  share(leaders, request);
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
    failure = Line();
  }
  return answer;
}

}  // namespace topomorph::reorder
