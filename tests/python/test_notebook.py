"""The tutorial's notebooks run, from their first cells to their last."""

import os
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")


tutorial = Path(__file__).parents[2] / "docs" / "tutorial"


@pytest.mark.parametrize("path", sorted(tutorial.glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_notebook_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    os.environ["ORTHANT_EXPERIMENTS"] = str(path.parents[2] / "experiments")
    os.environ["ORTHANT_ITERATIONS"] = "6"  # of a training that takes minutes
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3",
                            resources={"metadata": {"path": str(tmp_path)}}).execute()
