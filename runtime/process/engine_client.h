// The job's end of a conversation with topomorph-engine.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/wire/frame_io.h"

namespace topomorph::process {

/// Returns the path of the engine: TOPOMORPH_ENGINE, else ../libexec/topomorph/topomorph-engine beside the library that
/// this code is in. The first result is kept as an absolute path, because the application may change its directory.
const std::string& engine_path();

/// One run of the engine. All functions throw InputError with a reason for the user: the engine cannot be started, has
/// died, has answered Error, or has not moved for TOPOMORPH_ENGINE_TIMEOUT seconds. The destructor ends and reaps a
/// running engine.
///
/// Leaves the application's signal handlers, children and environment as they are. The application may receive a
/// SIGCHLD.
class Engine {
 public:
  explicit Engine(const std::vector<std::string>& arguments, const std::string& path = engine_path());
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void send(std::span<const char> bytes);
  /// Sends End and waits for the answer. Returns the frames of the answer without End.
  wire::Buffer finish();

 private:
  void wait_for(short events);
  void read_available();
  void read_to_end();
  std::optional<int> reap();
  [[noreturn]] void explain_end();
  [[noreturn]] void fail(const std::string& why) const;

  std::string path_;
  std::chrono::duration<double> patience_;
  pid_t child_ = -1;
  int socket_ = -1;
  bool ended_ = false;  ///< the engine has closed its end
  bool hangs_ = false;  ///< the engine did not answer in time
  wire::Buffer answer_;
};

}  // namespace topomorph::process
