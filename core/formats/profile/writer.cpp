// Writes a profile: one row per record, one transaction, one rename.
#include "core/formats/profile/writer.h"

#include <array>
#include <charconv>
#include <cstring>

#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/formats/profile/database.h"
#include "core/formats/profile/group_rows.h"
#include "core/formats/profile/processor_rows.h"
#include "core/formats/profile/schema.h"
#include "core/formats/profile/topology_rows.h"
#include "core/formats/profile/trace_rows.h"
#include "core/model/process_location.h"
#include "core/wire/gpu_signs.h"

namespace topomorph::formats {
namespace {

std::string value_or_empty(const wire::KeyValues& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? std::string() : found->second;
}

double seconds_of(const wire::KeyValues& values) {
  const std::string text = value_or_empty(values, "mpi_seconds");
  double seconds = 0;
  std::from_chars(text.data(), text.data() + text.size(), seconds);
  return seconds;
}

std::uint64_t believable_ranks(std::uint64_t ranks) {
  if (ranks > kMaxRoles) {
    throw InputError("damaged record: found " + std::to_string(ranks) + " ranks, expected at most " +
                     std::to_string(kMaxRoles));
  }
  return ranks;
}

int descriptor_for(const AtomicFile& file, const std::string& path) {
  if (!file.is_temporary()) throw InputError(path, 0, "is no regular file: a profile cannot be written there");
  return file.descriptor();
}

}  // namespace

class ProfileWriter::Tables {
 public:
  /// `target` is what AtomicFile takes.
  template <typename... Target>
  explicit Tables(const std::string& path, const Target&... target)
      : shown_(path),
        file_(target...),
        database_(Database::create(descriptor_for(file_, path), path)),
        tables_(database_) {}

  void meta(const wire::Frame& frame) {
    const wire::KeyValues values = wire::decode_key_values(wire::text(frame));
    ranks_ = believable_ranks(wire::unsigned_value(values, "ranks"));
    for (const auto& [key, value] : values) {
      note(key, value);
    }
    note("format_version", std::to_string(profile_schema::kFormatVersion));
  }

  void process(const wire::Frame& frame) {
    const wire::KeyValues values = wire::decode_key_values(wire::text(frame));
    const std::uint64_t rank = rank_ = checked_rank(wire::unsigned_value(values, "rank"));
    const ProcessLocation location{value_or_empty(values, "host"), value_or_empty(values, "path")};
    check_path(location);  // readers would refuse it
    rank_row_.bind(0, rank).bind(1, location.host).bind(2, value_or_empty(values, "cpuset"));
    rank_row_.bind(3, location.path).bind(4, seconds_of(values)).execute();
    write_processors(processor_row_, rank, values);
    summarised_ += value_or_empty(values, "summarised") == "1" ? 1 : 0;
    note_far(rank, location.host, value_or_empty(values, "far_from_gpu"));
    phases_.clear();
    group_rows_.next_process();
    trace_rows_.next_process(rank, values);
    topology_rows_.next_process(rank, values);
    ++records_;
  }

  void phases(const wire::Frame& frame) {
    phases_ = wire::lines(wire::text(frame));
    for (const std::string& phase : phases_) {
      phase_row_.bind(0, phase).execute();
    }
    trace_rows_.phases(phases_);
  }

  void traffic(const wire::Frame& frame) {
    for (const auto& row : wire::records<wire::TrafficRecord>(frame)) {
      traffic_row_.bind(0, phase(row.phase)).bind(1, wire::name(row.layer)).bind(2, checked_rank(row.source));
      traffic_row_.bind(3, checked_rank(row.destination)).bind(4, row.bytes).bind(5, row.messages).execute();
      ++traffic_rows_;
    }
  }

  void groups(const wire::Frame& frame) {
    const std::vector<std::string> lines = wire::lines(wire::text(frame));
    group_rows_.groups(lines, ranks_, records_);
    topology_rows_.groups(lines, {ranks_, records_});
  }

  void group_traffic(const wire::Frame& frame) {
    for (const auto& row : wire::records<wire::GroupTrafficRecord>(frame)) {
      if (row.messages == 0) continue;  // a reset emptied the row while it was written
      group_rows_.add(phase(row.phase), row);
    }
  }

  void calls(const wire::Frame& frame) {
    for (const auto& row : wire::records<wire::CallRecord>(frame)) {
      const std::string function(row.function, strnlen(row.function, sizeof row.function));
      CallSum& sum = calls_[{phase(row.phase), function}];
      sum.count += row.count;
      sum.bytes += row.bytes;
      sum.nanoseconds += row.nanoseconds;
    }
  }

