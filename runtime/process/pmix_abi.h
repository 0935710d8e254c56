// The part of the PMIx standard's binary interface that is used here: types, constants and functions of versions 3 to
// 6.
//
// Declared here instead of included from pmix.h, because the build machine may have no PMIx and the job may use another
// version. tests/runtime/process/pmix_abi_test.cpp compares these declarations with the installed pmix.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace topomorph::process::pmix {

using Status = int;
inline constexpr Status kSuccess = 0;
inline constexpr Status kNotSupported = -47;

inline constexpr std::size_t kLongestNamespace = 255;
inline constexpr std::size_t kLongestKey = 511;
inline constexpr std::uint32_t kAnyRank = 0xffffffffU - 1;  ///< PMIX_RANK_WILDCARD: the job as a whole

struct Process {
  char nspace[kLongestNamespace + 1];
  std::uint32_t rank;
};

/// Values of pmix_data_type_t.
enum Type : std::uint16_t { kBool = 1, kString = 3, kInt = 6, kUint16 = 13, kUint32 = 14, kRank = 40 };

struct Value {
  std::uint16_t type;
  union {
    bool flag;
    char* string;
    int integer;
    std::uint16_t uint16;
    std::uint32_t uint32;
    std::uint64_t widest[3];
  } data;
};

struct Info {
  char key[kLongestKey + 1];
  std::uint32_t flags;
  Value value;
};

/// Values of pmix_scope_t: which processes see a value.
enum Scope : std::uint8_t { kLocal = 1, kGlobal = 3 };

inline constexpr char kOptional[] = "pmix.optional";    ///< search only what this process has already
inline constexpr char kImmediate[] = "pmix.immediate";  ///< ask the server, which answers at once
inline constexpr char kRefresh[] = "pmix.get.refresh";  ///< have the server ask that of the other process
inline constexpr char kTimeout[] = "pmix.timeout";      ///< whole seconds
inline constexpr char kHostName[] = "pmix.hname";
inline constexpr char kLocalPeers[] = "pmix.lpeers";  ///< ranks of the job on this host, separated by commas
inline constexpr char kLocalRank[] = "pmix.lrank";    ///< rank among the processes of the job on its host
inline constexpr char kApplications[] = "pmix.job.napps";

/// Functions of libpmix.
using InitFunction = Status (*)(Process* self, Info* info, std::size_t infos);
using FinalizeFunction = Status (*)(const Info* info, std::size_t infos);
using PutFunction = Status (*)(Scope scope, const char* key, Value* value);
using CommitFunction = Status (*)();
using GetFunction = Status (*)(const Process* process, const char* key, const Info* info, std::size_t infos,
                               Value** value);
using VersionFunction = const char* (*)();

}  // namespace topomorph::process::pmix
