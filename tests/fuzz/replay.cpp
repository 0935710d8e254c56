// Example: fuzz_replay metis tests/fuzz/corpus/metis
//
// Gives a target every file of some folders: the inputs that once were findings, and one of every kind. With
// `--mutants N` in front of the folders, so many inputs more that are made from them. Needs no libFuzzer.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/number.h"
#include "tests/fuzz/mutants.h"
#include "tests/fuzz/targets.h"

namespace {

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// What libFuzzer watches over, too. Sanitizers need terabytes of addresses.
void limit_memory() {
#ifndef TOPOMORPH_SANITIZED
  constexpr rlim_t kEnough = rlim_t{1} << 30;
  const rlimit limit = {kEnough, kEnough};
  setrlimit(RLIMIT_AS, &limit);
#endif
}

/// Ends the program where an input takes longer: a reader that never ends would else end with the test's own limit,
/// which tells nothing. The limit is libFuzzer's in tests/fuzz/run.
void run_in_time(const topomorph::fuzz::Target& target, std::string_view input) {
  constexpr unsigned kSeconds = 25;
  std::signal(SIGALRM, [](int) {
    constexpr std::string_view kText = "fuzz: an input takes more than 25 seconds\n";
    if (write(STDERR_FILENO, kText.data(), kText.size()) >= 0) _exit(1);
    _exit(1);
  });
  alarm(kSeconds);
  topomorph::fuzz::run(target, input);
  alarm(0);
}

using topomorph::fuzz::Target;

/// Every file of the folders; the last line printed before a crash names its input.
std::vector<std::string> replay(const Target& target, std::span<char* const> folders) {
  std::vector<std::string> inputs;
  for (const char* folder : folders) {
    for (const auto& file : files_in(folder)) {
      fmt::print("{}\n", file.string());
      std::fflush(stdout);
      inputs.push_back(content(file));
      run_in_time(target, inputs.back());
    }
  }
  return inputs;
}

/// The input under way is in a file that stays where a crash ends the program.
void run_mutants(const Target& target, std::span<const std::string> inputs, std::uint64_t count) {
  const std::string path = fmt::format("{}.mutant", target.name);
  topomorph::fuzz::Mutants mutants(inputs, 1);
  fmt::print("the input of a crash from here on: {}\n", path);
  std::fflush(stdout);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string input = mutants.next();
    std::ofstream(path, std::ios::binary) << input;
    run_in_time(target, input);
  }
  std::filesystem::remove(path);
}

}  // namespace

int main(int argc, char** argv) {
  std::span<char*> words(argv, static_cast<std::size_t>(argc));
  std::optional<std::uint64_t> mutants = 0;
  if (argc > 3 && std::string_view(argv[2]) == "--mutants") {
    mutants = topomorph::parse_count(argv[3]);
    words = words.subspan(2);
  }
  if (words.size() < 3 || !mutants) {
    fmt::print(stderr, "Example: fuzz_replay metis [--mutants 1000] tests/fuzz/corpus/metis\n");
    return 2;
  }
  limit_memory();
  const Target& target = topomorph::fuzz::target_named(argv[1]);
  const std::vector<std::string> inputs = replay(target, words.subspan(2));
  if (inputs.empty()) return 1;
  run_mutants(target, inputs, *mutants);
  fmt::print("{} inputs, {} mutants\n", inputs.size(), *mutants);
}
