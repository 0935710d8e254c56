// The names of the files and folders that TopoMorph makes in a store: nothing else is ever removed there.
#pragma once

#include <string_view>

namespace topomorph::store {

inline constexpr const char* kFormatName = "format";
inline constexpr const char* kCaseName = "case";
inline constexpr const char* kProfileName = "profile.tmprof";
inline constexpr const char* kContinuedName = "continued.tmprof";
inline constexpr std::string_view kRunEnding = ".run", kPartsEnding = ".parts", kNetworkEnding = ".network",
                                  kPlanEnding = ".plan";

/// Whether it is a name in a folder of a case, of networks or of plans, or that of such a file before it was finished.
bool is_own_name(std::string_view name);

/// Whether a file of this name stays as long as its case: the case file, the profile, files of runs.
bool is_lasting_name(std::string_view name);

/// Whether it is the name of the file of a run: RUN.run.
bool is_run_name(std::string_view name);

/// Whether it can be the name of the folder of a case: "app-0123456789abcdef" (Case::folder()).
bool is_case_name(std::string_view name);

/// Whether the part of a program's name in such a name may have this character.
bool is_letter_of_case(char c);

}  // namespace topomorph::store
