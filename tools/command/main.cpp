// topomorph: the command line.
#include "core/base/process.h"
#include "tools/command/run.h"

int main(int argc, char** argv) {
  topomorph::refuse_more_rights_than_the_user_has();
  topomorph::let_too_large_writes_fail();
  return topomorph::command::run(argc, argv);
}
