#!/usr/bin/env python3
"""Runs the commands of pages, and writes what they print and make into the pages.

    docs/execute.py                          all pages: runs what is quick, and rewrites outputs and tables
    docs/execute.py docs/solvers.md ...      these pages
    docs/execute.py --slow PAGE...           the slow commands too
    docs/execute.py --check                  rewrites nothing; status 1 where a page is not what its commands make
    docs/execute.py --keep ...               does not run again what an earlier call ran
    docs/execute.py --runs                   runs nothing: names the experiments that quick commands run as they stand

A comment before a block names the command that makes it. Readers do not see it:

    <!-- made by: orthant compare stacks.json
    loose: \\S+$
    says: f"{the('newton_iterations', 'steps == 20')} iterations" -->

The block is indented or fenced text (the output), a table, a picture (the file of this name that the
command writes), or nothing. Keys, one a line; a line without a key continues the one before:

    made by  a shell command; several are run in turn, and their cases are one list
    run      the indented lines that follow are run, in place of `made by`
    given    a reason why no command makes this table; nothing is run
    slow     what it takes: run only with --slow
    needs    a shell command: where it fails, the marker is passed over
    status   the exit status that is right, or one of each command; 0 by default
    lines    of the output, only the lines in which this regular expression is found
    where    an expression: only these cases
    rows     an expression, of a case: the first cell of its row
    columns  an expression, of a case: the head of its column; without it the head of the page stays
    cell     an expression, of a case: its cell, or all cells of its row, with | between them; where
             several cases are in one cell, of `each` and `the` of these; base(e) is of the table's first case
    table    which table of the output this is, from 1
    loose    a regular expression for what is not compared, such as times
    says     an expression for a text, which has to stand in the page
    check    an expression that has to hold

Expressions are Python's. Of a case, the names are columns of cases.csv or keys of result.json by their
last words: `newton_iterations`, `friction` for setting.solver.friction. In `says` and `check`, `the(e, c)`
is the value of e in the one case where c holds, `each(e, c)` the list of all; `out` is the output,
`number(r)` the number that the regular expression r finds in it, and `table[row][column]` the text of a
cell made. Each page runs in a folder of its own, in which are the JSON files that it shows; $BUILD is the
build tree.
"""

import argparse
import csv
import hashlib
import os
import re
import shutil
import subprocess
import sys
import textwrap
import time
from pathlib import Path

from cases import Case, Wrong, of_cases, value, value_of, words

root = Path(__file__).resolve().parents[1]
keys = ("made by", "run", "given", "slow", "needs", "status", "lines", "where", "rows", "columns", "cell",
        "table", "loose", "says", "check")
marker = re.compile(r"^( {0,3})<!-- (?=(?:made by|run|given)\b)(.*?)-->\n", re.M | re.S)
round_off = re.compile(r"(?<![\w.])[-−]?\d(\.\d+)?e-(0?[89]|[1-9]\d)(?!\d)")


def pages():
    found = [root / "README.md", *root.glob("docs/*.md"), *root.glob("docs/tutorial/*.md"),
             *root.glob("bench/*.md"), *root.glob("bench/*/*.md"), *root.glob("experiments/README.md"), *root.glob("experiments/*/README.md")]
    return sorted(found)


def experiments_run():
    """Their folders: an unmet expectation is an exit status, by which the page fails."""
    as_it_stands = re.compile(r"orthant (?:run|compare)((?: experiments/\S+\.json)+)(?: -o \S+| -q)*")
    for page in pages():
        for found in marker.finditer(page.read_text()):
            fields = fields_of(found[2])
            if not {"slow", "needs", "status"} & fields.keys():
                for command in filter(None, map(as_it_stands.fullmatch, fields.get("made by", []))):
                    yield from re.findall(r"experiments/(\w+)/scene\.json", command[1])


# A page in its folder: what its commands print.


