// The actions of one process of a time-independent trace, which become its steps.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/line_reader.h"
#include "core/trace/folder.h"
#include "core/trace/free_slots.h"

namespace topomorph::replay {

/// What the processes of one trace have in common.
struct TraceText {
  std::uint32_t processes = 0;
  double flops_per_second = 1;
  std::unordered_map<std::uint64_t, std::uint16_t> channels = {};  ///< by tag

  std::uint16_t channel_of(std::uint64_t tag);
};

class ProcessReader {
 public:
  ProcessReader(std::uint32_t rank, TraceText& text);

  /// Reads an action with its arguments; `reader` names the place of mistakes.
  void read(std::string_view action, Words& words, const LineReader& reader);
  /// Returns whether the process has finalized MPI.
  bool finalized() const { return finalized_; }
  /// Returns the steps; the process has ended.
  trace::ProcessTrace finish();

 private:
  class Arguments;
  using Request = std::array<std::uint64_t, 3>;  // sender, receiver, tag

  bool read_local(std::string_view action, Arguments& arguments);
  bool read_message(std::string_view action, Arguments& arguments);
  bool read_wait(std::string_view action, Arguments& arguments);
  bool read_collective(std::string_view action, Arguments& arguments);
  bool read_unequal(std::string_view action, Arguments& arguments);
  void add_collective(trace::Collective kind, std::uint64_t bytes, std::uint32_t root = 0);
  void add_unequal_exchange(std::span<const std::uint64_t> sent, std::uint64_t type);
  std::uint32_t start(const Request& request);
  std::uint32_t end_oldest(const Request& request);
  void wait_for_all();
  void wait_for_first();

  std::uint32_t rank_;
  TraceText& text_;
  trace::Folder folder_;
  std::map<Request, std::deque<std::uint32_t>> under_way_;  // their slots, the oldest first
  trace::FreeSlots slots_;
  std::vector<Request> request_of_;  // by slot: the last one
  std::uint64_t default_type_ = 6;
  bool finalized_ = false;
};

}  // namespace topomorph::replay
