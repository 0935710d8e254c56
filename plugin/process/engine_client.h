// The job's end of the conversation with topomorph-engine.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/wire/frame_io.h"

namespace topomorph::process {

/// Path of the engine: TOPOMORPH_ENGINE, else ../libexec/topomorph/topomorph-engine beside the library this code is in.
/// Keeps what it found first as an absolute path, in case the application changes its directory.
const std::string& engine_path();

/// One run of the engine. All functions throw InputError with a reason for people: it cannot be started, it died, it
/// said Error, it did not move for TOPOMORPH_ENGINE_TIMEOUT seconds. The destructor kills and reaps what still runs.
///
/// The application's signal handlers, its own children and its environment are left as they are. It may see a SIGCHLD.
class Engine {
 public:
  explicit Engine(const std::vector<std::string>& arguments, const std::string& path = engine_path());
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void send(std::span<const char> bytes);
  /// Sends End and waits for the answer: its frames without End.
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
  bool hangs_ = false;  ///< it had its time
  wire::Buffer answer_;
};

}  // namespace topomorph::process
