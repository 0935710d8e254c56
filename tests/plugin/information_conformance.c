/* MPI_T, the interface to a library's variables, whose objects may be bound to MPI_COMM_WORLD. */
#include "conformance.h"

enum { kLength = 256 };
static char name[kLength], text[kLength];
static int length, text_length;

#if (defined(OPEN_MPI) && OMPI_MAJOR_VERSION >= 5) || \
    defined(CONFORMANCE_ABI) /* second names of variables are counted, and cannot be read */
static int may_fail_with(int error) {
#ifdef MPI_T_ERR_NOT_ACCESSIBLE /* since MPI 4.1 */
  if (error == MPI_T_ERR_NOT_ACCESSIBLE) return 1;
#endif
  return error == MPI_T_ERR_INVALID_INDEX;
}
#else
static int may_fail_with(int error) { return (void)error, 0; }
#endif

static void make_room(void) { length = kLength, text_length = kLength; }

/* Reads, and writes back the same value if that is allowed. */
static void use_control(int index, MPI_Datatype type, int bind, int scope) {
  MPI_T_cvar_handle handle;
  MPI_Comm world = MPI_COMM_WORLD;
  int count = 0;
  union {
    char bytes[4096];
    int number;
  } value;
  if (bind != MPI_T_BIND_NO_OBJECT && bind != MPI_T_BIND_MPI_COMM) return;
  if (MPI_T_cvar_handle_alloc(index, bind == MPI_T_BIND_MPI_COMM ? &world : NULL, &handle, &count) != MPI_SUCCESS)
    return;
  const int fits = count <= (int)sizeof value.bytes / 16;
  const int read = fits ? MPI_T_cvar_read(handle, &value) : MPI_T_ERR_INVALID_INDEX;
  if (fits && !may_fail_with(read)) CHECK_EQUAL(read, MPI_SUCCESS);
  if (read == MPI_SUCCESS && type == MPI_INT && scope == MPI_T_SCOPE_LOCAL) MPI_T_cvar_write(handle, &value);
  CHECK_EQUAL(MPI_T_cvar_handle_free(&handle), MPI_SUCCESS);
}

static void values_of(MPI_T_enum values) {
  int count = 0, value = 0;
  make_room();
  if (values == MPI_T_ENUM_NULL || MPI_T_enum_get_info(values, &count, name, &length) != MPI_SUCCESS) return;
  for (int i = 0; i < count; ++i) {
    make_room();
    CHECK_EQUAL(MPI_T_enum_get_item(values, i, &value, name, &length), MPI_SUCCESS);
  }
}

static void controls(void) {
  int count = 0, found = -1;
  MPI_T_cvar_get_num(&count);
  CHECK(count > 0);
  for (int i = 0; i < count; ++i) {
    int verbosity = 0, bind = 0, scope = 0;
    MPI_Datatype type;
    MPI_T_enum values = MPI_T_ENUM_NULL;
    make_room();
    if (MPI_T_cvar_get_info(i, name, &length, &verbosity, &type, &values, text, &text_length, &bind, &scope) !=
        MPI_SUCCESS)
      continue;
    values_of(values);
    use_control(i, type, bind, scope);
    make_room();
    MPI_T_cvar_get_info(i, name, &length, &verbosity, &type, NULL, NULL, NULL, &bind, &scope);
    if (length < kLength && MPI_T_cvar_get_index(name, &found) == MPI_SUCCESS) CHECK(found >= 0);
  }
}

static void use_performance(MPI_T_pvar_session session, int index, int kind, int bind, int continuous) {
  MPI_T_pvar_handle handle;
  MPI_Comm world = MPI_COMM_WORLD;
  int count = 0, found = -1;
  static char value[1 << 16];
  if (bind != MPI_T_BIND_NO_OBJECT && bind != MPI_T_BIND_MPI_COMM) return;
  if (strncmp(name, "mtl_", 4) == 0) return; /* Open MPI 4.1.4 crashes in those of networks that are not there */
  void* object = bind == MPI_T_BIND_MPI_COMM ? &world : NULL;
  if (MPI_T_pvar_handle_alloc(session, index, object, &handle, &count) != MPI_SUCCESS) return;
  CHECK_EQUAL(MPI_T_pvar_start(session, handle) == MPI_SUCCESS, !continuous);
  if (count * 16 <= (int)sizeof value) {
    MPI_T_pvar_read(session, handle, value);
    MPI_T_pvar_readreset(session, handle, value); /* not allowed for all: each answers by a code */
    MPI_T_pvar_write(session, handle, value);
  }
  MPI_T_pvar_reset(session, handle);
  CHECK_EQUAL(MPI_T_pvar_stop(session, handle) == MPI_SUCCESS, !continuous);
  if (length < kLength) MPI_T_pvar_get_index(name, kind, &found);
  CHECK_EQUAL(MPI_T_pvar_handle_free(session, &handle), MPI_SUCCESS);
}

static void performance(void) {
  MPI_T_pvar_session session;
  int count = 0;
  MPI_T_pvar_session_create(&session);
  MPI_T_pvar_get_num(&count);
  for (int i = 0; i < count; ++i) {
    int verbosity = 0, kind = 0, bind = 0, read_only = 0, continuous = 0, atomic = 0;
    MPI_Datatype type;
    MPI_T_enum values = MPI_T_ENUM_NULL;
    make_room();
    if (MPI_T_pvar_get_info(i, name, &length, &verbosity, &kind, &type, &values, text, &text_length, &bind, &read_only,
                            &continuous, &atomic) == MPI_SUCCESS)
      use_performance(session, i, kind, bind, continuous);
  }
  MPI_T_pvar_session_free(&session);
}

static void categories(void) {
  int count = 0, changed = 0, found = -1, list[1];
  MPI_T_category_changed(&changed);
  MPI_T_category_get_num(&count);
  for (int i = 0; i < count; ++i) {
    int controls = 0, performances = 0, inner = 0;
    make_room();
    if (MPI_T_category_get_info(i, name, &length, text, &text_length, &controls, &performances, &inner) != MPI_SUCCESS)
      continue;
    if (length < kLength && MPI_T_category_get_index(name, &found) == MPI_SUCCESS) CHECK(found >= 0);
    if (controls > 0) CHECK_EQUAL(MPI_T_category_get_cvars(i, 1, list), MPI_SUCCESS);
    if (performances > 0) CHECK_EQUAL(MPI_T_category_get_pvars(i, 1, list), MPI_SUCCESS);
    if (inner > 0) CHECK_EQUAL(MPI_T_category_get_categories(i, 1, list), MPI_SUCCESS);
  }
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init(&argc, &argv);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  controls();
  performance();
  categories();
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  MPI_T_finalize();
  return finish();
}
