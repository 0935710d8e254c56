// The command line as a function, without the header of its parser.
#pragma once

namespace topomorph::command {

/// Parses the words of main() and runs their verb. Says errors in one line on stderr. Returns the exit status.
int run(int argc, char** argv);

}  // namespace topomorph::command