  void sizes(const wire::Frame& frame) {
    for (const auto& row : wire::records<wire::SizeRecord>(frame)) {
      if (row.log2 > profile_schema::kMostLog2) {
        throw InputError("damaged record: a size of 2^" + std::to_string(row.log2) + " bytes");
      }
      sizes_[{phase(row.phase), row.layer, row.log2}] += row.messages;
    }
  }

  void network(const wire::Frame& frame) {
    for (const ProfiledPair& pair : write_network(database_, rank_, ranks_, wire::records<wire::NetworkRecord>(frame)))
      pairs_.push_back(pair);
  }
  const std::vector<ProfiledPair>& pairs() const { return pairs_; }
  void note_doubt(const std::string& doubt) { note(kNetworkDoubtKey, doubt); }

  void complete() {
    if (!has_meta()) throw InputError("damaged records: they begin without Meta");
    write_groups();
    check_roles_have_entries(ranks_, records_ + traffic_rows_);  // readers would refuse it
    write_calls();
    write_sizes();
    topology_rows_.finish();
    note("records", std::to_string(records_));
    if (far_ > 0) note("far_from_gpu", far_text());
    if (summarised_ > 0) note("summarised", std::to_string(summarised_));
    trace_notes_ = trace_rows_.finish(ranks_);
    for (const auto& [key, value] : trace_notes_) note(key, value);
    database_.run("COMMIT");
  }

  void note_all(const std::map<std::string, std::string>& notes) {
    for (const auto& [key, value] : notes) note(key, value);
  }

  /// Returns the file, which has no name yet.
  ProfileFile file() const { return {Descriptor(dup(file_.descriptor())), shown_}; }

  void give_name() { file_.commit(); }

  TraceRows& trace() { return trace_rows_; }
  std::string trace_text() const { return formats::trace_text(trace_notes_); }
  bool has_meta() const { return ranks_ > 0; }
  std::uint64_t records() const { return records_; }
  std::uint64_t summarised() const { return summarised_; }
  std::string far_text() const { return far_ == 0 ? "" : first_far_ + wire::others_far_words(far_ - 1); }

 private:
  struct CallSum {
    std::uint64_t count = 0, bytes = 0, nanoseconds = 0;
  };

  /// Creates the tables before the statements below are prepared.
  struct Created {
    explicit Created(Database& database) {
      for (const profile_schema::Table& table : profile_schema::kTables) database.run(std::string(table.sql));
      database.run("BEGIN");
    }
  };

  /// Keeps the words of the process with the lowest rank, so that they do not depend on who came first.
  void note_far(std::uint64_t rank, const std::string& host, const std::string& words) {
    if (words.empty()) return;
    if (far_++ > 0 && rank > far_rank_) return;
    far_rank_ = rank;
    first_far_ = "rank " + std::to_string(rank) + " on " + host + " " + words;
  }

  void note(const std::string& key, const std::string& value) { meta_row_.bind(0, key).bind(1, value).execute(); }

  const std::string& phase(std::uint64_t id) const {
    if (id >= phases_.size()) {
      throw InputError("damaged record: phase " + std::to_string(id) + " of " + std::to_string(phases_.size()));
    }
    return phases_[id];
  }

  std::uint64_t checked_rank(std::uint64_t rank) const {
    if (rank >= ranks_) {
      throw InputError("damaged record: rank " + std::to_string(rank) + " of " + std::to_string(ranks_));
    }
    return rank;
  }

  /// Writes groups with few pairs as pairs, so that for small jobs readers need only `traffic`.
  void write_groups() {
    if (group_rows_.pairs() > profile_schema::kMostExpandedPairs) {
      traffic_rows_ += group_rows_.write(database_);
      note("format_version", std::to_string(profile_schema::kVersionWithGroups));
      return;
    }
    group_rows_.expand([&](const std::string& phase, wire::Layer layer, const Traffic& pair) {
      traffic_row_.bind(0, phase).bind(1, wire::name(layer)).bind(2, pair.source).bind(3, pair.destination);
      traffic_row_.bind(4, pair.bytes).bind(5, pair.messages).execute();
      ++traffic_rows_;
    });
  }

  void write_calls() {
    Statement row(database_, "INSERT INTO calls VALUES(?, ?, ?, ?, ?)");
    for (const auto& [key, sum] : calls_) {
      row.bind(0, key.first).bind(1, key.second).bind(2, sum.count).bind(3, sum.bytes);
      row.bind(4, static_cast<double>(sum.nanoseconds) * 1e-9).execute();
    }
  }

