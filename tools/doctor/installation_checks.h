// Checks of the installation: settings, library, preloading, engine, Fortran module, store.
#pragma once

#include "tools/doctor/checks.h"

namespace topomorph::doctor {

Finding look_at_settings(Surroundings& surroundings);
Finding look_at_library(Surroundings& surroundings);
Finding look_at_preloading(Surroundings& surroundings);
Finding look_at_engine(Surroundings& surroundings);
Finding look_at_fortran(Surroundings& surroundings);
Finding look_at_store(Surroundings& surroundings);

}  // namespace topomorph::doctor
