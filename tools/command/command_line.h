// The parser of the command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tools/command/verbs.h"

namespace topomorph::command {

/// One command line. Parsing it has no other effect.
class CommandLine {
 public:
  /// `words` exclude the program's name, and must outlive the object. If the first one is a verb, only this verb is
  /// declared, else all are.
  explicit CommandLine(std::span<char*> words);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Returns the action of the verb, which must run while this object lives. Throws CLI::ParseError, also for --help,
  /// and InputError.
  Action parse();
  /// Prints the help or the error. Returns the exit status.
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
  std::vector<char*> command_;  // the program to start, with its arguments, for the verbs that start one
  CLI::App app_;
  std::vector<Declared> declared_;
};

}  // namespace topomorph::command
