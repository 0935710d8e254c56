// libscotch behind a narrow door: numbers in, numbers out, no message and no state left behind.
#include "core/mapping/networks/scotch_library.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <memory>

#include <scotch.h>

namespace {

std::string last_error;  // NOLINT: Scotch's way to tell

void remember(const char* format, va_list arguments) {
  std::array<char, 256> text{};
  std::vsnprintf(text.data(), text.size(), format, arguments);
  last_error = text.data();
}

}  // namespace

// libscotch calls these of the program, where it has them, and not those of libscotcherr, which print.
extern "C" {
[[gnu::visibility("default")]] void SCOTCH_errorPrint(const char* const format, ...) {
  va_list arguments;
  va_start(arguments, format);
  remember(format, arguments);
  va_end(arguments);
}
[[gnu::visibility("default")]] void SCOTCH_errorPrintW(const char* const, ...) {}
}

namespace topomorph {

namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// One of Scotch's objects, with the function that ends it.
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

constexpr double kImbalance = 0.01;

bool load(Architecture& architecture, const std::string& text) {
  // fmemopen does not write to a file opened for reading
  const std::unique_ptr<std::FILE, FileCloser> file(fmemopen(const_cast<char*>(text.data()), text.size(), "r"));
  return file != nullptr && SCOTCH_archLoad(architecture.get(), file.get()) == 0;
}

bool build(GraphOfScotch& graph, const ScotchGraph& from) {
  const auto vertices = static_cast<SCOTCH_Num>(from.begin.size() - 1);
  const auto arcs = static_cast<SCOTCH_Num>(from.neighbours.size());
  return SCOTCH_graphBuild(graph.get(), 0, vertices, from.begin.data(), nullptr, nullptr, nullptr, arcs,
                           from.neighbours.data(), from.weights.data()) == 0;
}

/// One thread, the same random numbers each time.
bool settle(Context& context, std::int32_t seed) {
  SCOTCH_contextRandomSeed(context.get(), seed);
  return SCOTCH_contextOptionSetNum(context.get(), SCOTCH_OPTIONNUMDETERMINISTIC, 1) == 0 &&
         SCOTCH_contextThreadSpawn(context.get(), 1, nullptr) == 0;
}

}  // namespace

std::vector<std::int32_t> scotch_map(const ScotchGraph& from, const std::string& text, bool quick, std::int32_t seed,
                                     std::string& error) {
  last_error.clear();
  std::vector<SCOTCH_Num> parts(from.begin.size() - 1, -1);
  Architecture architecture;
  Context context;
  GraphOfScotch graph, bound;
  Strategy strategy;
  const SCOTCH_Num flags = (quick ? SCOTCH_STRATSPEED : SCOTCH_STRATQUALITY) | SCOTCH_STRATBALANCE;
  const bool good =
      load(architecture, text) && settle(context, seed) && build(graph, from) &&
      SCOTCH_contextBindGraph(context.get(), graph.get(), bound.get()) == 0 &&
      SCOTCH_stratGraphMapBuild(strategy.get(), flags, SCOTCH_archSize(architecture.get()), kImbalance) == 0 &&
      SCOTCH_graphMap(bound.get(), architecture.get(), strategy.get(), parts.data()) == 0;
  error = last_error.empty() ? "no reason given" : last_error;
  return good ? parts : std::vector<SCOTCH_Num>();
}

}  // namespace topomorph
