// The script in the command line of an interpreter.
#include "core/base/interpreters.h"

#include <string>

#include <gtest/gtest.h>

namespace topomorph {
namespace {

/// `words`: divided by blanks.
std::string script_of(std::string words) {
  const Interpreter* const interpreter = interpreter_named(words.substr(0, words.find(' ')));
  if (interpreter == nullptr) return "no interpreter";
  for (char& c : words) c = c == ' ' ? '\0' : c;
  return std::string(script_in(words + '\0', *interpreter));
}

TEST(Interpreters, HaveVersionsInTheirNames) {
  EXPECT_NE(interpreter_named("/usr/bin/python3.11"), nullptr);
  EXPECT_NE(interpreter_named("perl5.36.0"), nullptr);
  for (const char* program : {"julia_set", "dashboard", "kshell_model", "/python/app", ""}) {
    EXPECT_EQ(interpreter_named(program), nullptr) << program;
  }
}

TEST(Interpreters, RunTheFirstWordThatIsNoOption) {
  EXPECT_EQ(script_of("python3 app.py in.dat"), "app.py");
  EXPECT_EQ(script_of("python3 -u -W ignore -X dev ./app.py"), "./app.py");
  EXPECT_EQ(script_of("bash -eo pipefail run.sh"), "run.sh");
  EXPECT_EQ(script_of("julia --project=. -t 4 app.jl"), "app.jl");
  EXPECT_EQ(script_of("perl -Ilib -I more app.pl"), "app.pl");
  EXPECT_EQ(script_of("python3"), "");
}

TEST(Interpreters, RunModules) {
  EXPECT_EQ(script_of("python3 -m solver -n 3"), "solver");
  EXPECT_EQ(script_of("python3 -m mpi4py app.py"), "app.py");
  EXPECT_EQ(script_of("python3 -m mpi4py.run -c pass"), "");
}

TEST(Interpreters, RunTextsOfTheCommandLineWhichAreNoPrograms) {
  EXPECT_EQ(script_of("python3 -c secret in.dat"), "");
  EXPECT_EQ(script_of("bash -lc secret"), "");
  EXPECT_EQ(script_of("perl -ne secret in.dat"), "");
}

}  // namespace
}  // namespace topomorph
