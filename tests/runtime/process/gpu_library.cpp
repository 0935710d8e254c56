// Has the name of a vendor's library for GPUs, and nothing in it.
extern "C" int topomorph_test_gpu_library() { return 0; }
