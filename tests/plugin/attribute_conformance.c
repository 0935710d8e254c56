/* Attributes of MPI_COMM_WORLD: predefined ones, the application's, and what duplicates inherit. */
#include "conformance.h"

static int copies = 0, deletes = 0, seen_other_world = 0;
static char values[] = "abc";

static int copy_callback(MPI_Comm comm, int keyval, void* state, void* in, void* out, int* flag) {
  (void)keyval;
  ++copies;
  if (comm != MPI_COMM_WORLD) ++seen_other_world;
  CHECK(state == (void*)values);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank()); /* a callback's calls are the application's */
  *(void**)out = (char*)in + 1;
  *flag = 1;
  return MPI_SUCCESS;
}

static int failing_copy(MPI_Comm comm, int keyval, void* state, void* in, void* out, int* flag) {
  (void)comm, (void)keyval, (void)state, (void)in, (void)out;
  *flag = 0;
  return MPI_ERR_OTHER;
}

static int delete_callback(MPI_Comm comm, int keyval, void* value, void* state) {
  (void)comm, (void)keyval, (void)value;
  ++deletes;
  CHECK(state == (void*)values);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  return MPI_SUCCESS;
}

static int has(MPI_Comm comm, int keyval) {
  void* value = NULL;
  int flag = -1;
  MPI_Comm_get_attr(comm, keyval, &value, &flag);
  if (flag) CHECK(value != NULL);
  return flag;
}

static void predefined_attributes_are_on_the_world_and_its_duplicates(void) {
  static const int keyvals[] = {MPI_TAG_UB, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL, MPI_APPNUM, MPI_UNIVERSE_SIZE};
  MPI_Comm duplicate, second, split;
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  MPI_Comm_dup(duplicate, &second);
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank_in(MPI_COMM_WORLD), &split);
  for (int i = 0; i < 6; ++i) {
    CHECK_EQUAL(has(duplicate, keyvals[i]), has(MPI_COMM_WORLD, keyvals[i]));
    CHECK_EQUAL(has(second, keyvals[i]), has(MPI_COMM_WORLD, keyvals[i]));
#ifdef OPEN_MPI /* MPICH has them on all communicators, and no universe where nobody names one */
    CHECK_EQUAL(has(split, keyvals[i]), 0);
#endif
  }
  CHECK_EQUAL(has(MPI_COMM_WORLD, MPI_TAG_UB), 1);
#ifdef OPEN_MPI
  CHECK_EQUAL(has(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE), 1);
#endif
  MPI_Comm_free(&split);
  MPI_Comm_free(&second);
  MPI_Comm_free(&duplicate);
}

static void check_copied(MPI_Comm duplicate, int keyval, int copied) {
  char* value = NULL;
  int flag = 0;
  CHECK_EQUAL(copies, copied);
  MPI_Comm_get_attr(duplicate, keyval, &value, &flag);
  CHECK_EQUAL(flag, 1);
  CHECK(value == values + 1);
  MPI_Comm_free(&duplicate);
}

static void duplicates_inherit_what_was_set_on_the_world(void) {
  int keyval = MPI_KEYVAL_INVALID, made = 3;
  MPI_Comm duplicate;
  MPI_Request request;
  MPI_Comm_create_keyval(copy_callback, delete_callback, &keyval, values);
  MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, values);
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  check_copied(duplicate, keyval, 1);
  CHECK_EQUAL(deletes, 1);
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &duplicate);
  check_copied(duplicate, keyval, 2);
  MPI_Comm_idup(MPI_COMM_WORLD, &duplicate, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  check_copied(duplicate, keyval, 3);
#ifdef CONFORMANCE_MPI_4
  MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &duplicate, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  check_copied(duplicate, keyval, ++made);
#endif
  CHECK_EQUAL(seen_other_world, 0);
  MPI_Comm_dup(MPI_COMM_SELF, &duplicate);
  CHECK_EQUAL(has(duplicate, keyval), 0);
  MPI_Comm_free(&duplicate);
  CHECK_EQUAL(deletes, made);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
  CHECK_EQUAL(deletes, made + 1);
  CHECK_EQUAL(has(MPI_COMM_WORLD, keyval), 0);
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  CHECK_EQUAL(copies, made);
  MPI_Comm_free(&duplicate);
  MPI_Comm_free_keyval(&keyval);
  CHECK_EQUAL(keyval, MPI_KEYVAL_INVALID);
}

static void a_keyval_freed_while_its_attribute_is_there_still_copies(void) {
  int keyval = MPI_KEYVAL_INVALID, number;
  MPI_Comm duplicate;
  MPI_Comm_create_keyval(copy_callback, delete_callback, &keyval, values);
  number = keyval;
  MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, values);
  MPI_Comm_free_keyval(&keyval);
  copies = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
#ifdef OPEN_MPI /* MPICH: not to duplicates of MPI_COMM_WORLD (docs/installation.md) */
  CHECK_EQUAL(copies, 1);
  CHECK_EQUAL(has(duplicate, number), 1);
#endif
  MPI_Comm_free(&duplicate);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, number);
}

static void predefined_callbacks(void) {
  int copied = MPI_KEYVAL_INVALID, kept = MPI_KEYVAL_INVALID;
  MPI_Comm duplicate;
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &copied, NULL);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &kept, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, copied, values);
  MPI_Comm_set_attr(MPI_COMM_WORLD, kept, values);
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  CHECK_EQUAL(has(duplicate, copied), 1);
  CHECK_EQUAL(has(duplicate, kept), 0);
  MPI_Comm_free(&duplicate);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, copied);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, kept);
  MPI_Comm_free_keyval(&copied);
  MPI_Comm_free_keyval(&kept);
}

static void a_failing_copy_fails_the_duplication(void) {
  int keyval = MPI_KEYVAL_INVALID;
  MPI_Comm duplicate = MPI_COMM_NULL;
  MPI_Comm_create_keyval(failing_copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, values);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &duplicate) != MPI_SUCCESS);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
  MPI_Comm_free_keyval(&keyval);
}

static void window_and_datatype_callbacks_see_the_new_ranks(void) {
  int keyval = MPI_KEYVAL_INVALID;
  MPI_Datatype type, copy;
  MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &keyval, NULL);
  MPI_Type_set_attr(type, keyval, values);
  MPI_Type_dup(type, &copy);
  char* value = NULL;
  int flag = 0;
  MPI_Type_get_attr(copy, keyval, &value, &flag);
  CHECK(flag == 1 && value == values);
  MPI_Type_delete_attr(copy, keyval);
  MPI_Type_get_attr(copy, keyval, &value, &flag);
  CHECK_EQUAL(flag, 0);
  MPI_Type_free(&copy);
  MPI_Type_free(&type);
  MPI_Type_free_keyval(&keyval);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  predefined_attributes_are_on_the_world_and_its_duplicates();
  duplicates_inherit_what_was_set_on_the_world();
  a_keyval_freed_while_its_attribute_is_there_still_copies();
  predefined_callbacks();
  a_failing_copy_fails_the_duplication();
  window_and_datatype_callbacks_see_the_new_ranks();
  return finish();
}
