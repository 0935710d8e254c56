// What topomorph site shows: the sums by name or by its hash, the rankings of them, and the cases of stores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/accounting/accounts.h"
#include "core/accounting/groups.h"
#include "core/accounting/reading.h"
#include "core/accounting/record_files.h"
#include "core/base/digest.h"
#include "core/store/secret_key.h"

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

class Names {
 public:
  Names() = default;
  /// Hashes names with the key of a text. Throws InputError for an empty text, which would hide nothing.
  explicit Names(const std::string& key);

  bool are_hashed() const { return key_.has_value(); }
  /// Returns the name, or 16 hexadecimal digits. An empty name, which a record lacks, stays empty.
  std::string shown(const std::string& name) const;

 private:
  std::optional<SipKey> key_;
};

/// Everything that is shown. Text, JSON and page have the same numbers.
struct Summary {
  const accounting::Grouping* by = nullptr;
  std::vector<std::string> files;
  accounting::Period period;
  std::string sender_mark;        ///< accounting::ReadingOptions::sender_mark
  accounting::Accounts accounts;  ///< before the groups, which point to them
  accounting::Reading reading;
  accounting::Groups groups;
  std::size_t top = 0;               ///< rows of a ranking
  std::optional<StoreCases> stores;  ///< nothing: no store was asked for
  Names names;
};

/// Returns the name of a group as it is shown; empty if the records lack it.
std::string group_name(const Summary& summary, const accounting::Group& group);

/// Returns the name of an account as it is shown. What several owners share has no name that could be hashed.
std::string account_name(const Summary& summary, const accounting::Account& account);

/// What of an account was not used as it stands.
struct Trouble {
  const char* key;    ///< in JSON
  const char* title;  ///< of a column
  const char* noun;   ///< in a sentence: "20000 impossible records of eve in all, left out"
  const char* fate;
  accounting::Places accounting::Account::*places;
};

/// Returns all kinds of trouble that have a place, in the order of the columns.
std::span<const Trouble> troubles();

/// One column of a ranking, beside the name.
struct Column {
  const char* title;
  std::string (*text)(const accounting::Totals& totals, const accounting::Totals& all);
};

/// An order of the groups, by a question of the centre.
struct Ranking {
  const char* key;  ///< in JSON
  const char* title;
  double (*value)(const accounting::Totals& totals);  ///< groups without a value above 0 are left out
  std::vector<Column> columns;
  bool has_reason = false;  ///< the reason of the group follows its row
};

/// Returns all rankings, in the order of the text.
std::span<const Ranking> rankings();

/// Returns part / whole in percent; nothing if the whole is 0.
std::optional<double> percent_of(double part, double whole);

/// Returns where the key lies if no file is named: in XDG_CONFIG_HOME/topomorph or ~/.config/topomorph. Makes what is
/// missing of the folder, for its owner alone. Throws InputError if there is no such place.
std::string default_key_file();

/// Returns the key in a file, as secret_key_in() does.
store::SecretKey key_from_file(const std::string& path);

}  // namespace topomorph::centre
