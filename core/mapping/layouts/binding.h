// The units that ranks are bound to: their place, or objects of a level around it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/mapping/layouts/layout_spec.h"
#include "core/mapping/layouts/place_grid.h"

namespace topomorph::mapping {

/// Binding of ranks at one level. Several objects are neighbours in the order of visits, inside one retained object: a
/// rank of "2c" has cores 0 and 1, the next one cores 2 and 3, and the loop over cores makes steps of two.
class Binding {
 public:
  /// Without a width ranks are bound to their place. Units, grid and layout must outlive this. Throws InputError for
  /// several objects of a level that the layout lacks.
  Binding(std::span<const LayoutUnit> units, const PlaceGrid& grid, const LayoutSpec& layout,
          std::optional<BindingWidth> width);

  /// Returns the places where ranks begin: those whose objects are the first of their neighbours and all exist.
  std::vector<std::uint32_t> begins(std::vector<std::uint32_t> order) const;
  /// Returns a unit by which ranks are told apart that units_of() binds to other units.
  std::uint32_t key_of(std::uint32_t place) const;
  /// Returns the available units of a rank on this place, ascending.
  std::vector<std::uint32_t> units_of(std::uint32_t place) const;
  /// Returns the first available unit of a place, which must have one.
  std::uint32_t first_unit(std::uint32_t place) const;

 private:
  using Object = std::pair<std::uint32_t, std::uint32_t>;  // host, object
  Object object_around(std::uint32_t unit) const;
  void find_neighbours(const LayoutSpec& layout);
  PlaceGrid::Coordinates object_of(std::uint32_t place) const;
  std::optional<std::uint32_t> neighbour(std::uint32_t place, std::uint32_t steps) const;

  std::span<const LayoutUnit> units_;
  const PlaceGrid& grid_;
  std::optional<BindingWidth> width_;
  std::map<Object, std::vector<std::uint32_t>> units_in_;  // available ones
  // For several objects only:
  std::vector<std::uint32_t> turn_of_;                             // by coordinate of the level
  std::vector<LayoutLevel> around_;                                // retained levels outside of the level
  std::map<PlaceGrid::Coordinates, std::uint32_t> first_unit_in_;  // by object_of()
};

}  // namespace topomorph::mapping
