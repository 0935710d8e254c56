// What the store of topomorph auto predicts for a user's programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/accounting/record_files.h"

namespace topomorph::centre {

/// A case of a store for which a plan predicts a gain.
struct StoreCase {
  std::string store;      ///< folder of the store
  std::string program;    ///< absolute path
  std::string arguments;  ///< the ones that count
  std::uint64_t ranks = 0;
  std::size_t runs = 0;       ///< that the store remembers
  bool is_reordered = false;  ///< the last run was in a new order
  double mpi_seconds = 0;     ///< in MPI, of the last run, mean over the ranks
  double gain_percent = 0;    ///< of the time in MPI, as last predicted

  /// Returns the seconds that a run is predicted to save.
  double saved_seconds() const { return mpi_seconds * gain_percent / 100; }
};

/// What was found in stores.
struct StoreCases {
  std::vector<StoreCase> cases;  ///< the ones that are not reordered first; of each kind the most saved seconds first
  std::size_t all = 0;           ///< cases in the stores, also those without a predicted gain
  accounting::Places damaged;    ///< cases that cannot be read
};

/// Reads the stores. Throws InputError for a folder that is no store, or that its owner has not opened to this user.
StoreCases read_stores(const std::vector<std::string>& folders);

}  // namespace topomorph::centre
