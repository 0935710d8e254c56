// The records of an archive of the Open Trace Format 2; only compiled where its library is.
#include "core/recordings/otf2_archive.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>
#include <unordered_map>

#include <fmt/format.h>
#include <otf2/otf2.h>
#include <sys/resource.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/process.h"
#include "core/recordings/otf2_collectives.h"
#include "core/recordings/otf2_definitions.h"
#include "core/recordings/process_steps.h"

namespace topomorph::recordings {

namespace {

/// What callbacks of the library get: an exception waits here, because it cannot pass through C.
template <class Data>
struct Guarded {
  Data& data;
  std::exception_ptr thrown;

  template <class Work>
  static OTF2_CallbackCode run(void* user, Work work) {
    auto& self = *static_cast<Guarded*>(user);
    try {
      work(self.data);
      return OTF2_CALLBACK_SUCCESS;
    } catch (...) {
      self.thrown = std::current_exception();
      return OTF2_CALLBACK_INTERRUPT;
    }
  }

  void rethrow() const {
    if (thrown) std::rethrow_exception(thrown);
  }
};

/// The first complaint of the library, which would print it.
class Complaints {
 public:
  Complaints() : before_(OTF2_Error_RegisterCallback(note, this)) {}
  ~Complaints() { OTF2_Error_RegisterCallback(before_, nullptr); }
  Complaints(const Complaints&) = delete;
  Complaints& operator=(const Complaints&) = delete;

  const std::string& first() const { return first_; }
  void forget() { first_.clear(); }

 private:
  static OTF2_ErrorCode note(void* self, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                             const char* format, std::va_list arguments) {
    std::string& first = static_cast<Complaints*>(self)->first_;
    if (!first.empty()) return code;
    char text[400];
    std::vsnprintf(text, sizeof text, format, arguments);
    first = fmt::format("{} ({})", OTF2_Error_GetDescription(code), text);
    return code;
  }

  OTF2_ErrorCallback before_;
  std::string first_;
};

/// While it lives the process gets little more memory. The library makes as many properties of an archive as its anchor
/// announces: a damaged one would keep it busy for hours.
class LittleMemory {
 public:
  LittleMemory() {
    ::getrlimit(RLIMIT_AS, &before_);
    const std::uint64_t reserved = address_space();
    constexpr rlim_t kMore = rlim_t{256} << 20;
    rlimit limit = before_;
    if (reserved > 0) limit.rlim_cur = std::min(before_.rlim_cur, reserved + kMore);
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ~LittleMemory() { ::setrlimit(RLIMIT_AS, &before_); }
  LittleMemory(const LittleMemory&) = delete;
  LittleMemory& operator=(const LittleMemory&) = delete;

 private:
  rlimit before_ = {};
};

// --------------------------------------------------------------------------------------------------------- definitions

using DefinitionsData = Guarded<Otf2Definitions>;

OTF2_CallbackCode on_clock(void* user, std::uint64_t resolution, std::uint64_t, std::uint64_t, std::uint64_t) {
  return DefinitionsData::run(user, [&](Otf2Definitions& definitions) {
    definitions.seconds_per_tick = resolution > 0 ? 1 / static_cast<double>(resolution) : 0;
  });
}

OTF2_CallbackCode on_region(void* user, OTF2_RegionRef self, OTF2_StringRef, OTF2_StringRef, OTF2_StringRef,
                            OTF2_RegionRole, OTF2_Paradigm paradigm, OTF2_RegionFlag, OTF2_StringRef, std::uint32_t,
                            std::uint32_t) {
  return DefinitionsData::run(user, [&](Otf2Definitions& definitions) {
    if (paradigm == OTF2_PARADIGM_MPI) definitions.regions_of_mpi.insert(self);
  });
}

OTF2_CallbackCode on_group(void* user, OTF2_GroupRef self, OTF2_StringRef, OTF2_GroupType type, OTF2_Paradigm paradigm,
                           OTF2_GroupFlag, std::uint32_t count, const std::uint64_t* members) {
  return DefinitionsData::run(user, [&](Otf2Definitions& definitions) {
    if (paradigm != OTF2_PARADIGM_MPI) return;
    definitions.groups[self] = {.is_self = type == OTF2_GROUP_TYPE_COMM_SELF,
                                .is_locations = type == OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                .members = {members, members + count}};
  });
}

OTF2_CallbackCode on_comm(void* user, OTF2_CommRef self, OTF2_StringRef, OTF2_GroupRef group, OTF2_CommRef,
                          OTF2_CommFlag) {
  return DefinitionsData::run(user, [&](Otf2Definitions& definitions) {
    definitions.communicators[self] = {group, {}};
  });
}

OTF2_CallbackCode on_intercomm(void* user, OTF2_CommRef self, OTF2_StringRef, OTF2_GroupRef a, OTF2_GroupRef b,
                               OTF2_CommRef, OTF2_CommFlag) {
  return DefinitionsData::run(user, [&](Otf2Definitions& definitions) { definitions.communicators[self] = {a, b}; });
}

// -------------------------------------------------------------------------------------------------------------- events

/// What the processes have in common.
struct Shared {
  const Otf2Definitions& definitions;
  std::unordered_map<std::uint64_t, std::uint16_t> channels = {};  // by communicator and tag
  std::unordered_map<std::uint32_t, std::uint32_t> groups = {};    // of the trace, by communicator
  trace::Trace trace = {};
};

/// The events of one process.
class Process {
 public:
  Process(std::uint32_t number, Shared& shared) : number_(number), shared_(shared) {}

