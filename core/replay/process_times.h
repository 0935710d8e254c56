// What a process of a replay spends its time on.
#pragma once

namespace topomorph::replay {

/// Seconds of one process. `end` is the sum of the others.
struct ProcessTimes {
  double compute = 0;    ///< processor time between messages
  double messages = 0;   ///< processor time for messages
  double waiting = 0;    ///< for messages
  double core_wait = 0;  ///< longer computation because others use the cores of the host
  double end = 0;

  double sum() const { return compute + messages + waiting + core_wait; }
  ProcessTimes& operator+=(const ProcessTimes& o) {
    compute += o.compute;
    messages += o.messages;
    waiting += o.waiting;
    core_wait += o.core_wait;
    end += o.end;
    return *this;
  }
  ProcessTimes& operator/=(double divisor) {
    compute /= divisor;
    messages /= divisor;
    waiting /= divisor;
    core_wait /= divisor;
    end /= divisor;
    return *this;
  }
};

}  // namespace topomorph::replay
