// Example: fuzz_replay metis tests/fuzz/corpus/metis
//
// Gives a target every file of some folders: the inputs that once were findings, and one of every kind. Needs no
// libFuzzer.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

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

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "Example: fuzz_replay metis tests/fuzz/corpus/metis\n");
    return 2;
  }
  limit_memory();
  const topomorph::fuzz::Target& target = topomorph::fuzz::target_named(argv[1]);
  std::size_t replayed = 0;
  for (int i = 2; i < argc; ++i) {
    for (const auto& file : files_in(argv[i])) {
      fmt::print("{}\n", file.string());
      std::fflush(stdout);  // the last line of a crash names its input
      topomorph::fuzz::run(target, content(file));
      ++replayed;
    }
  }
  fmt::print("{} inputs\n", replayed);
  return replayed > 0 ? 0 : 1;
}