  void enter(std::uint64_t time, std::uint32_t region) {
    if (!has_begun_) outside_since_ = time;
    has_begun_ = true;
    if (!shared_.definitions.regions_of_mpi.contains(region)) return;
    if (depth_++ == 0 && time > outside_since_) {
      steps_.compute(static_cast<double>(time - outside_since_) * shared_.definitions.seconds_per_tick);
    }
    steps_.enter_call();
  }
  void leave(std::uint64_t time, std::uint32_t region) {
    if (depth_ == 0 || !shared_.definitions.regions_of_mpi.contains(region)) return;
    if (--depth_ == 0) outside_since_ = time;
    steps_.leave_call();
  }

  void collective(OTF2_CollectiveOp operation, std::uint32_t communicator, std::uint32_t root, std::uint64_t sent,
                  std::uint64_t received) {
    if (communicator == OTF2_UNDEFINED_COMM || shared_.definitions.is_intercommunicator(communicator)) return;
    const Members& members = members_of(communicator);
    const auto place = std::ranges::find(members, number_);
    if (members.size() < 2 || place == members.end()) return;
    const auto rank = static_cast<std::uint32_t>(place - members.begin());
    if (root == OTF2_COLLECTIVE_ROOT_SELF) root = rank;
    if (root == OTF2_COLLECTIVE_ROOT_NONE || root == OTF2_COLLECTIVE_ROOT_THIS_GROUP) root = 0;
    check_rank(root, members);
    const auto known =
        collective_of({operation, static_cast<std::uint32_t>(members.size()), rank, root, sent, received});
    if (known) steps_.collective(trace::collective(known->kind, known->bytes, group_of(communicator), root));
  }

  ProcessSteps& steps() { return steps_; }
  std::uint32_t peer(std::uint32_t communicator, std::uint32_t rank) {
    const Members& members = members_of(communicator);
    check_rank(rank, members);
    return members[rank];
  }
  std::uint16_t channel(std::uint32_t communicator, std::uint32_t tag) const {
    auto& channels = shared_.channels;
    const std::uint64_t key = std::uint64_t{communicator} << 32 | tag;
    const auto channel = channels.try_emplace(key, static_cast<std::uint16_t>(channels.size())).first->second;
    if (channels.size() > std::numeric_limits<std::uint16_t>::max()) fail("has more than 65535 communicators x tags");
    return channel;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(shared_.definitions.anchor(), 0, fmt::format("process {} {}", number_, message));
  }
  void check_rank(std::uint32_t rank, const Members& members) const {
    if (rank >= members.size()) fail(fmt::format("names rank {} of a communicator of {}", rank, members.size()));
  }

  const Members& members_of(std::uint32_t communicator) {
    const auto known = members_.find(communicator);
    if (known != members_.end()) return known->second;
    return members_.emplace(communicator, shared_.definitions.members(communicator, number_)).first->second;
  }

  std::uint32_t group_of(std::uint32_t communicator) {
    auto& groups = shared_.trace.groups;
    const auto [known, is_new] = shared_.groups.try_emplace(communicator, static_cast<std::uint32_t>(groups.size()));
    if (is_new) groups.push_back(members_of(communicator));
    if (groups.size() > trace::kMaxGroups) fail("uses more communicators than a trace has");
    return known->second;
  }

