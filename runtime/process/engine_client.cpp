// Starts the engine, sends and receives frames, and ends it.
#include "runtime/process/engine_client.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>

#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/process.h"
#include "core/settings/settings.h"
#include "runtime/process/spawn.h"

namespace topomorph::process {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kNoFrames = "the engine's answer has no valid frames";

/// Where the frames received so far end, if they are complete.
struct AnswerEnd {
  std::size_t length = 0;  ///< bytes before End
  std::optional<std::string> error;
  bool has_frames = true;  ///< false: what has come is none of ours
};

std::optional<AnswerEnd> read_answer_end(const wire::Buffer& answer) {
  std::size_t position = 0;
  while (const auto header = wire::peek_header(std::span(answer).subspan(position))) {
    const auto rest = std::span<const char>(answer).subspan(position + sizeof *header);
    if (header->type == wire::FrameType::End) {
      return AnswerEnd{position, std::nullopt};
    }
    if (rest.size() < header->bytes) {
      break;
    }
    if (header->type == wire::FrameType::Error) {
      return AnswerEnd{position, std::string(rest.data(), header->bytes)};
    }
    position += sizeof *header + header->bytes;
  }
  return std::nullopt;
}

std::optional<AnswerEnd> answer_end(const wire::Buffer& answer) {
  try {
    return read_answer_end(answer);
  } catch (const InputError&) {
    return AnswerEnd{0, kNoFrames, false};
  }
}

std::string seconds(std::chrono::duration<double> time) {
  return std::to_string(static_cast<long>(time.count() + 0.5)) + " s";
}

std::string words_for(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) return "has used up its processor time";
  if (WIFSIGNALED(status)) {
    return std::string("was killed by signal ") + std::to_string(WTERMSIG(status));
  }
  const std::string text = "ended without an answer (exit status " + std::to_string(WEXITSTATUS(status)) + ")";
  // CLI11 ends so for arguments that it does not know: the engine is older than this library.
  return WEXITSTATUS(status) >= 100 && WEXITSTATUS(status) < 126 ? text + ", it may be of another version" : text;
}

/// Returns the library that the loader has not found, from what it says: "PATH: error while loading shared libraries:
/// libhwloc.so.15: cannot open …" (glibc), "Error loading shared library libhwloc.so.15: …" (musl); empty: none.
std::string missing_library(const wire::Buffer& said) {
  const std::string_view text(said.data(), std::min<std::size_t>(said.size(), 4096));
  for (const std::string_view before : {"error while loading shared libraries: ", "Error loading shared library "}) {
    const std::size_t at = text.find(before);
    if (at == text.npos) continue;
    const std::string_view name = text.substr(at + before.size());
    return std::string(name.substr(0, name.find_first_of(": \n")));
  }
  return {};
}

/// Calls spawn(), and returns a lack of memory as an error number too, because the caller must close descriptors
/// afterwards.
int spawned(const std::string& path, const std::vector<std::string>& arguments, int descriptor,
            std::chrono::duration<double> patience, pid_t& child) {
  try {
    std::vector<std::string> all = {"--wire", std::to_string(wire::kVersion)};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return spawn(path, all, descriptor, patience, child);
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

}  // namespace

Engine::Engine(const std::vector<std::string>& arguments, const std::string& path)
    : path_(path), patience_(settings::number(settings::Id::EngineTimeout)) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    fail(std::string("no socket pair: ") + std::strerror(errno));
  }
  socket_ = ends[0];
  const int error = spawned(path_, arguments, ends[1], patience_, child_);
  close(ends[1]);
  if (error != 0) {
    close(socket_);
    fail(error == kNotInTime ? "not started within " + seconds(patience_) : std::strerror(error));
  }
}

Engine::~Engine() {
  close(socket_);
  if (child_ > 0) {
    // The child is alive or a zombie of ours, with one exception: the application has reaped it by wait(-1). Then
    // ended_ is set and no process is killed. An engine that does not hang learns of the end by the end of its input
    // and removes what it has begun.
    if (hangs_) {
      kill(child_, SIGKILL);
    }
    reap();
  }
}

void Engine::fail(const std::string& why) const { throw InputError("engine " + path_ + ": " + why); }

