// The command line: its words, and what they ask for.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tools/topomorph/verb.h"

namespace topomorph::cli {

/// One command line; parsing it does nothing but that.
class CommandLine {
 public:
  /// `words` without the program's name; they must outlive the object.
  explicit CommandLine(std::span<char*> words);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// What the words ask for, to be done while this object lives. Throws CLI::ParseError, also for --help, and
  /// InputError.
  Action parse();
  /// Prints the help, or what is wrong, and returns the exit status.
  int explain(const CLI::ParseError& error);

  struct Declared {
    const Verb* verb;
    CLI::App* app;
    Action action;
  };

  const CLI::App& app() const { return app_; }
  std::span<const Declared> declared() const { return declared_; }

 private:
  std::span<char*> words_;
  std::vector<char*> command_;  // the program to be started, for the verbs that start one
  CLI::App app_;
  std::vector<Declared> declared_;
};

}  // namespace topomorph::cli