  std::uint32_t number_;
  Shared& shared_;
  ProcessSteps steps_;
  std::unordered_map<std::uint32_t, Members> members_;  // by communicator
  bool has_begun_ = false;
  std::size_t depth_ = 0;
  std::uint64_t outside_since_ = 0;
};

using ProcessData = Guarded<Process>;
using Attributes = OTF2_AttributeList*;

OTF2_CallbackCode on_enter(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user, Attributes,
                           OTF2_RegionRef region) {
  return ProcessData::run(user, [&](Process& process) { process.enter(time, region); });
}

OTF2_CallbackCode on_leave(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user, Attributes,
                           OTF2_RegionRef region) {
  return ProcessData::run(user, [&](Process& process) { process.leave(time, region); });
}

OTF2_CallbackCode on_send(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, Attributes, std::uint32_t to,
                          OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes) {
  return ProcessData::run(user, [&](Process& process) {
    process.steps().send(process.peer(communicator, to), process.channel(communicator, tag), bytes);
  });
}

OTF2_CallbackCode on_isend(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, Attributes, std::uint32_t to,
                           OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes, std::uint64_t request) {
  return ProcessData::run(user, [&](Process& process) {
    process.steps().start_send(request, process.peer(communicator, to), process.channel(communicator, tag), bytes);
  });
}

OTF2_CallbackCode on_isend_complete(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, Attributes,
                                    std::uint64_t request) {
  return ProcessData::run(user, [&](Process& process) { process.steps().end_send(request); });
}

OTF2_CallbackCode on_irecv_request(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, Attributes,
                                   std::uint64_t request) {
  return ProcessData::run(user, [&](Process& process) { process.steps().start_receive(request); });
}

OTF2_CallbackCode on_recv(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, Attributes, std::uint32_t from,
                          OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t) {
  return ProcessData::run(user, [&](Process& process) {
    process.steps().receive(process.peer(communicator, from), process.channel(communicator, tag));
  });
}

OTF2_CallbackCode on_irecv(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, Attributes, std::uint32_t from,
                           OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t, std::uint64_t request) {
  return ProcessData::run(user, [&](Process& process) {
    process.steps().end_receive(request, process.peer(communicator, from), process.channel(communicator, tag));
  });
}

OTF2_CallbackCode on_cancelled(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, Attributes,
                               std::uint64_t request) {
  return ProcessData::run(user, [&](Process& process) { process.steps().cancel(request); });
}

OTF2_CallbackCode on_collective(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, Attributes,
                                OTF2_CollectiveOp operation, OTF2_CommRef communicator, std::uint32_t root,
                                std::uint64_t sent, std::uint64_t received) {
  return ProcessData::run(user,
                          [&](Process& process) { process.collective(operation, communicator, root, sent, received); });
}

/// At its end, where its bytes are told, as if the process had waited there for all of it.
OTF2_CallbackCode on_nonblocking(OTF2_LocationRef, OTF2_TimeStamp, std::uint64_t, void* user, Attributes,
                                 OTF2_CollectiveOp operation, OTF2_CommRef communicator, std::uint32_t root,
                                 std::uint64_t sent, std::uint64_t received, std::uint64_t) {
  return ProcessData::run(user,
                          [&](Process& process) { process.collective(operation, communicator, root, sent, received); });
}

// ------------------------------------------------------------------------------------------------------------- archive

/// Frees what the library has made.
template <auto Delete>
struct Deleter {
  template <class Made>
  void operator()(Made* made) const {
    Delete(made);
  }
};

/// An open archive.
class Archive {
 public:
  explicit Archive(std::string anchor) : definitions_(std::move(anchor)), reader_(open(name())) {
    if (!reader_) fail("is no archive of the Open Trace Format 2");
    OTF2_Reader_SetSerialCollectiveCallbacks(reader_.get());
  }

  trace::Trace read() {
    read_definitions();
    for (const std::uint64_t location : definitions_.locations()) OTF2_Reader_SelectLocation(reader_.get(), location);
    const bool has_local = OTF2_Reader_OpenDefFiles(reader_.get()) == OTF2_SUCCESS;
    complaints_.forget();  // archives may have none of these files
    if (OTF2_Reader_OpenEvtFiles(reader_.get()) != OTF2_SUCCESS) fail("its events cannot be opened");
    Shared shared{definitions_};
    for (std::uint32_t number = 0; number < definitions_.locations().size(); ++number) {
      if (has_local) read_local_definitions(definitions_.locations()[number]);
      shared.trace.processes.push_back(read_events(number, shared));
    }
    return std::move(shared.trace);
  }

