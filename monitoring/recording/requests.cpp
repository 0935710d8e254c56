// A hash table of lists; new requests go to the front of theirs.
#include "monitoring/recording/requests.h"

#include <utility>

namespace topomorph::monitoring::recording {

void Requests::grow() {
  buckets_.assign(buckets_.empty() ? 64 : 2 * buckets_.size(), kNone);
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {  // ascending, so that later requests come first again
    std::uint32_t& first = bucket(entries_[i].request.handle);
    entries_[i].next = std::exchange(first, i);
  }
}

/// Entries move into freed places, so the order of the places is not that of the requests. Requests that share a handle
/// are messages that are complete; any of them may be found first.
void Requests::add(Request request) {
  if (free_ == kNone) {
    if (entries_.size() >= buckets_.size()) grow();
    entries_.emplace_back();
    free_ = static_cast<std::uint32_t>(entries_.size() - 1);
    entries_[free_].next = kNone;
  }
  const std::uint32_t at = free_;
  free_ = entries_[at].next;
  std::uint32_t& first = bucket(request.handle);
  entries_[at].request = std::move(request);
  entries_[at].next = std::exchange(first, at);
  ++used_;
}

Request* Requests::find(std::uint64_t handle) {
  if (used_ == 0) return nullptr;
  for (std::uint32_t i = bucket(handle); i != kNone; i = entries_[i].next) {
    if (entries_[i].request.handle == handle) return &entries_[i].request;
  }
  return nullptr;
}

void Requests::remove(Request* request) {
  std::uint32_t* link = &bucket(request->handle);
  while (&entries_[*link].request != request) link = &entries_[*link].next;
  const std::uint32_t at = *link;
  request->kind = Request::Kind::Nothing;  // any() sees free places too
  *link = entries_[at].next;
  entries_[at].next = std::exchange(free_, at);
  --used_;
}

void Requests::rename(std::uint64_t from, std::uint64_t to) {
  Request* const request = find(from);
  if (request == nullptr) return;
  Request renamed = std::move(*request);
  remove(request);
  renamed.handle = to;
  add(std::move(renamed));
}

}  // namespace topomorph::monitoring::recording
