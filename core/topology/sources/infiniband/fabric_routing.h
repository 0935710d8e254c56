// Routes of an InfiniBand fabric by its forwarding tables.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/routing.h"
#include "core/topology/sources/infiniband/switch_graph.h"

namespace topomorph::topology::infiniband {

/// One link for each direction between two vertices with cables; parallel cables are one link of more bandwidth
/// (Gbit/s). Routes follow the tables from switch to switch. A switch without an entry forwards along a shortest path;
/// of several next hops the destination's number selects one, as subnet managers spread routes. If the tables lead in a
/// circle or to another host, the whole route is a shortest path.
class FabricRouting final : public Routing {
 public:
  /// Slot s is the host graph.hosts[place_of_slot[s]].
  FabricRouting(std::shared_ptr<const Fabric> fabric, std::shared_ptr<const SwitchGraph> graph,
                std::vector<std::uint32_t> place_of_slot);

  std::uint64_t links() const override { return 2 * fabric_->cables.size(); }
  std::string name(Link link) const override;
  std::optional<LinkEnds> ends(Link link) const override;
  double bandwidth(Link link) const override { return fabric_->cables[link / 2].bandwidth; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

  bool has_tables() const { return !fabric_->forwarding.empty(); }
  /// Returns the number of routes from a switch with hosts to a host that do not follow the tables throughout.
  std::uint64_t without_route() const;

 private:
  struct Step {
    Link link;
    Vertex to;
  };
  enum class Way : std::uint8_t { kNone, kWithGaps, kByTables };
  /// Returns the cables that the table selects at `from`. At the host's own switch a missing entry (dumps have such
  /// gaps) leads to the host all the same.
  std::optional<std::uint32_t> cables_by_table(Vertex from, Slot to) const;
  Way follow_tables(Vertex from, Slot to, std::vector<Link>& path) const;
  /// Returns the cables to the next switch of a shortest path, or to the host at its own switch.
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
