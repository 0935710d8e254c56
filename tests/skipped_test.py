"""The count of skipped tests is that of ctest's file, with the reason of each."""
import unittest
import xml.etree.ElementTree as tree

import skipped

SUITE = """<testsuite>
<testcase name="a" status="run"><system-out>[  PASSED  ] 1 test.</system-out></testcase>
<testcase name="b" status="notrun"><skipped message="REGEX"/><system-out>../b_test.cpp:57: Skipped
these roles are no grid
[  SKIPPED ] b (0 ms)</system-out></testcase>
<testcase name="c" status="notrun"><skipped message="REGEX"/><system-out>../c_test.cpp:7: Skipped
the third-party data (TOPOMORPH_DATA) are not here, or tar and xz are missing</system-out></testcase>
<testcase name="d" status="notrun"><skipped message="CODE=77"/><system-out>no slurmctld here
</system-out></testcase>
<testcase name="e" status="run"><system-out>40 cases skipped: the third-party data (TOPOMORPH_DATA) are not here
1063 cases run</system-out></testcase>
<testcase name="f" status="run"><system-out>OK (skipped=2)
</system-out></testcase>
</testsuite>"""


class CountTest(unittest.TestCase):
    def test_tests_and_parts_are_counted_by_reason(self):
        tests, parts = skipped.count(tree.fromstring(SUITE))
        self.assertEqual(tests, {"these roles are no grid": 1, skipped.DATA: 1, "no slurmctld here": 1})
        self.assertEqual(parts, {skipped.DATA: 40, "see the test's output": 2})


if __name__ == "__main__":
    unittest.main()
