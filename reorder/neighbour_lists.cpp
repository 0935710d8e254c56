// Sends neighbour lists to the processes that take over the ranks.
#include "reorder/neighbour_lists.h"

#include <array>

#include "reorder/steps/collective_step.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
namespace {

constexpr int kHeadTag = 1, kNumbersTag = 2;

/// Degree and kind of weights of both sides.
using Head = std::array<int, 4>;

Head head_of(const NeighbourLists& lists) {
  return {lists.sources.degree(), static_cast<int>(lists.sources.kind), lists.destinations.degree(),
          static_cast<int>(lists.destinations.kind)};
}

void append_side(std::vector<int>& numbers, const Neighbours& side) {
  numbers.insert(numbers.end(), side.ranks.begin(), side.ranks.end());
  numbers.insert(numbers.end(), side.weights.begin(), side.weights.end());
}

std::size_t numbers_of(int degree, int kind) {
  const bool weighted = static_cast<Neighbours::Weights>(kind) == Neighbours::Weights::Given;
  return static_cast<std::size_t>(degree) * (weighted ? 2 : 1);
}

Neighbours side_of(int degree, int kind, const int* numbers) {
  Neighbours side;
  side.kind = static_cast<Neighbours::Weights>(kind);
  side.ranks.assign(numbers, numbers + degree);
  side.weights.assign(numbers + degree, numbers + numbers_of(degree, kind));
  return side;
}

}  // namespace

Neighbours Neighbours::copy_of(int degree, const int ranks[], const int weights[]) {
  Neighbours side;
  side.kind = weights == handles::unweighted()      ? Weights::None
              : weights == handles::weights_empty() ? Weights::Empty
                                                    : Weights::Given;
  if (degree > 0) {
    side.ranks.assign(ranks, ranks + degree);
    if (side.kind == Weights::Given) {
      side.weights.assign(weights, weights + degree);
    }
  }
  return side;
}

const int* Neighbours::weight_argument() const {
  if (kind == Weights::None) {
    return handles::unweighted();
  }
  return weights.empty() ? handles::weights_empty() : weights.data();
}

NeighbourLists moved_to_new_ranks(const NeighbourLists& mine, int old_rank, MPI_Comm reordered) {
  const Head out = head_of(mine);
  Head in{};
  MPI_Status status;
  const int count = static_cast<int>(out.size());
  // Exactly one process sends to this one: the process whose old rank is this one's new rank.
  real::Sendrecv(out.data(), count, handles::type_int(), old_rank, kHeadTag, in.data(), count, handles::type_int(),
                 MPI_ANY_SOURCE, kHeadTag, reordered, &status);
  const std::size_t of_sources = numbers_of(in[0], in[1]);
  std::vector<int> sent, received;
  run_collectively(reordered, [&] {
    append_side(sent, mine.sources);
    append_side(sent, mine.destinations);
    received.resize(of_sources + numbers_of(in[2], in[3]));
  });
  real::Sendrecv(sent.data(), static_cast<int>(sent.size()), handles::type_int(), old_rank, kNumbersTag,
                 received.data(), static_cast<int>(received.size()), handles::type_int(), status.MPI_SOURCE,
                 kNumbersTag, reordered, MPI_STATUS_IGNORE);
  NeighbourLists lists;
  run_collectively(reordered, [&] {
    lists = {side_of(in[0], in[1], received.data()), side_of(in[2], in[3], received.data() + of_sources)};
  });
  return lists;
}

}  // namespace topomorph::reorder
