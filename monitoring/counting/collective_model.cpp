// The algorithms of the models, each the plain form of a published one.
#include "monitoring/counting/collective_model.h"

#include <algorithm>
#include <bit>

namespace topomorph::monitoring::model {
namespace {

void local(Sink& sink, int peer, std::uint64_t bytes) { sink.send(Side::Local, peer, bytes, 1); }
void remote(Sink& sink, int peer, std::uint64_t bytes) { sink.send(Side::Remote, peer, bytes, 1); }

int wrapped(std::int64_t rank, int size) { return static_cast<int>(rank % size); }

/// A binomial tree over ranks relative to the root. The parent of r is r without its lowest set bit; the subtree of r
/// has the ranks from r to r plus that bit. (64 bits, because sums of relative ranks and powers of two exceed 2^31.)
struct Binomial {
  Binomial(Place place, int root)
      : size(place.size), root_rank(root), relative((static_cast<std::int64_t>(place.rank) - root + size) % size) {}

  std::int64_t span() const {
    return relative == 0 ? static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(size)))
                         : relative & -relative;
  }
  int parent() const { return absolute(relative - (relative & -relative)); }
  int absolute(std::int64_t r) const { return wrapped(r + root_rank, static_cast<int>(size)); }
  std::int64_t subtree(std::int64_t r, std::int64_t width) const { return std::min(width, size - r); }

  /// Visits the children from the farthest on, as a broadcast does.
  template <class Visit>
  void for_children(Visit visit) const {
    for (std::int64_t bit = span() / 2; bit > 0; bit /= 2) {
      if (relative + bit < size) visit(absolute(relative + bit), subtree(relative + bit, bit));
    }
  }

  std::int64_t size;
  int root_rank;
  std::int64_t relative;
};

void tree_down(Place place, int root, std::uint64_t bytes, Sink& sink) {
  Binomial(place, root).for_children([&](int child, std::int64_t) { local(sink, child, bytes); });
}

void tree_up(Place place, int root, std::uint64_t bytes, Sink& sink) {
  const Binomial tree(place, root);
  if (tree.relative != 0) local(sink, tree.parent(), bytes);
}

bool is_inter(Place place) { return place.remote_size > 0; }

/// For intercommunicators: each group reduces to its rank 0, and these two leaders exchange results.
void meet_at_leaders(Place place, std::uint64_t bytes, std::uint64_t exchanged, Sink& sink) {
  tree_up(place, 0, bytes, sink);
  if (place.rank == 0) remote(sink, 0, exchanged);
}

/// Recursive doubling. If the number of processes is no power of two, the first ranks form pairs, of which one takes
/// part (Thakur, Rabenseifner, Gropp 2005).
void doubling(Place place, std::uint64_t bytes, Sink& sink) {
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(place.size)));
  const int extra = place.size - power;
  const bool paired = place.rank < 2 * extra;
  if (paired && place.rank % 2 == 0) return local(sink, place.rank + 1, bytes);
  const int number = paired ? place.rank / 2 : place.rank - extra;
  for (int bit = 1; bit < power; bit *= 2) {
    const int partner = number ^ bit;
    local(sink, partner < extra ? 2 * partner + 1 : partner + extra, bytes);
  }
  if (paired) local(sink, place.rank - 1, bytes);
}

std::uint64_t others_of(Place place) { return static_cast<std::uint64_t>(place.size - 1); }

template <class Visit>
void for_others(Place place, Visit visit) {
  for (int step = 1; step < place.size; ++step) {
    visit(wrapped(static_cast<std::int64_t>(place.rank) + step, place.size));
  }
}

/// Reports the smallest block of this process and how many others get it, then what larger blocks have beyond it.
bool exchange_all(Place place, const Blocks& to, Sink& sink) {
  std::uint64_t least = ~std::uint64_t{0}, alike = 0;
  for_others(place, [&](int peer) {
    const std::uint64_t bytes = to(peer);
    if (bytes < least) least = bytes, alike = 0;
    alike += bytes == least ? 1 : 0;
  });
  if (!sink.exchange(false, least, alike)) return false;
  if (alike == others_of(place)) return true;
  for_others(place, [&](int peer) {
    if (const std::uint64_t bytes = to(peer); bytes > least) sink.beyond(peer, bytes, bytes - least);
  });
  return true;
}

/// Two processes are a pair and not a group.
bool is_group(Place place) { return place.size > 2; }

}  // namespace

bool Sink::exchange(bool, std::uint64_t, std::uint64_t) { return false; }
void Sink::beyond(int, std::uint64_t, std::uint64_t) {}

void barrier(Place place, Sink& sink) {
  if (is_inter(place)) return allreduce(place, 0, sink);
  for (std::int64_t step = 1; step < place.size; step *= 2) local(sink, wrapped(place.rank + step, place.size), 0);
}

