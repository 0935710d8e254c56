// Checks of the installation: settings, library, preloading, engine, Fortran module, store.
#pragma once

#include "tools/doctor/checks.h"

namespace topomorph::doctor {

Finding check_settings(Surroundings& surroundings);
Finding check_library(Surroundings& surroundings);
Finding check_preloading(Surroundings& surroundings);
Finding check_engine(Surroundings& surroundings);
Finding check_fortran(Surroundings& surroundings);
Finding check_store(Surroundings& surroundings);

}  // namespace topomorph::doctor
