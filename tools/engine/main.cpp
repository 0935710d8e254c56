// topomorph-engine: the process that works for a job, so that hwloc, SQLite and the mapper stay out of the application.
#include <csignal>
#include <functional>
#include <iostream>
#include <new>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/line_reader.h"
#include "core/base/process.h"
#include "core/base/terminal_text.h"
#include "tools/engine/own_limits.h"
#include "tools/engine/verbs.h"

namespace {

using topomorph::InputError;
using topomorph::wire::Buffer;
using topomorph::wire::FrameStream;
using topomorph::wire::FrameType;
namespace engine = topomorph::engine;
namespace wire = topomorph::wire;

constexpr int kFailed = 2;

void check_version(std::uint32_t spoken) {
  if (spoken != wire::kVersion) {
    throw InputError("engine and library have different versions (frames of version " + std::to_string(wire::kVersion) +
                     ", asked in version " + std::to_string(spoken) + ")");
  }
}

/// Runs a verb. Writes its answer, or its error, to stdout as frames. Returns the exit status.
int answer(std::uint32_t spoken, const std::function<Buffer(FrameStream&)>& verb) {
  FrameStream in(STDIN_FILENO);
  Buffer out;
  int status = 0;
  try {
    check_version(spoken);
    out = verb(in);
    topomorph::wire::append_text(out, FrameType::End, "");
  } catch (const std::exception& error) {
    out.clear();
    const bool no_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    topomorph::wire::append_text(out, FrameType::Error, no_memory ? "not enough memory" : error.what());
    status = kFailed;
  }
  topomorph::wire::write_all(STDOUT_FILENO, out);
  return status;
}

/// Words of options that become values of them where an error is answered.
struct Words {
  std::string weight = "bytes";
  std::optional<std::string> cost;
};

void add_plan_options(CLI::App& verb, engine::PlanOptions& options, Words& words) {
  verb.add_option("--profile", options.profile, "profile with the affinity");
  verb.add_flag("--default-profile", options.is_default, "whether nobody has named the profile");
  verb.add_flag("--kept", options.is_kept, "whether the profile is one of the store");
  verb.add_option("--program", options.program, "the job's program, as it was started");
  verb.add_option("--arguments", options.arguments, "the program's, as in a profile's meta");
  verb.add_option("--topology", options.topology, "topology on whose slot p process p is");
  verb.add_option("--min-gain", options.wish.min_gain, "percent below which the order is kept");
  verb.add_option("--weight", words.weight, "bytes or messages");
  verb.add_option("--cost", words.cost, "what a new order shall save");
  verb.add_option("--level-costs", options.level_costs, "latency and bandwidth of the levels");
  verb.add_option("--local-ranks", options.local_ranks, "keep, free or auto: whether hosts keep their local ranks");
  verb.add_option("--seed", options.seed, "of the search");
  verb.add_option("--order", options.wish.order, "the order that earlier runs have shown to be the best");
  verb.add_flag("--explore", options.wish.explore, "whether an order that was not used before may be used instead");
  verb.add_option("--error", options.error, "by what part earlier predictions were wrong");
  verb.add_option("--tried", options.wish.tried, "orders that were used before")->delimiter(',');
  verb.add_option("--network", options.network, "name of a measured network in the store");
  verb.add_option("--call", options.wish.call, "the call by which the application said its pattern");
  verb.add_option("--time-limit", options.time_limit, "seconds for the search");
}

int run(int argc, char** argv) {
  CLI::App app("Asked by TopoMorph's library inside a job; frames on stdin and stdout (core/wire/wire.h).");
  app.set_version_flag("--version", "topomorph-engine " TOPOMORPH_VERSION);
  app.require_subcommand(1);
  int status = 0;
  std::string file, directory;
  Words words;
  engine::PlanOptions options;

  std::uint32_t version = wire::kVersion;
  app.add_option("--wire", version, "version of the frames that the caller speaks");

  auto* write = app.add_subcommand("write", "write the records on stdin as a profile");
  write->add_option("FILE", file)->required();
  write->callback([&] { status = answer(version, [&](FrameStream& in) { return engine::write_profile(in, file); }); });

  auto* locate = app.add_subcommand("locate", "say where sets of CPUs are in this machine");
  locate->callback([&] { status = answer(version, engine::locate); });

  const auto answer_with_options = [&](const auto& verb) {
    options.weight = words.weight == "messages" ? topomorph::Weight::Messages : topomorph::Weight::Bytes;
    status = answer(version, [&](FrameStream& in) {
      if (words.cost) options.cost = topomorph::evaluation::cost_model_named(*words.cost);
      return verb(in, options);
    });
  };

  auto* plan = app.add_subcommand("plan", "find a better order of the ranks");
  add_plan_options(*plan, options, words);
  plan->callback([&] { answer_with_options(engine::plan); });

  auto* recall = app.add_subcommand("recall", "say what is known of a program that begins");
  add_plan_options(*recall, options, words);
  recall->callback([&] { answer_with_options(engine::recall); });

  auto* learn = app.add_subcommand("learn", "keep what is known of a program that ends");
  learn->add_option("FOLDER", directory)->required();
  learn->callback([&] { status = answer(version, [&](FrameStream& in) { return engine::learn(in, directory); }); });

  auto* recover = app.add_subcommand("recover", "make a profile of what an aborted job left");
  recover->add_option("DIR", directory)->required();
  recover->add_option("FILE", file)->required();
  recover->callback([&] { std::cout << topomorph::for_terminal(engine::recover(directory, file)) << "\n"; });

  CLI11_PARSE(app, argc, argv);
  return status;
}

/// Silences stderr where the library has started this program: there it is the conversation, for the loader alone.
void be_silent_in_conversation() {
  struct stat conversation {
  }, errors{};
  const bool is_one = fstat(STDIN_FILENO, &conversation) == 0 && fstat(STDERR_FILENO, &errors) == 0 &&
                      S_ISSOCK(errors.st_mode) && errors.st_ino == conversation.st_ino;
  const int nothing = is_one ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
  if (nothing < 0) return;
  dup2(nothing, STDERR_FILENO);
  close(nothing);
}

}  // namespace

int main(int argc, char** argv) {
  be_silent_in_conversation();
  topomorph::refuse_more_rights_than_the_user_has();
  engine::limit_itself();
  std::signal(SIGPIPE, SIG_IGN);  // a dead reader then fails the write, which removes the temporary file
  topomorph::let_too_large_writes_fail();
  topomorph::keep_freed_memory();
  topomorph::refuse_pipes();
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "topomorph-engine: " << topomorph::for_terminal(error.what()) << "\n";
    return kFailed;
  }
}
