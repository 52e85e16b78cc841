"""Writes a notebook as a page: notebook.py IN.ipynb OUT.md. Outputs other than text are left out."""

import json
import sys
from pathlib import Path


def page(notebook):
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield source
        elif cell["cell_type"] == "code":
            yield f"```python\n{source}\n```"
        for output in cell.get("outputs", []):
            text = output.get("text") or output.get("data", {}).get("text/plain", [])
            if text:
                yield f"```text\n{''.join(text).rstrip()}\n```"


def main():
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    title = f"The notebook itself: [{source.name}]({source.name}).\n"
    target.write_text("\n\n".join([*page(json.loads(source.read_text())), title]))


if __name__ == "__main__":
    main()