  void write_sizes() {
    Statement row(database_, "INSERT INTO sizes VALUES(?, ?, ?, ?)");
    for (const auto& [key, messages] : sizes_) {
      const auto& [phase, layer, log2] = key;
      row.bind(0, phase).bind(1, wire::name(layer)).bind(2, std::uint64_t{log2}).bind(3, messages).execute();
    }
  }

  std::string shown_;
  AtomicFile file_;
  Database database_;
  Created tables_;
  Statement meta_row_{database_, "INSERT OR REPLACE INTO meta VALUES(?, ?)"};
  Statement rank_row_{database_, "INSERT INTO ranks VALUES(?, ?, ?, ?, ?)"};
  Statement processor_row_{database_, kProcessorRow};
  Statement phase_row_{database_, "INSERT OR IGNORE INTO phases(name) VALUES(?)"};
  Statement traffic_row_{database_, "INSERT INTO traffic VALUES(?, ?, ?, ?, ?, ?)"};
  std::uint64_t ranks_ = 0, records_ = 0, traffic_rows_ = 0, summarised_ = 0;
  std::uint64_t far_ = 0, far_rank_ = 0;  // processes that run far from their GPUs, and the first of them
  std::string first_far_;
  GroupRows group_rows_;
  TraceRows trace_rows_{database_};
  TopologyRows topology_rows_{database_};
  wire::KeyValues trace_notes_;
  std::vector<ProfiledPair> pairs_;  // that have measured the network
  std::uint64_t rank_ = 0;           // of the process whose frames arrive now
  std::vector<std::string> phases_;  // of the same
  std::map<std::pair<std::string, std::string>, CallSum> calls_;
  std::map<std::tuple<std::string, wire::Layer, std::uint32_t>, std::uint64_t> sizes_;
};

ProfileWriter::ProfileWriter(const std::string& path) : tables_(std::make_unique<Tables>(path, path)) {}
ProfileWriter::ProfileWriter(const Folder& folder, const std::string& name, mode_t mode)
    : tables_(std::make_unique<Tables>(folder.path_of(name), folder, name, mode)) {}
ProfileWriter::~ProfileWriter() = default;

void ProfileWriter::add(const wire::Frame& frame) {
  if (frame.type != wire::FrameType::Meta &&
      (!tables_->has_meta() || (frame.type != wire::FrameType::Process && records() == 0))) {
    throw InputError(std::string(wire::name(frame.type)) + " frame before " +
                     (tables_->has_meta() ? "any Process" : "Meta"));
  }
  switch (frame.type) {
    case wire::FrameType::Meta:
      return tables_->meta(frame);
    case wire::FrameType::Process:
      return tables_->process(frame);
    case wire::FrameType::Phases:
      return tables_->phases(frame);
    case wire::FrameType::Traffic:
      return tables_->traffic(frame);
    case wire::FrameType::Groups:
      return tables_->groups(frame);
    case wire::FrameType::GroupTraffic:
      return tables_->group_traffic(frame);
    case wire::FrameType::Calls:
      return tables_->calls(frame);
    case wire::FrameType::Sizes:
      return tables_->sizes(frame);
    case wire::FrameType::Channels:
      return tables_->trace().channels(frame);
    case wire::FrameType::TraceGroups:
      return tables_->trace().groups(frame);
    case wire::FrameType::Steps:
      return tables_->trace().steps(frame);
    case wire::FrameType::Network:
      return tables_->network(frame);
    default:
      throw InputError(std::string(wire::name(frame.type)) + " frame: no part of a record");
  }
}

std::uint64_t ProfileWriter::records() const { return tables_->records(); }
std::uint64_t ProfileWriter::summarised() const { return tables_->summarised(); }
std::string ProfileWriter::far_from_gpu_text() const { return tables_->far_text(); }
std::string ProfileWriter::trace_text() const { return tables_->trace_text(); }

const std::vector<ProfiledPair>& ProfileWriter::network() const { return tables_->pairs(); }

void ProfileWriter::note_network_doubt(const std::string& doubt) { tables_->note_doubt(doubt); }

void ProfileWriter::commit() {
  tables_->complete();
  tables_->give_name();
}

void ProfileWriter::commit(const Notes& notes) {
  tables_->complete();
  tables_->note_all(notes(tables_->file()));
  tables_->give_name();
}

}  // namespace topomorph::formats
