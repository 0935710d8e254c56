// What topomorph site shows: the sums by name, and the rankings of them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/accounting/accounts.h"
#include "core/accounting/grouping.h"
#include "core/accounting/groups.h"
#include "core/accounting/reading.h"
#include "tools/centre/names.h"
#include "tools/centre/store_cases.h"

namespace topomorph::centre {

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

}  // namespace topomorph::centre
