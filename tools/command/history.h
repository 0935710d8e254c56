// Entries of the store of topomorph auto, as text and JSON.
#pragma once

#include <span>
#include <string>

#include "core/store/store.h"

namespace topomorph::command {

std::string history_text(std::span<const store::Entry> entries);
std::string history_json(const std::string& store, std::span<const store::Entry> entries);

}  // namespace topomorph::command