void bcast(Place place, Root root, std::uint64_t bytes, Sink& sink) {
  if (!is_inter(place)) return tree_down(place, root.rank, bytes, sink);
  if (root.kind == RootKind::Self) remote(sink, 0, bytes);
  if (root.kind == RootKind::Rank) tree_down(place, 0, bytes, sink);
}

void reduce(Place place, Root root, std::uint64_t bytes, Sink& sink) {
  if (!is_inter(place)) return tree_up(place, root.rank, bytes, sink);
  if (root.kind != RootKind::Rank) return;
  tree_up(place, 0, bytes, sink);
  if (place.rank == 0) remote(sink, root.rank, bytes);
}

void allreduce(Place place, std::uint64_t bytes, Sink& sink) {
  if (!is_inter(place)) return doubling(place, bytes, sink);
  meet_at_leaders(place, bytes, bytes, sink);
  tree_down(place, 0, bytes, sink);
}

void gather(Place place, Root root, std::uint64_t block, Sink& sink) {
  if (root.kind != RootKind::Rank) return;
  const Binomial tree(place, is_inter(place) ? 0 : root.rank);
  const auto blocks = static_cast<std::uint64_t>(tree.subtree(tree.relative, tree.span()));
  if (tree.relative != 0) return local(sink, tree.parent(), blocks * block);
  if (is_inter(place)) remote(sink, root.rank, blocks * block);
}

void scatter(Place place, Root root, std::uint64_t block, Sink& sink) {
  if (root.kind == RootKind::Self) return remote(sink, 0, block * static_cast<std::uint64_t>(place.remote_size));
  if (root.kind == RootKind::Uninvolved) return;
  Binomial(place, is_inter(place) ? 0 : root.rank).for_children([&](int child, std::int64_t blocks) {
    local(sink, child, static_cast<std::uint64_t>(blocks) * block);
  });
}

void gatherv(Place place, Root root, std::uint64_t own_block, Sink& sink) {
  if (root.kind != RootKind::Rank) return;
  if (is_inter(place)) return remote(sink, root.rank, own_block);
  if (place.rank != root.rank) local(sink, root.rank, own_block);
}

void scatterv(Place place, Root root, const Blocks& blocks, Sink& sink) {
  for (int peer = 0; root.kind == RootKind::Self && peer < place.remote_size; ++peer) remote(sink, peer, blocks(peer));
  if (is_inter(place) || place.rank != root.rank) return;
  for (int peer = 0; peer < place.size; ++peer) {
    if (peer != place.rank) local(sink, peer, blocks(peer));
  }
}

void allgather(Place place, std::uint64_t own_block, const Blocks& blocks, Sink& sink) {
  for (int peer = 0; peer < place.remote_size; ++peer) remote(sink, peer, own_block);
  if (is_inter(place)) return;
  const int next = wrapped(place.rank + std::int64_t{1}, place.size);
  for (int step = 0; step < place.size - 1; ++step) {
    const int origin = wrapped(static_cast<std::int64_t>(place.rank) - step + place.size, place.size);
    local(sink, next, step == 0 ? own_block : blocks(origin));
  }
}

void alltoall(Place place, const Blocks& to, Sink& sink) {
  for (int peer = 0; peer < place.remote_size; ++peer) remote(sink, peer, to(peer));
  if (is_inter(place) || (is_group(place) && exchange_all(place, to, sink))) return;
  for_others(place, [&](int peer) { local(sink, peer, to(peer)); });
}

void alltoall(Place place, std::uint64_t block, Sink& sink) {
  if (!is_inter(place) && is_group(place) && sink.exchange(false, block, others_of(place))) return;
  alltoall(
      place, [=](int) { return block; }, sink);
}

/// Every process receives blocks of one size from all others, so that the received messages are reported instead of the
/// sent ones.
void reduce_scatter(Place place, const Blocks& to, Sink& sink) {
  if (!is_inter(place)) {
    if (is_group(place) && sink.exchange(true, to(place.rank), others_of(place))) return;
    return for_others(place, [&](int peer) { local(sink, peer, to(peer)); });
  }
  std::uint64_t all = 0;
  for (int peer = 0; peer < place.size; ++peer) all += to(peer);
  meet_at_leaders(place, all, all, sink);
  scatterv(Place{place.rank, place.size, 0}, Root{}, to, sink);
}

void scan(Place place, std::uint64_t bytes, Sink& sink) {
  if (place.rank + 1 < place.size) local(sink, place.rank + 1, bytes);
}

void neighbours(std::span<const int> neighbours, const Blocks& block, Sink& sink) {
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    if (neighbours[i] >= 0) local(sink, neighbours[i], block(static_cast<int>(i)));
  }
}

}  // namespace topomorph::monitoring::model
