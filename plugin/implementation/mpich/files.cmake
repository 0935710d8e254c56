# MPICH's files, by the part of the library they go into.
set(TOPOMORPH_IMPLEMENTATION_HANDLES handles.cpp)
set(TOPOMORPH_IMPLEMENTATION_REPORTS reports.cpp)
set(TOPOMORPH_IMPLEMENTATION_PLUGIN callbacks.cpp start.cpp)
