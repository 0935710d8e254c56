// Exchanges of roles between hosts end in time.
#include "core/mapping/local_ranks/host_exchanges.h"

#include <gtest/gtest.h>

#include "core/base/successive.h"
#include "core/topology/spec.h"

namespace topomorph::mapping {
namespace {

/// Counts the distances that are looked up.
class Counting : public Topology {
 public:
  explicit Counting(std::shared_ptr<const Topology> inner) : inner_(std::move(inner)) {}

  std::uint64_t slots() const override { return inner_->slots(); }
  std::uint64_t distance(Slot a, Slot b) const override {
    ++looked_up_;
    return inner_->distance(a, b);
  }
  std::string describe() const override { return inner_->describe(); }
  Shape as_shape() const override { return inner_->as_shape(); }
  std::uint64_t looked_up() const { return looked_up_; }

 private:
  std::shared_ptr<const Topology> inner_;
  mutable std::uint64_t looked_up_ = 0;
};

/// One role has traffic with all others, as a master: its exchange with each of them takes all their distances.
TEST(HostExchangesTest, OneRoleWithManyNeighboursEndsAtTheDeadline) {
  constexpr std::uint64_t kHosts = 1500, kPerHost = 16, kRoles = kHosts * kPerHost;
  const auto topology = std::make_shared<Counting>(topology::parse_topology("tree:16:1500"));
  std::vector<std::vector<Slot>> slots(kHosts);
  for (Slot slot = 0; slot < kRoles; ++slot) slots[slot / kPerHost].push_back(slot);
  std::vector<Traffic> traffic;
  for (Role role = 1; role < kRoles; ++role) traffic.push_back({0, role, role, 1});
  const evaluation::CostTerms terms{std::make_shared<Affinity>(Affinity::from_traffic(kRoles, traffic)), topology};
  const LocalRanks local_ranks(slots, kRoles);
  const MapOptions options;
  const Deadline deadline(0.02);
  auto mapping = successive<Slot>(kRoles);
  HostExchanges(terms, local_ranks, options, deadline).improve(mapping);
  EXPECT_LT(topology->looked_up(), kRoles * kRoles / 4);
}

}  // namespace
}  // namespace topomorph::mapping
