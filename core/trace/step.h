// One step of a process: processor time, then a message, a wait, a collective, a change of the phase, or a loop over
// the steps that follow.
#pragma once

#include <cstddef>
#include <cstdint>

namespace topomorph::trace {

enum class StepKind : std::uint8_t { Compute, Send, Receive, StartSend, StartReceive, Wait, Collective, Loop, Phase };
inline constexpr StepKind kLastKind = StepKind::Phase;

enum class Collective : std::uint8_t {
  Barrier,
  Bcast,
  Reduce,
  Allreduce,
  Gather,
  Scatter,
  Gatherv,
  Scatterv,
  Allgather,
  Allgatherv,
  Alltoall,
  Alltoallv,
  ReduceScatter,
  Scan,
};
inline constexpr std::size_t kCollectives = 14;

/// The processor time of a step is spent before its message. So a step with and one without processor time differ in
/// nothing else, and folding can take them for the same.
struct Step {
  StepKind kind = StepKind::Compute;
  Collective collective = Collective::Barrier;
  std::uint16_t channel = 0;  ///< stands for communicator and tag: messages of one pair and channel keep their order
  std::uint32_t peer = 0;     ///< the other role; of a collective the root, as its place in the group
  std::uint64_t amount = 0;   ///< bytes (of a collective: as collective() says); of a loop its count
  std::uint32_t slot = 0;     ///< name of a request in its process; of a collective the group; of a phase its number
  std::uint32_t length = 0;   ///< of a wait the number of slots from `slot` on; of a loop the steps of its body
  double seconds = 0;         ///< processor time before; 0 for a loop. In a body: the mean of all iterations
};
static_assert(sizeof(Step) == 32);

/// Returns whether the steps differ in nothing but processor time.
inline bool alike(const Step& a, const Step& b) {
  return a.kind == b.kind && a.collective == b.collective && a.channel == b.channel && a.peer == b.peer &&
         a.amount == b.amount && a.slot == b.slot && a.length == b.length;
}

inline Step compute(double seconds) { return {.kind = StepKind::Compute, .seconds = seconds}; }

/// A blocking message is its start and the wait for it in one step.
inline Step send(std::uint32_t to, std::uint64_t bytes, std::uint16_t channel = 0) {
  return {.kind = StepKind::Send, .channel = channel, .peer = to, .amount = bytes};
}
inline Step receive(std::uint32_t from, std::uint16_t channel = 0) {
  return {.kind = StepKind::Receive, .channel = channel, .peer = from};
}
inline Step start_send(std::uint32_t to, std::uint64_t bytes, std::uint32_t slot, std::uint16_t channel = 0) {
  return {.kind = StepKind::StartSend, .channel = channel, .peer = to, .amount = bytes, .slot = slot};
}
inline Step start_receive(std::uint32_t from, std::uint32_t slot, std::uint16_t channel = 0) {
  return {.kind = StepKind::StartReceive, .channel = channel, .peer = from, .slot = slot};
}
inline Step wait(std::uint32_t slot, std::uint32_t slots = 1) {
  return {.kind = StepKind::Wait, .slot = slot, .length = slots};
}
/// `bytes` is, by kind: the buffer (bcast, reduce, allreduce, scan); the block of each process (gather, scatter,
/// allgather), of each pair (alltoall); the process's own block (gatherv, scatterv, allgatherv), or all that it sends
/// to others (alltoallv); the whole vector (reduce-scatter).
inline Step collective(Collective kind, std::uint64_t bytes, std::uint32_t group = 0, std::uint32_t root = 0) {
  return {.kind = StepKind::Collective, .collective = kind, .peer = root, .amount = bytes, .slot = group};
}
/// The body is the next `steps` steps, those of inner loops included.
inline Step loop(std::uint64_t count, std::uint32_t steps) {
  return {.kind = StepKind::Loop, .amount = count, .length = steps};
}
/// The program is in this phase from now on.
inline Step phase(std::uint32_t number) { return {.kind = StepKind::Phase, .slot = number}; }
inline Step after(double seconds, Step step) {
  step.seconds = seconds;
  return step;
}

}  // namespace topomorph::trace
