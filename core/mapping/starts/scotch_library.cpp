// libscotch, isolated: numbers in, numbers out; no message, no state and no crash reaches the caller.
#include "core/mapping/starts/scotch_library.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <poll.h>
#include <scotch.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/process.h"
#include "core/mapping/problem/parameters.h"

namespace {

std::string last_error;  // NOLINT: Scotch reports errors by a global function

void remember(const char* format, va_list arguments) {
  std::array<char, 256> text{};
  std::vsnprintf(text.data(), text.size(), format, arguments);
  last_error = text.data();
}

}  // namespace

// libscotch calls these functions if the program defines them, instead of those of libscotcherr, which print.
extern "C" {
[[gnu::visibility("default")]] void SCOTCH_errorPrint(const char* const format, ...) {
  va_list arguments;
  va_start(arguments, format);
  remember(format, arguments);
  va_end(arguments);
}
[[gnu::visibility("default")]] void SCOTCH_errorPrintW(const char* const, ...) {}
}

namespace topomorph::mapping {

namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Owns one of Scotch's objects and ends it by its function.
template <class Object, int (*init)(Object*), void (*exit)(Object*)>
class Owned {
 public:
  Owned() : good_(init(&object_) == 0) {}
  ~Owned() {
    if (good_) exit(&object_);
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  Object* get() { return &object_; }

 private:
  Object object_{};
  bool good_;
};

using Architecture = Owned<SCOTCH_Arch, SCOTCH_archInit, SCOTCH_archExit>;
using Context = Owned<SCOTCH_Context, SCOTCH_contextInit, SCOTCH_contextExit>;
using GraphOfScotch = Owned<SCOTCH_Graph, SCOTCH_graphInit, SCOTCH_graphExit>;
using Strategy = Owned<SCOTCH_Strat, SCOTCH_stratInit, SCOTCH_stratExit>;

bool make_architecture(Architecture& architecture, Context&, const std::string& text) {
  // the cast is safe: fmemopen does not write to a file opened for reading
  const std::unique_ptr<std::FILE, FileCloser> file(fmemopen(const_cast<char*>(text.data()), text.size(), "r"));
  return file != nullptr && SCOTCH_archLoad(architecture.get(), file.get()) == 0;
}

bool build(GraphOfScotch& graph, const ScotchGraph& from) {
  const auto vertices = static_cast<SCOTCH_Num>(from.begin.size() - 1);
  const auto arcs = static_cast<SCOTCH_Num>(from.neighbours.size());
  const SCOTCH_Num* sizes = from.sizes.empty() ? nullptr : from.sizes.data();
  return SCOTCH_graphBuild(graph.get(), 0, vertices, from.begin.data(), nullptr, sizes, nullptr, arcs,
                           from.neighbours.data(), from.weights.data()) == 0;
}

/// Makes the architecture in the context: by threads of its own, Scotch would not make the same each time.
bool make_architecture(Architecture& architecture, Context& context, const ScotchMachine& machine) {
  GraphOfScotch links, bound;
  Strategy usual;
  const auto count = static_cast<SCOTCH_Num>(machine.terminals.size());
  const SCOTCH_Num* terminals = machine.terminals.data();
  if (!build(links, machine.links) || SCOTCH_contextBindGraph(context.get(), links.get(), bound.get()) != 0)
    return false;
  return machine.decomposition == Decomposition::Bisected
             ? SCOTCH_archBuild0(architecture.get(), bound.get(), count, terminals, usual.get()) == 0
             : SCOTCH_archBuild2(architecture.get(), bound.get(), count, terminals) == 0;
}

/// Replaces the vertices that type 0 calls its terminals by their indices. Returns false if one is no terminal.
bool number_by_index(const ScotchTarget& target, std::vector<SCOTCH_Num>& parts) {
  const auto* machine = std::get_if<ScotchMachine>(&target);
  if (machine == nullptr || machine->decomposition != Decomposition::Bisected) return true;
  for (SCOTCH_Num& part : parts) {
    const auto found = std::lower_bound(machine->terminals.begin(), machine->terminals.end(), part);
    if (found == machine->terminals.end() || *found != part) return false;
    part = static_cast<SCOTCH_Num>(found - machine->terminals.begin());
  }
  return true;
}

/// Sets one thread and the same random numbers each time.
bool settle(Context& context, std::int32_t seed) {
  SCOTCH_contextRandomSeed(context.get(), seed);
  return SCOTCH_contextOptionSetNum(context.get(), SCOTCH_OPTIONNUMDETERMINISTIC, 1) == 0 &&
         SCOTCH_contextThreadSpawn(context.get(), 1, nullptr) == 0;
}

/// Sets the strategy: a name of one that Scotch builds itself, or text in Scotch's own language.
bool choose(Strategy& strategy, const std::string& name, SCOTCH_Num parts) {
  constexpr std::pair<std::string_view, SCOTCH_Num> kFlags[] = {{"balance", SCOTCH_STRATDEFAULT},
                                                                {"quality", SCOTCH_STRATQUALITY},
                                                                {"safety", SCOTCH_STRATSAFETY},
                                                                {"scalability", SCOTCH_STRATSCALABILITY},
                                                                {"speed", SCOTCH_STRATSPEED}};
  for (const auto& [known, flags] : kFlags) {
    if (known != name) continue;
    return SCOTCH_stratGraphMapBuild(strategy.get(), flags | SCOTCH_STRATBALANCE, parts, kScotch.imbalance) == 0;
  }
  return SCOTCH_stratGraphMap(strategy.get(), name.c_str()) == 0;
}

/// Limits the memory that Scotch takes: tables of type 0 grow with the square of a domain's number, which may double
/// with each level of an uneven bisection. Without memory Scotch fails, or crashes in its child process.
void limit_memory() {
  constexpr rlim_t kMost = rlim_t{2} << 30;
  if (const std::uint64_t reserved = address_space(); reserved > 0) lower_limit(RLIMIT_AS, reserved + kMost);
}

/// Runs Scotch in the child process. Returns an empty list if Scotch refuses.
std::vector<SCOTCH_Num> map_in_child(const ScotchGraph& from, const ScotchTarget& target, const std::string& name,
                                     std::int32_t seed) {
  std::vector<SCOTCH_Num> parts(from.begin.size() - 1, -1);
  Architecture architecture;
  Context context;
  GraphOfScotch graph, bound;
  Strategy strategy;
  const auto made = [&](const auto& form) { return make_architecture(architecture, context, form); };
  const bool good = settle(context, seed) && std::visit(made, target) && build(graph, from) &&
                    SCOTCH_contextBindGraph(context.get(), graph.get(), bound.get()) == 0 &&
                    choose(strategy, name, SCOTCH_archSize(architecture.get())) &&
                    SCOTCH_graphMap(bound.get(), architecture.get(), strategy.get(), parts.data()) == 0 &&
                    number_by_index(target, parts);
  return good ? parts : std::vector<SCOTCH_Num>();
}

void write_all(int file, const void* data, std::size_t size) {
  const char* next = static_cast<const char*>(data);
  for (ssize_t done = 0; size > 0 && (done = ::write(file, next, size)) > 0; next += done) {
    size -= static_cast<std::size_t>(done);
  }
}

/// Reads to the end. Returns false if the deadline passes first.
bool read_all(int file, const Deadline& deadline, std::string& bytes) {
  constexpr int kMilliseconds = 20;
  std::array<char, 65536> buffer;
  for (;;) {
    pollfd wait{file, POLLIN, 0};
    if (::poll(&wait, 1, kMilliseconds) <= 0) {
      if (deadline.passed()) return false;
      continue;
    }
    const ssize_t count = ::read(file, buffer.data(), buffer.size());
    if (count <= 0) return true;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

std::vector<std::int32_t> scotch_map(const ScotchGraph& graph, const ScotchTarget& target, const std::string& strategy,
                                     std::uint64_t seed, const Deadline& deadline, std::string& error) {
  std::array<int, 2> ends{};
  error = "no child process";
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    if (std::holds_alternative<ScotchMachine>(target)) limit_memory();
    const auto parts = map_in_child(graph, target, strategy, static_cast<std::int32_t>(seed % 1'000'000'007));
    write_all(ends[1], parts.data(), parts.size() * sizeof(SCOTCH_Num));
    if (parts.empty()) write_all(ends[1], last_error.data(), last_error.size());
    ::_exit(parts.empty() ? 1 : 0);
  }
  ::close(ends[1]);
  std::string bytes;
  const bool in_time = child > 0 && read_all(ends[0], deadline, bytes);
  ::close(ends[0]);
  if (child < 0) return {};
  if (!in_time) ::kill(child, SIGKILL);
  int status = 0;
  rusage used{};
  while (::wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
  }
  error = !in_time                            ? "not done in time"
          : ran_out_of_cpu_time(status, used) ? "Scotch ran out of the limit on CPU time (ulimit -t)"
          : WIFSIGNALED(status)               ? "Scotch crashed"
          : bytes.empty()                     ? "no reason"
                                              : bytes;
  std::vector<std::int32_t> parts(graph.begin.size() - 1);
  if (!in_time || status != 0 || bytes.size() != parts.size() * sizeof(SCOTCH_Num)) return {};
  std::memcpy(parts.data(), bytes.data(), bytes.size());
  error.clear();
  return parts;
}

}  // namespace topomorph::mapping
