// What the doctor takes from the errors of others.
#include <gtest/gtest.h>

#include "tools/programs/child.h"

namespace topomorph::programs {
namespace {

const std::string kRuler(74, '-');

std::string help(const std::string& text) { return kRuler + "\n" + text + "\n" + kRuler + "\n"; }

TEST(Complaint, LastLineOfMostPrograms) {
  EXPECT_EQ(complaint_in(""), "");
  EXPECT_EQ(complaint_in("one\ntwo \r\n\n"), "two");
  EXPECT_EQ(complaint_in("error\n=====\n---\n"), "error") << "decoration";
}

TEST(Complaint, FirstParagraphOfAHelpText) {
  const std::string slots = help(
      "There are not enough slots available in the system to satisfy the 2\nslots that were requested:\n\n"
      "  topomorph\n\nEither request fewer slots for your application, or make more slots available.");
  const std::string first =
      "There are not enough slots available in the system to satisfy the 2 slots that were requested:";
  EXPECT_EQ(complaint_in(slots), first);
  EXPECT_EQ(complaint_in(slots + "[h:1] 1 more process has sent help message help.txt / x\n"
                                 "[h:1] Set MCA parameter \"orte_base_help_aggregate\" to 0 to see all help / error "
                                 "messages\n"),
            first);
  EXPECT_EQ(complaint_in(kRuler + "\ncut off"), "cut off");
  EXPECT_EQ(complaint_in(kRuler + "\n\n\n" + kRuler), "");
}

TEST(Complaint, ThatSomeRankHasFailedIsSaidLast) {
  const std::string general = help("Primary job  terminated normally, but 1 process returned\na non-zero exit code.") +
                              help("mpirun detected that one or more processes exited with non-zero status");
  EXPECT_EQ(complaint_in("topomorph-links: no device\n" + general), "topomorph-links: no device");
  EXPECT_EQ(complaint_in(general + help("No network.\n\nMore of it.")), "No network.");
  EXPECT_EQ(complaint_in(general), "mpirun detected that one or more processes exited with non-zero status");
  EXPECT_EQ(complaint_in("[h:1] Set MCA parameter \"orte_base_help_aggregate\" to 0\n"), "");
}

TEST(Complaint, LastLineIsTheOneThatSaysSomething) {
  EXPECT_EQ(last_line("first\nlast\n\n  \n"), "last");
  EXPECT_EQ(last_line("one"), "one");
  EXPECT_EQ(last_line("\n"), "");
  EXPECT_EQ(last_line(""), "");
}

}  // namespace
}  // namespace topomorph::programs
