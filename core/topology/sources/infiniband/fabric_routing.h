// The routes of an InfiniBand fabric, as its forwarding tables have them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/routing.h"
#include "core/topology/sources/infiniband/switch_graph.h"

namespace topomorph::topology::infiniband {

/// Links: every two vertices with cables between them, once in each direction; parallel cables are one link of more
/// bandwidth (Gbit/s). Ways go from switch to switch as the tables say. A switch whose table has no entry sends on by a
/// shortest way, of several the one that the number of the destination picks, as a subnet manager spreads its routes;
/// where the tables lead in a circle or to another host, the whole way is such a one.
class FabricRouting final : public Routing {
 public:
  /// Slot s is the host graph.hosts[place_of_slot[s]].
  FabricRouting(std::shared_ptr<const Fabric> fabric, std::shared_ptr<const SwitchGraph> graph,
                std::vector<std::uint32_t> place_of_slot);

  std::uint64_t links() const override { return 2 * fabric_->cables.size(); }
  std::string name(Link link) const override;
  double bandwidth(Link link) const override { return fabric_->cables[link / 2].bandwidth; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

  bool has_tables() const { return !fabric_->forwarding.empty(); }
  /// Ways from a switch with hosts to a host that the tables do not lead along.
  std::uint64_t without_route() const;

 private:
  struct Step {
    Link link;
    Vertex to;
  };
  enum class Way : std::uint8_t { kNone, kWithGaps, kByTables };
  /// A table that says nothing of a host at its own switch (dumps have such gaps) leads there all the same.
  std::optional<std::uint32_t> cables_by_table(Vertex from, Slot to) const;
  Way follow_tables(Vertex from, Slot to, std::vector<Link>& path) const;
  /// To the next switch of a shortest way, at the host's own switch to the host.
  std::uint32_t cables_of_shortest(Vertex from, Slot to) const;
  void follow_shortest(Vertex from, Slot to, std::vector<Link>& path) const;
  Step step(Vertex from, std::uint32_t cables) const;
  std::uint32_t cables_between(Vertex a, Vertex b) const;
  Vertex vertex(Slot slot) const {
    return static_cast<Vertex>(fabric_->switches.size() + graph_->hosts[place_of_slot_[slot]]);
  }
  std::uint32_t leaf(Slot slot) const { return graph_->leaf_of_host[place_of_slot_[slot]]; }

  std::shared_ptr<const Fabric> fabric_;
  std::shared_ptr<const SwitchGraph> graph_;
  std::vector<std::uint32_t> place_of_slot_;
  std::vector<std::vector<std::uint32_t>> incident_;  // cables at each vertex
};

}  // namespace topomorph::topology::infiniband
