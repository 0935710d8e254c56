// Sends the records of all processes to one engine.
#include "reorder/engine_session.h"

#include "reorder/record_stream.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

wire::KeyValues summary_of(const wire::Buffer& answer) {
  wire::FrameReader reader(answer);
  while (const auto frame = reader.next()) {
    if (frame->type == wire::FrameType::Summary) return wire::decode_key_values(wire::text(*frame));
  }
  throw InputError("engine " + process::engine_path() + ": no summary in its answer");
}

wire::Buffer send_records(const OwnComm& comm, const std::function<std::vector<std::string>()>& arguments,
                          const std::function<wire::Buffer()>& first, std::span<const char> record,
                          const Budget& budget) {
  EngineSession engine;
  wire::Buffer answer;
  if (comm.rank() == 0) {
    engine.run([&] { engine.start(arguments()); });
    engine.run([&] { engine.send(first()); });
  }
  const auto wanted = [&] {
    if (budget.long_passed()) engine.fail(budget.why());
    return !engine.failure().empty() ? Wanted::Nothing : budget.passed() ? Wanted::Brief : Wanted::All;
  };
  stream_to_first(comm, record, wanted, [&](auto piece) { engine.send(piece); });
  if (comm.rank() == 0) {
    answer = engine.finish();
  }
  // A process that has sent its records waits for the turns of all others.
  share_failure(comm, engine.failure(), 1 + comm.size());
  return answer;
}

}  // namespace topomorph::reorder