class Page:
    def __init__(self, path, options):
        self.path, self.options = path, options
        self.name = str(path.relative_to(root)) if path.is_relative_to(root) else path.name
        self.folder = options.folder / re.sub(r"\W", "_", self.name.removesuffix(".md"))
        self.text = path.read_text()
        self.outputs, self.wrong, self.waited, self.seen = {}, [], 0, {}

    def prepare(self):
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        for each in root.iterdir():
            link = self.folder / each.name
            if each.name != "results" and not link.exists():
                link.symlink_to(each)
        for shown in re.finditer(r"^```json\n(.*?)^```", self.text, re.M | re.S):
            before = self.text[:shown.start()].rstrip().split("\n\n")[-1]
            names = re.findall(r"`(?:[^`]* )?([\w.]+\.json)`", before)
            if names:
                (self.folder / names[-1]).write_text(shown[1])

    def shell(self, command):
        path = os.pathsep.join([str(self.options.program.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
        python = os.environ.get("PYTHONPATH") or str(self.options.program.parents[1] / "python")
        added = {"PATH": path, "PYTHONPATH": python, "PYTHONDONTWRITEBYTECODE": "1",
                 "BUILD": str(self.options.program.parents[1])}
        return subprocess.run(["bash", "-c", command], cwd=self.folder, env=os.environ | added, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def run(self, command, status):
        """What it prints, both streams; once for each command of a page."""
        if command in self.outputs:
            return self.outputs[command]
        stem = "." + hashlib.sha1(command.encode()).hexdigest()[:10]
        kept = self.folder / f"{stem}.out"
        if not (self.options.keep and kept.exists()):
            begun = time.monotonic()
            made = self.shell(command)
            self.waited += time.monotonic() - begun
            if made.returncode != status:
                raise Wrong(f"{command}: status {made.returncode}, not {status}:\n{made.stdout[-2000:]}")
            kept.write_text(made.stdout)
        self.outputs[command] = kept.read_text()
        return self.outputs[command]

    def cases(self, output):
        found = re.findall(r"^\s*results: (.*)$", output, re.M)
        if not found:
            return []
        folder = self.folder / found[-1]
        if not (folder / "cases.csv").exists():
            return [Case({}, folder)]
        with open(folder / "cases.csv", newline="") as table:
            rows = [{k: value_of(v) for k, v in row.items()} for row in csv.DictReader(table)]
        names = [f"{row['case']:04d}" if isinstance(row["case"], int) else row["case"] for row in rows]
        return [Case(row, folder / "cases" / name) for row, name in zip(rows, names)]

    # The blocks behind the markers.

    def execute(self):
        """The page as its commands make it."""
        self.prepare()
        out, at = [], 0
        for found in marker.finditer(self.text):
            block, end = block_at(self.text, found)
            out.append(self.text[at:found.end()])
            at = end
            try:
                self.seen = {}
                fields = fields_of(found[2])
                made, outputs = self.made(fields, textwrap.dedent(block) if found[1] else block)
                out.append(textwrap.indent(made, found[1]))
                self.judge(fields, outputs, made)
                if unknown := [name for name, there in self.seen.items() if not there]:
                    raise Wrong(f"no case has {', '.join(unknown)}")
            except Wrong as error:
                self.complain(found.start(), str(error))
                if len(out) % 2:
                    out.append(block)
        return "".join(out) + self.text[at:]

    def complain(self, place, what):
        self.wrong.append(f"{self.name}:{self.text[:place].count(chr(10)) + 1}: {what}")

    def made(self, fields, block):
        if "given" in fields or ("slow" in fields and not self.options.slow):
            return block, None
        if any(self.shell(test).returncode for test in fields.get("needs", [])):
            return block, None
        statuses = [int(each) for each in fields.get("status", ["0"])[0].split()]
        commands = fields.get("made by") or [line.strip() for line in block.splitlines() if line.strip()]
        outputs = [self.run(command, statuses[min(k, len(statuses) - 1)]) for k, command in enumerate(commands)]
        if "run" in fields:
            made = block
        else:
            made = self.block_of(fields, block, outputs)
        loose = fields.get("loose", [])
        if self.options.check and plain(made, loose) != plain(block, loose):
            raise Wrong(f"is not what {'; '.join(commands)} makes:\n"
                        + difference(plain(block, loose), plain(made, loose)))
        return made, outputs

    def block_of(self, fields, block, outputs):
        head = re.match(r"\n*", block)[0]
        body = block[len(head):]
        if body.startswith("!["):
            picture = re.match(r"!\[.*?\]\((.*?)\)", body, re.S)[1]
            source = self.folder / Path(picture).name
            if not source.exists():
                raise Wrong(f"no {source.name} was made")
            if not self.options.check:
                shutil.copyfile(source, self.path.parent / picture)
            return block
        if "cell" in fields:
            return head + self.pivot(fields, body, outputs)
        if body.startswith("|"):
            if "lines" in fields:
                kept = [line for line in "".join(outputs).splitlines() if re.search(fields["lines"][0], line)]
                outputs = ["\n".join(kept) + "\n"]
            tables = re.findall(r"(?:^\|.*\n)+", "".join(outputs), re.M)
            which = int(fields.get("table", ["1"])[0])
            if len(tables) < which:
                raise Wrong(f"the output has {len(tables)} table(s), no table {which}")
            return head + tables[which - 1]
        if not body:
            return block
        lines = "".join(outputs).rstrip("\n").splitlines()
        if "lines" in fields:
            lines = [line for line in lines if re.search(fields["lines"][0], line)]
        text = textwrap.dedent("\n".join(line.rstrip() for line in lines)).strip("\n")
        if body.startswith("```"):
            return f"{head}{body.splitlines()[0]}\n{text}\n```\n"
        return head + textwrap.indent(text, "    ") + "\n"

    def chosen(self, fields, outputs):
        cases = [case for output in outputs for case in self.cases(output)]
        for case in cases:
            case.seen = self.seen
        for where in fields.get("where", []):
            cases = [case for case in cases if case.evaluate(where)]
        return cases

    def pivot(self, fields, body, outputs):
        one = {key: fields[key][0] for key in ("rows", "columns", "cell") if key in fields}
        rows, heads, cases = {}, {}, self.chosen(fields, outputs)
        for case in cases:
            row, head = label(case.evaluate(one["rows"])), label(case.evaluate(one.get("columns", "''")))
            heads[head] = True
            rows.setdefault(row, {}).setdefault(head, []).append(case)
        if not rows:
            raise Wrong("no case is left for the table")
        for row, of in rows.items():
            for head, group in of.items():
                if len(group) > 1 and "each(" not in one["cell"]:
                    raise Wrong(f"{len(group)} cases are in row {row}, column {head}")
                of[head] = str(group[0].evaluate(one["cell"], {**of_cases(group), "base": cases[0].evaluate}))
        first, second = body.splitlines()[:2]
        if "columns" in one:
            labels = cells(next(iter(rows))) + 1
            corner = " | ".join(first.strip("|").split(" | ")[:labels]).strip()
            first = f"| {corner} | {' | '.join(heads)} |"
            second = "|---" * (len(heads) + labels) + "|"
        lines = [f"| {row} | {' | '.join(of.get(head, '') for head in heads)} |" for row, of in rows.items()]
        if any(cells(line) != cells(first) for line in lines):
            raise Wrong(f"rows as {lines[0]} do not fit below {first}")
        return "\n".join([first, second, *lines]) + "\n"

    def judge(self, fields, outputs, made):
        if outputs is None or not {"says", "check"} & set(fields):
            return
        cases = self.chosen(fields, outputs)

        def number(pattern):
            found = re.search(pattern, out, re.M)
            if not found:
                raise Wrong(f"the output has no {pattern}")
            return float(found[1])

        out = "".join(outputs)
        table = [[cell.strip() for cell in line.strip().strip("|").split("|")]
                 for line in made.splitlines() if line.startswith("|")]
        known = {**words, **of_cases(cases), "out": out, "number": number, "table": table}
        text = " ".join(self.text.split())
        for expression in fields.get("says", []):
            said = value(expression, dict(known))
            if " ".join(said.split()) not in marker_free(text):
                raise Wrong(f"the page does not say: {said}")
        for expression in fields.get("check", []):
            if not value(expression, dict(known)):
                raise Wrong(f"does not hold: {expression}")


def marker_free(text):
    return re.sub(r"<!-- .*?-->", "", text)


def cells(line):
    return line.count("|") - line.count("\\|")


def label(value):
    return f"{value:g}" if isinstance(value, float) else str(value)


def fields_of(text):
    """{key: [value, ...]}"""
    out, last = {}, None
    for line in text.strip().splitlines():
        found = re.match(rf"\s*({'|'.join(keys)})(?::\s*(.*)|\s*)$", line)
        if found:
            last = out.setdefault(found[1], [])
            last.append(found[2] or "")
        elif last:
            last[-1] += "\n" + line
        else:
            raise Wrong(f"no key: {line}")
    out = {key: [" ".join(v.split()) if key in ("made by", "given", "slow") else v.strip() for v in values]
           for key, values in out.items()}
    return out


def block_at(text, marker):
    """(the block of text behind a marker, with blank lines before it; where it ends). In a list both are indented."""
    by = marker[1]
    kinds = (rf"{by}```[^\n]*\n.*?^{by}```\n|(?:{by}\|[^\n]*\n)+|{by}!\[[^\n]*\n"
             rf"|(?:(?:{by} {{4}}[^\n]*)?\n)*(?:{by} {{4}}[^\n]*\n)")
    found = re.compile(rf"\n*(?:{kinds})", re.M | re.S).match(text, marker.end())
    return (found[0], found.end()) if found else ("", marker.end())


def plain(block, loose):
    """A block for a comparison: without what is loose, and round-off is round-off."""
    lines = [re.sub("|".join(loose), "", line) if loose else line for line in block.splitlines()]
    return [" ".join(round_off.sub("~0", re.sub(r"---+", "---", line)).split()) for line in lines]


def difference(old, new):
    out = []
    for k in range(max(len(old), len(new))):
        a, b = (lines[k] if k < len(lines) else "" for lines in (old, new))
        if a != b:
            out += [f"  - {a}", f"  + {b}"]
    return "\n".join(out[:20])


def unmarked(text):
    """Lines of tables of numbers that no marker names. Pages that the program writes have none."""
    marked = {block_at(text, found)[1] for found in marker.finditer(text)}
    for found in re.finditer(r"(?:^ {0,3}\|.*\n)+", text, re.M):
        rows = found[0].splitlines()[2:]
        inner = [cell.strip() for row in rows for cell in row.strip(" |").split("|")[1:]]
        numbers = [cell for cell in inner if re.match(r"[-−–+]?\d", cell)]
        if numbers and 2 * len(numbers) >= len(inner) and found.end() not in marked:
            yield text[:found.start()].count("\n") + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--runs", action="store_true")
    parser.add_argument("--program", type=Path, default=root / "build/release/bin/orthant")
    parser.add_argument("--folder", type=Path, default=root / "build/executed")
    options = parser.parse_args()
    if options.runs:
        print(";".join(sorted(set(experiments_run()))))
        return 0
    options.program, options.folder = options.program.resolve(), options.folder.resolve()
    wrong = []
    for path in [page.resolve() for page in options.pages] or pages():
        page = Page(path, options)
        for line in unmarked(page.text):
            page.wrong.append(f"{page.name}:{line}: no marker says what made this table")
        if marker.search(page.text):
            text = page.execute()
            if text != page.text and not options.check:
                path.write_text(text)
                print(f"{page.name}: rewritten")
            print(f"{page.name}: {page.waited:.1f} s of commands", flush=True)
        wrong += page.wrong
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