 private:
  static OTF2_Reader* open(const char* name) {
    LineReader(name, kAnyBytes);  // says why a file cannot be read
    const LittleMemory little;
    return OTF2_Reader_Open(name);
  }

  const char* name() const { return definitions_.anchor().c_str(); }

  [[noreturn]] void fail(const std::string& message) const {
    const std::string& reason = complaints_.first();
    throw InputError(definitions_.anchor(), 0, reason.empty() ? message : message + ": " + reason);
  }

  /// The library reads at the end of the file for ever if the anchor announces more. A definition has two bytes or
  /// more.
  void check_definitions_are_there() const {
    std::uint64_t announced = 0;
    OTF2_Reader_GetNumberOfGlobalDefinitions(reader_.get(), &announced);
    std::error_code error;
    const auto bytes = std::filesystem::file_size(std::filesystem::path(name()).replace_extension(".def"), error);
    if (!error && announced > bytes) fail(fmt::format("announces {} definitions in {} bytes", announced, bytes));
  }

  void read_definitions() {
    check_definitions_are_there();
    OTF2_GlobalDefReader* reader = OTF2_Reader_GetGlobalDefReader(reader_.get());
    if (reader == nullptr) fail("its definitions cannot be opened");
    const std::unique_ptr<OTF2_GlobalDefReaderCallbacks, Deleter<OTF2_GlobalDefReaderCallbacks_Delete>> callbacks(
        OTF2_GlobalDefReaderCallbacks_New());
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks.get(), on_clock);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks.get(), on_region);
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks.get(), on_group);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks.get(), on_comm);
    OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(callbacks.get(), on_intercomm);
    DefinitionsData data{definitions_, nullptr};
    OTF2_Reader_RegisterGlobalDefCallbacks(reader_.get(), reader, callbacks.get(), &data);
    std::uint64_t read = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllGlobalDefinitions(reader_.get(), reader, &read);
    OTF2_Reader_CloseGlobalDefReader(reader_.get(), reader);
    data.rethrow();
    if (code != OTF2_SUCCESS) fail("its definitions cannot be read");
    definitions_.finish();
  }

  /// They say which numbers of a process stand for which of all processes; the library applies them.
  void read_local_definitions(std::uint64_t location) {
    OTF2_DefReader* reader = OTF2_Reader_GetDefReader(reader_.get(), location);
    if (reader == nullptr) return;
    std::uint64_t read = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalDefinitions(reader_.get(), reader, &read);
    OTF2_Reader_CloseDefReader(reader_.get(), reader);
    if (code != OTF2_SUCCESS) fail(fmt::format("the definitions of location {} cannot be read", location));
  }

  trace::ProcessTrace read_events(std::uint32_t number, Shared& shared) {
    const std::uint64_t location = definitions_.locations()[number];
    OTF2_EvtReader* reader = OTF2_Reader_GetEvtReader(reader_.get(), location);
    if (reader == nullptr) fail(fmt::format("the events of process {} cannot be opened", number));
    const std::unique_ptr<OTF2_EvtReaderCallbacks, Deleter<OTF2_EvtReaderCallbacks_Delete>> callbacks(
        OTF2_EvtReaderCallbacks_New());
    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks.get(), on_enter);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks.get(), on_leave);
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks.get(), on_send);
    OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks.get(), on_isend);
    OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(callbacks.get(), on_isend_complete);
    OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(callbacks.get(), on_irecv_request);
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks.get(), on_recv);
    OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks.get(), on_irecv);
    OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(callbacks.get(), on_cancelled);
    OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks.get(), on_collective);
    OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(callbacks.get(), on_nonblocking);
    Process process(number, shared);
    ProcessData data{process, nullptr};
    OTF2_Reader_RegisterEvtCallbacks(reader_.get(), reader, callbacks.get(), &data);
    std::uint64_t read = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalEvents(reader_.get(), reader, &read);
    OTF2_Reader_CloseEvtReader(reader_.get(), reader);
    data.rethrow();
    if (code != OTF2_SUCCESS) fail(fmt::format("the events of process {} cannot be read", number));
    return process.steps().finish();
  }

  Complaints complaints_;
  Otf2Definitions definitions_;
  std::unique_ptr<OTF2_Reader, Deleter<OTF2_Reader_Close>> reader_;
};

}  // namespace

trace::Trace read_otf2_archive(const std::string& anchor) { return Archive(anchor).read(); }

}  // namespace topomorph::recordings
