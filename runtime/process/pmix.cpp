// Calls the libpmix that the MPI library uses.
#include "runtime/process/pmix.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include <dlfcn.h>
#include <time.h>

#include "runtime/process/deadline.h"

namespace topomorph::process::pmix {
namespace {

struct Functions {
  PutFunction put = nullptr;
  CommitFunction commit = nullptr;
  GetFunction get = nullptr;
  VersionFunction version = nullptr;
};

constinit Functions functions{};
constinit Process self{};
constinit bool opened = false;

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

/// Returns a handle that finds functions in the library of `address` and those that it is linked with, in whatever
/// scope they are loaded, but not functions that intercept them.
void* library_of(const void* address) {
  Dl_info info{};
  const bool known = dladdr(const_cast<void*>(address), &info) != 0 && info.dli_fname != nullptr;
  return known ? dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_LAZY) : nullptr;
}

bool find_all(void* library) {
  return find(library, "PMIx_Commit", functions.commit) && find(library, "PMIx_Put", functions.put) &&
         find(library, "PMIx_Get", functions.get) && find(library, "PMIx_Get_version", functions.version);
}

/// Opens a second session for as long as it takes to learn this process's name. The first session is the MPI library's.
bool find_self(void* library) {
  InitFunction initialize = nullptr;
  FinalizeFunction finalize = nullptr;
  return find(library, "PMIx_Init", initialize) && find(library, "PMIx_Finalize", finalize) &&
         initialize(&self, nullptr, 0) == kSuccess && finalize(nullptr, 0) == kSuccess;
}

Info set(const char* key) {
  Info info{};
  std::strncpy(info.key, key, kLongestKey);
  info.value.type = kBool;
  info.value.data.flag = true;
  return info;
}

Info time_limit(int seconds) {
  Info info = set(kTimeout);
  info.value.type = kInt;
  info.value.data.integer = seconds;
  return info;
}

Process process_of(std::uint32_t rank) {
  Process other = self;
  other.rank = rank;
  return other;
}

struct Release {
  void operator()(Value* value) const {
    if (value->type == kString) std::free(value->data.string);
    std::free(value);
  }
};
using OwnValue = std::unique_ptr<Value, Release>;

OwnValue value_of(std::uint32_t rank, const char* key, std::span<const Info> how) {
  if (!opened) return nullptr;
  const Process whose = process_of(rank);
  Value* value = nullptr;
  return OwnValue(functions.get(&whose, key, how.data(), how.size(), &value) == kSuccess ? value : nullptr);
}

OwnValue value_of(std::uint32_t rank, const char* key, const Info& how = set(kOptional)) {
  return value_of(rank, key, {&how, 1});
}

/// Returns the number of "OpenPMIx 4.2.2 (…)"; 0 if there is none.
int major_version() {
  const std::string_view text = version(),
                         number = text.substr(std::min(text.size(), text.find_first_of("0123456789")));
  int major = 0;
  std::from_chars(number.data(), number.data() + number.size(), major);
  return major;
}

/// Set once a question to another process's server was not answered at once, as with an old library. No further ones
/// are asked then.
constinit bool waits_for_nothing = false;

OwnValue value_from_afar(std::uint32_t rank, const char* key, int seconds) {
  if (waits_for_nothing) return nullptr;
  const int limit = major_version() < 4 ? std::min(seconds, 1) : seconds;
  const Deadline patience(limit);
  OwnValue value = value_of(rank, key, std::array{set(kRefresh), time_limit(limit)});
  waits_for_nothing = value == nullptr && patience.has_passed();
  return value;
}

std::optional<FixedString> text_in(const OwnValue& value) {
  const bool is_there = value && value->type == kString && value->data.string != nullptr && *value->data.string != '\0';
  return is_there ? std::optional<FixedString>(value->data.string) : std::nullopt;
}

/// Asks again until the deadline. The pauses grow, so that a thousand waiting processes do not keep their server busy.
template <class Ask>
std::optional<FixedString> asked_again(int seconds, Ask ask) {
  constexpr long kLongest = 10'000'000;  // nanoseconds
  timespec pause{0, 50'000};
  for (const Deadline patience(seconds); !patience.has_passed() && !waits_for_nothing;) {
    if (auto found = ask()) return found;
    nanosleep(&pause, nullptr);
    pause.tv_nsec = std::min(2 * pause.tv_nsec, kLongest);
  }
  return std::nullopt;
}

}  // namespace

CommitFunction next_commit(const void* caller) noexcept {
  CommitFunction commit = nullptr;
  void* const library = library_of(caller);
  if (library == nullptr || !find(library, "PMIx_Commit", commit)) find(RTLD_NEXT, "PMIx_Commit", commit);
  return commit;
}

bool open(const void* caller) noexcept {
  void* const library = library_of(caller);
  opened = library != nullptr && find_all(library) && find_self(library);
  return opened;
}

bool is_open() noexcept { return opened; }

std::uint32_t own_rank() noexcept { return self.rank; }

std::optional<FixedString> text(std::uint32_t rank, const char* key, From from) {
  return text_in(value_of(rank, key, set(from == From::Here ? kOptional : kImmediate)));
}

/// Asks repeatedly: the server answers a waiting question as soon as the other process puts any value, even under
/// another key.
std::optional<FixedString> awaited_text(std::uint32_t rank, const char* key, int seconds) {
  return asked_again(seconds, [&] { return text_in(value_of(rank, key, time_limit(seconds))); });
}

std::optional<FixedString> text_from_afar(std::uint32_t rank, const char* key, int seconds) {
  return text_in(value_from_afar(rank, key, seconds));
}

std::optional<FixedString> awaited_text_from_afar(std::uint32_t rank, const char* key, int seconds) {
  return asked_again(seconds, [&] { return text_from_afar(rank, key, seconds); });
}

OwnText local_peers() {
  const OwnValue value = value_of(kAnyRank, kLocalPeers);
  return OwnText(value && value->type == kString ? std::exchange(value->data.string, nullptr) : nullptr);
}

std::optional<std::uint64_t> number(std::uint32_t rank, const char* key) {
  const OwnValue value = value_of(rank, key);
  if (!value) return std::nullopt;
  switch (value->type) {
    case kUint16:
      return value->data.uint16;
    case kUint32:
    case kRank:
      return value->data.uint32;
    default:
      return std::nullopt;
  }
}

bool put_uncommitted(Scope scope, const char* key, std::string_view text) {
  FixedString copy(text);
  Value value{};
  value.type = kString;
  value.data.string = copy.c_str();
  return opened && functions.put(scope, key, &value) == kSuccess;
}

bool put(Scope scope, const char* key, std::string_view text) {
  return put_uncommitted(scope, key, text) && functions.commit() == kSuccess;
}

std::string_view version() noexcept {
  const char* const text = opened ? functions.version() : "";
  return text == nullptr ? "" : text;
}

}  // namespace topomorph::process::pmix
