"""The campaign of derivatives: a few of its scenes, and that it goes on where it was stopped."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "derivatives"))
campaign = pytest.importorskip("campaign")


def test_it_goes_on_where_it_was_stopped(tmp_path, capsys):
    whole, parts = tmp_path / "whole.csv", tmp_path / "parts.csv"
    campaign.campaign(whole, 12)
    campaign.campaign(parts, 5)
    campaign.campaign(parts, 12)
    assert parts.read_text() == whole.read_text()
    campaign.table(whole)
    text = capsys.readouterr().out
    assert "| all | " in text and text.endswith("above:\n")


@pytest.mark.parametrize("number", [65, 105, 8369, 1617])
def test_scenes_that_found_faults(number):
    """Anisotropic friction along a direction out of the plane of contact; the gap that a bounce
    does not close; friction that falls, in short steps."""
    row = campaign.row_of(number)
    assert row["left_out"] in ("", "next to a kink", "differences cross a kink")
    assert row["adjoint"] < 1e-10
    assert row["forward"] == "" or row["forward"] < 1e-6
