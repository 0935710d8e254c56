// What the beginning of a Paraver trace defines: clock, processes, communicators.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "core/base/line_reader.h"

namespace topomorph::recordings {

/// Splits a record of a Paraver trace at its colons.
class ParaverFields {
 public:
  ParaverFields(std::string_view record, const LineReader& reader) : rest_(record), reader_(reader) {}

  bool at_end() const { return rest_.empty(); }
  /// Returns the next field. Throws InputError for the end and for anything but a number, which it calls `what`.
  std::uint64_t number(const char* what);

 private:
  std::string_view rest_;
  const LineReader& reader_;
};

struct ParaverHeader {
  double seconds_per_tick = 0;
  std::uint64_t end = 0;  ///< of the recording, in ticks
  std::uint32_t processes = 0;
  struct Communicator {
    std::uint32_t group = 0;  ///< of `groups`
    bool is_intercommunicator = false;
  };
  std::map<std::uint64_t, Communicator> communicators;
  std::vector<std::vector<std::uint32_t>> groups = {};  ///< processes by their ranks

  /// Reads "#Paraver (DATE):TIME:NODES:APPLICATIONS:…". Throws InputError for anything else, and for several programs.
  void read_first_line(LineReader& reader);
  /// Reads the definition of a communicator: the fields behind "c:" or "i:". Throws InputError for a wrong one.
  void read_communicator(ParaverFields fields, bool is_intercommunicator, const LineReader& reader);
};

/// Returns the process of a task, which counts from 1. Throws InputError for one that the header does not have.
std::uint32_t process_of(std::uint64_t application, std::uint64_t task, const ParaverHeader& header,
                         const LineReader& reader);

}  // namespace topomorph::recordings
