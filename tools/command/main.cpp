// topomorph: the command line.
#include "tools/command/run.h"

int main(int argc, char** argv) { return topomorph::command::run(argc, argv); }
