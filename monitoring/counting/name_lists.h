// Lists of names with numbers, and the two lists of a record: phases and groups of processes.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace topomorph::monitoring {

/// Gives numbers to names, from 0 in the order in which they come first. Names stay for ever and are read without a
/// lock.
class NameList {
 public:
  struct Name {
    std::string name;
    std::atomic<Name*> next{nullptr};
  };

  /// Returns the number of a name, which a new name gets now; kFull if the name is new and there are `most` names
  /// already. Throws bad_alloc and then changes nothing.
  std::uint32_t number_of(std::string name, std::uint32_t most);

  const Name* first() const { return first_.load(std::memory_order_acquire); }

  /// Calls visit(const Name&) in the order of the numbers, up to `last`. Returns the last one visited. Callable in a
  /// signal handler.
  template <class Visit>
  const Name* for_each(Visit visit, const Name* last = nullptr) const {
    const Name* visited = nullptr;
    for (const Name* name = first(); name != nullptr; name = name->next.load(std::memory_order_acquire)) {
      visit(*name);
      visited = name;
      if (name == last) break;
    }
    return visited;
  }

  /// Returns all names in the order of their numbers, each followed by a newline.
  std::string listed() const {
    std::string text;
    for_each([&](const Name& name) { text += name.name + '\n'; });
    return text;
  }

  static constexpr std::uint32_t kFull = ~std::uint32_t{0};

 private:
  std::mutex guard_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
  std::atomic<Name*> first_{nullptr};
  Name* last_ = nullptr;
};

inline std::uint32_t NameList::number_of(std::string name, std::uint32_t most) {
  const std::lock_guard lock(guard_);
  if (const auto known = numbers_.find(name); known != numbers_.end()) return known->second;
  const auto next = static_cast<std::uint32_t>(numbers_.size());
  if (next >= most) return kFull;
  auto entry = std::make_unique<Name>();  // clang 14 cannot initialise an aggregate through make_unique
  entry->name = name;
  numbers_.emplace(std::move(name), next);
  (last_ == nullptr ? first_ : last_->next).store(entry.get(), std::memory_order_release);
  last_ = entry.release();
  return next;
}

inline constexpr std::uint32_t kMaximalPhases = 4096;

namespace phases {

/// Returns the number of a phase, which a new one gets now (see set_phase()). Throws bad_alloc and then changes
/// nothing.
std::uint32_t number_of(std::string_view name);

/// Returns the list. It always contains the phase with the number 0.
NameList& all();

}  // namespace phases

namespace groups {

/// The most groups. A program that makes communicators without end makes them of few groups. The traffic of further
/// groups is counted by peer.
inline constexpr std::uint32_t kMaximalGroups = 4096;

/// The number of the group that has all roles.
inline constexpr std::uint32_t kWorld = 0;

/// Returned by number_of() if there are too many groups.
inline constexpr std::uint32_t kNone = NameList::kFull;

/// Returns the number of the group with these members, as wire::members_text() writes them. The first group must be
/// that of all roles. Throws bad_alloc and then changes nothing.
std::uint32_t number_of(std::string members);

/// Returns the list.
NameList& all();

}  // namespace groups
}  // namespace topomorph::monitoring
