"""docs/execute.py: what is stale is rewritten, or found, and so are claims that do not hold."""

import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

script = Path(__file__).resolve().parents[2] / "docs" / "execute.py"

cases = "case,setting.step,setting.solver.ncp,newton_iterations\\n0000,0.1,a,7\\n0001,0.1,b,9\\n"
table = f"""<!-- made by: mkdir -p out && printf '{cases}' > out/cases.csv; echo results: out
rows: f"{{1000 * step:g}} ms"
columns: ncp
cell: newton_iterations
says: "in " + str(the("newton_iterations", "ncp == 'a'")) + " iterations"
check: min(each("newton_iterations")) == 7
-->
| step | a | b |
|---|---|---|
| 100 ms | 7 | 9 |

It is solved in 7 iterations.
"""
lines = """<!-- made by: echo first; echo second 0.25 s; exit 3
status: 3
lines: second
loose: \\S+ s$
-->
    second 0.5 s
"""
numbers = "| a | b |\n|---|---|\n| c | 1 |\n"


class Execute(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.page = Path(self.folder.name) / "page.md"

    def tearDown(self):
        self.folder.cleanup()

    def run_on(self, text, *options):
        """(status, what it says); the page has what it made of the text."""
        self.page.write_text(text)
        folder = Path(self.folder.name) / "made"
        made = subprocess.run([sys.executable, script, self.page, "--folder", folder, *options],
                              capture_output=True, text=True)
        return made.returncode, made.stdout + made.stderr

    def test_what_holds_passes(self):
        self.assertEqual(self.run_on(table + lines, "--check")[0], 0)

    def test_a_stale_cell_is_found_and_rewritten(self):
        stale = table.replace("| 7 |", "| 8 |")
        status, said = self.run_on(stale, "--check")
        self.assertEqual(status, 1)
        self.assertIn("+ | 100 ms | 7 | 9 |", said)
        self.assertEqual(self.page.read_text(), stale)
        self.assertEqual(self.run_on(stale)[0], 0)
        self.assertEqual(self.page.read_text(), table)

    def test_a_table_in_a_list_is_rewritten(self):
        whole = "1. So it is\n\n" + textwrap.indent(table, "   ")
        self.assertEqual(self.run_on(whole.replace("| 7 |", "| 8 |"))[0], 0)
        self.assertEqual(self.page.read_text(), whole)

    def test_what_is_loose_is_not_compared_and_rewritten(self):
        self.assertEqual(self.run_on(lines, "--check")[0], 0)
        self.run_on(lines)
        self.assertIn("\n    second 0.25 s\n", self.page.read_text())

    def test_a_sentence_and_a_claim_are_judged(self):
        status, said = self.run_on(table.replace("solved in 7", "solved in 8"), "--check")
        self.assertEqual(status, 1)
        self.assertIn("page.md:1: the page does not say: in 7 iterations", said)
        status, said = self.run_on(table.replace(")) == 7", ")) > 7"), "--check")
        self.assertEqual(status, 1)
        self.assertIn("does not hold: min(", said)

    def test_a_name_that_no_case_has_fails(self):
        status, said = self.run_on(table.replace("cell: newton_iterations", "cell: newton"))
        self.assertEqual(status, 1)
        self.assertIn("no case has newton", said)

    def test_another_status_fails(self):
        status, said = self.run_on(lines.replace("status: 3", "status: 0"), "--check")
        self.assertEqual(status, 1)
        self.assertIn("status 3, not 0", said)

    def test_slow_ones_wait_and_what_is_missing_is_passed_over(self):
        stale = table.replace("| 7 |", "| 8 |").replace("rows:", "slow: a day\nrows:")
        self.assertEqual(self.run_on(stale, "--check")[0], 0)
        self.assertEqual(self.run_on(stale, "--check", "--slow")[0], 1)
        self.assertEqual(self.run_on(stale.replace("slow: a day", "needs: false"), "--check", "--slow")[0], 0)

    def test_a_table_of_numbers_has_a_marker(self):
        status, said = self.run_on(numbers, "--check")
        self.assertEqual(status, 1)
        self.assertIn("page.md:1: no marker says what made this table", said)
        self.assertEqual(self.run_on(textwrap.indent(numbers, "   "), "--check")[0], 1)
        self.assertEqual(self.run_on("<!-- given: defaults -->\n" + numbers, "--check")[0], 0)

    def test_files_that_a_page_shows_are_there(self):
        page = 'Write this to `it.json`:\n\n```json\n{"a": 1}\n```\n\n<!-- run -->\n    grep -q 1 it.json\n'
        self.assertEqual(self.run_on(page, "--check")[0], 0)
        self.assertEqual(self.run_on(page.replace('"a": 1', '"a": 2'), "--check")[0], 1)


if __name__ == "__main__":
    unittest.main()
