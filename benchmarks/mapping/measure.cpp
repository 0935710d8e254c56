// topomorph-measure: runs a program and writes its costs as one line of JSON to the given file.
//
// The calling Python program cannot do this: Linux keeps the peak memory of a process over exec, so a small program
// started by a large one would be charged with the large one's memory. This program is small.
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

pid_t child = 0;

void end_child(int) { kill(child, SIGKILL); }

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

int usage() {
  std::fputs("Usage: topomorph-measure RESULT.json TIMEOUT_SECONDS COMMAND...\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return usage();
  const auto start = std::chrono::steady_clock::now();
  if (const int error = posix_spawnp(&child, argv[3], nullptr, nullptr, argv + 3, environ); error != 0) {
    std::fprintf(stderr, "topomorph-measure: %s: %s\n", argv[3], std::strerror(error));
    return 2;
  }
  std::signal(SIGALRM, end_child);
  alarm(static_cast<unsigned>(std::atoi(argv[2])));
  int status = 0;
  rusage usage_of_child = {};
  while (wait4(child, &status, 0, &usage_of_child) < 0) {
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

  std::FILE* file = std::fopen(argv[1], "w");
  if (file == nullptr) {
    std::fprintf(stderr, "topomorph-measure: %s: %s\n", argv[1], std::strerror(errno));
    return 2;
  }
  std::fprintf(file, "{\"cpu\": %.6f, \"wall\": %.6f, \"peak_kb\": %ld, \"status\": %d}\n",
               seconds(usage_of_child.ru_utime) + seconds(usage_of_child.ru_stime), wall.count(),
               usage_of_child.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return std::fclose(file) == 0 ? 0 : 2;
}
