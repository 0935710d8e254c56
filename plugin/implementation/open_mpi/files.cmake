# Open MPI's files, by the part of the library they go into.
set(TOPOMORPH_IMPLEMENTATION_HANDLES handles.cpp)
set(TOPOMORPH_IMPLEMENTATION_REPORTS reported_sends.cpp reports.cpp version.cpp)
set(TOPOMORPH_IMPLEMENTATION_PLUGIN callbacks.cpp monitoring_components.cpp start.cpp)