/// Waits until one of `events` is there or the engine's time is over.
void Engine::wait_for(short events) {
  const auto deadline = Clock::now() + patience_;
  while (true) {
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    pollfd descriptor{socket_, events, 0};
    const int ready = left <= 0 ? 0 : poll(&descriptor, 1, static_cast<int>(left * 1000) + 1);
    if (ready > 0) {
      return;
    }
    if (ready == 0) {
      hangs_ = true;
      fail("no answer within " + seconds(patience_));
    }
    if (errno != EINTR) {
      fail(std::string("poll: ") + std::strerror(errno));
    }
  }
}

/// Reads what has arrived, without waiting.
void Engine::read_available() {
  char bytes[65536];
  while (!ended_) {
    const ssize_t got = recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got > 0) {
      answer_.insert(answer_.end(), bytes, bytes + got);
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      return;
    } else {
      ended_ = true;  // closed, or reset because the engine died with our bytes unread
    }
  }
}

void Engine::send(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(POLLOUT | POLLIN);  // the engine may have sent Error and stopped reading
      read_available();
      if (answer_end(answer_)) {
        explain_end();
      }
    } else if (errno != EINTR) {
      read_to_end();
      explain_end();
    }
  }
}

void Engine::read_to_end() {
  while (!ended_ && !answer_end(answer_)) {
    wait_for(POLLIN);
    read_available();
  }
}

wire::Buffer Engine::finish() {
  wire::Buffer end;
  wire::append_text(end, wire::FrameType::End, "");
  send(end);
  shutdown(socket_, SHUT_WR);
  read_to_end();
  const auto said = answer_end(answer_);
  if (!said || said->error) {
    explain_end();
  }
  answer_.resize(said->length);
  return std::move(answer_);
}

/// Throws the reason why the engine has stopped too early, in its own words if it has sent any.
void Engine::explain_end() {
  const auto said = answer_end(answer_);
  const bool has_no_frames = said && !said->has_frames;
  if (said && !has_no_frames) throw InputError(said->error.value_or("engine " + path_ + " ended too early"));
  const auto status = reap();
  const std::string library = missing_library(answer_);
  if (status && *status != 0 && !library.empty()) fail("needs the library " + library + ", which is not found");
  if (has_no_frames && (!status || *status == 0 || !WIFEXITED(*status))) fail(kNoFrames);
  fail(status ? words_for(*status) : "does not end");
}

/// Returns the exit status of the engine. It is 0 if the application, or an ignored SIGCHLD, has taken the status from
/// us. Nothing if the engine does not end even when it is killed, because the system waits for a file; it is then left
/// until the process ends.
std::optional<int> Engine::reap() {
  constexpr std::chrono::seconds kPatience(2);
  const auto began = Clock::now();
  const pid_t child = std::exchange(child_, -1);
  int status = 0;
  while (Clock::now() < began + 2 * kPatience) {
    const pid_t reaped = waitpid(child, &status, WNOHANG);
    if (reaped == child || (reaped < 0 && errno != EINTR)) {
      return status;
    }
    if (Clock::now() > began + kPatience) {
      kill(child, SIGKILL);  // it is our child, has closed its end and hangs
    }
    usleep(200);
  }
  return std::nullopt;
}

namespace {

constexpr const char* kEngine = "topomorph/topomorph-engine";

/// Returns a path even if there is no engine, for the error message.
std::string beside_this_library() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void*>(&engine_path), &info) == 0 || info.dli_fname == nullptr) {
    return "topomorph-engine";
  }
  std::error_code error;
  const auto folder = std::filesystem::canonical(info.dli_fname, error).parent_path();
  const std::string found = companion(folder, TOPOMORPH_LIBEXECDIR_FROM_BACKS, "../../libexec", kEngine);
  return found.empty() ? (folder.parent_path().parent_path() / "libexec" / kEngine).string() : found;
}

std::string find_engine() {
  const std::string given = settings::text(settings::Id::Engine);
  std::error_code error;
  return given.empty() ? beside_this_library() : std::filesystem::absolute(given, error).string();
}

}  // namespace

const std::string& engine_path() {
  static const std::string& path = *new std::string(find_engine());  // never destroyed: exit handlers may finalize
  return path;
}

}  // namespace topomorph::process
