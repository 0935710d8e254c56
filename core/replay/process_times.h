// What a process of a replay spends its time on.
#pragma once

namespace topomorph::replay {

/// Seconds of one process. `end` is the sum of compute, messages, waiting and core_wait.
struct ProcessTimes {
  double compute = 0;           ///< processor time between messages
  double messages = 0;          ///< processor time for messages
  double waiting = 0;           ///< for messages
  double core_wait = 0;         ///< longer computation because others use the cores of the host
  double core_wait_in_mpi = 0;  ///< part of core_wait: for the processor time of messages
  double end = 0;

  double in_mpi() const { return messages + waiting + core_wait_in_mpi; }
  double sum() const { return compute + messages + waiting + core_wait; }
  ProcessTimes& operator+=(const ProcessTimes& o) {
    compute += o.compute;
    messages += o.messages;
    waiting += o.waiting;
    core_wait += o.core_wait;
    core_wait_in_mpi += o.core_wait_in_mpi;
    end += o.end;
    return *this;
  }
  ProcessTimes& operator/=(double divisor) {
    compute /= divisor;
    messages /= divisor;
    waiting /= divisor;
    core_wait /= divisor;
    core_wait_in_mpi /= divisor;
    end /= divisor;
    return *this;
  }
};

}  // namespace topomorph::replay
