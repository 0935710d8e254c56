// Frame of the benchmarks' commands: options, then work. Wrong input gives one line and exit status 2.
#pragma once

#include <cstdio>

#include <CLI/CLI.hpp>

#include "core/base/error.h"

namespace topomorph::benchmarks {

/// `declare(app, options)` declares the options, `run(app, options)` does the work. Returns the exit status.
template <class Options, class Declare, class Run>
int run_command(int argc, char** argv, const char* name, const char* help, Declare declare, Run run) {
  CLI::App app(help);
  Options options;
  declare(app, options);
  CLI11_PARSE(app, argc, argv);
  try {
    run(app, options);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 2;
  }
  return 0;
}

}  // namespace topomorph::benchmarks
