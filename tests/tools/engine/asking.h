// Asks the engine as a job does: frames in, frames out, in a process of its own.
#pragma once

#include <string>
#include <vector>

#include "runtime/process/engine_client.h"

namespace topomorph::reorder {

/// Throws InputError with the engine's message if it refuses the request.
inline wire::Buffer ask(const std::vector<std::string>& arguments, const wire::Buffer& request) {
  process::Engine engine(arguments, TOPOMORPH_TEST_ENGINE);
  engine.send(request);
  return engine.finish();
}

/// Returns the engine's message; empty if it answers.
inline std::string error_of(const std::vector<std::string>& arguments, const wire::Buffer& request) {
  try {
    ask(arguments, request);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

struct Answer {
  std::vector<std::uint64_t> ranks;
  wire::KeyValues summary;
};

/// Returns the answer of the verb `plan`.
inline Answer plan(const std::vector<std::string>& options, const wire::Buffer& request) {
  std::vector<std::string> arguments = {"plan"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const wire::Buffer answer = ask(arguments, request);
  wire::FrameReader reader(answer);
  Answer result;
  result.ranks = wire::records<std::uint64_t>(*reader.next());
  result.summary = wire::decode_key_values(wire::text(*reader.next()));
  return result;
}

}  // namespace topomorph::reorder
