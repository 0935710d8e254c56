// Names with numbers: given once, kept for ever, read without a lock.
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

/// Numbers count from 0 in the order in which names come first.
class NameList {
 public:
  struct Name {
    std::string name;
    std::atomic<Name*> next{nullptr};
  };

  /// The number of a name, given now if it is new; kFull if it is new and there are `most` names already. Throws
  /// bad_alloc, with nothing changed.
  std::uint32_t number_of(std::string name, std::uint32_t most);

  const Name* first() const { return first_.load(std::memory_order_acquire); }

  /// Calls visit(const Name&) in the order of the numbers, no further than `last`; returns the last one visited. May be
  /// called in a signal handler.
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

  /// All names in the order of their numbers, each with a newline.
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
  auto entry = std::make_unique<Name>();  // clang 14 cannot initialise an aggregate through it
  entry->name = name;
  numbers_.emplace(std::move(name), next);
  (last_ == nullptr ? first_ : last_->next).store(entry.get(), std::memory_order_release);
  last_ = entry.release();
  return next;
}

namespace phases {

/// The number of a phase, given now if it is new (see set_phase()). Throws bad_alloc, with nothing changed.
std::uint32_t number_of(std::string_view name);

/// All names in the order of their numbers, each with a newline.
std::string listed();

/// The list itself; the phase with the number 0 is always in it.
NameList& all();

}  // namespace phases

namespace groups {

/// A program that makes communicators without end makes them of few groups; who makes more has traffic counted per
/// peer.
inline constexpr std::uint32_t kMaximalGroups = 4096;

/// The number of the group that has all roles.
inline constexpr std::uint32_t kWorld = 0;

/// What number_of() says where there are too many.
inline constexpr std::uint32_t kNone = NameList::kFull;

/// The number of the group with these members, as wire::members_text() writes them. The first that is asked for must be
/// that of all roles. Throws bad_alloc, with nothing changed.
std::uint32_t number_of(std::string members);

/// The list itself.
NameList& all();

}  // namespace groups
}  // namespace topomorph::monitoring
