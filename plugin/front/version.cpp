// The functions of topomorph.h that tell the version: the same in every process, with an MPI library or without.
#include "plugin/front/version.h"

int tm_version(int* major, int* minor, int* patch) {
  if (major != nullptr) *major = TOPOMORPH_VERSION_MAJOR;
  if (minor != nullptr) *minor = TOPOMORPH_VERSION_MINOR;
  if (patch != nullptr) *patch = TOPOMORPH_VERSION_PATCH;
  return 0;  // MPI_SUCCESS of every library
}

const char* tm_version_string() { return TOPOMORPH_VERSION; }

int tm_api_version() { return TOPOMORPH_API_VERSION; }
