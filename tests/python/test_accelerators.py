"""Results of matrix instructions as bit patterns, through dot_codes."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import halfulp as hu

_GOLDEN = Path(__file__).parents[1] / "golden" / "accelerators.json"
_SHARED = Path(__file__).parents[3] / "shared" / "vectors" / "accelerators.json"


def codes(text: str | list[str]) -> list[int]:
    words = text.split() if isinstance(text, str) else text
    return [int(word, 16) for word in words]


def wrong(vectors: list[dict[str, Any]]) -> list[str]:
    """The vectors that dot_codes does not reproduce; payloads of NaNs aside."""
    failures = []
    for v in vectors:
        model = hu.model(v["model"])
        scales = [codes(v[k]) if k in v else None for k in ("scale_a", "scale_b")]
        expected = int(v["d"], 16)
        got = hu.dot_codes(
            codes(v["a"]),
            codes(v["b"]),
            int(v["c"], 16),
            model=model,
            scale_a=scales[0],
            scale_b=scales[1],
        )
        both = hu.decode(np.array([got, expected], np.uint64), model.output_format)
        if got != expected and not np.isnan(both).all():
            failures.append(f"{v['id']} of {v['model']}: {got:x}, not {expected:x}")
    return failures


def test_golden_vectors() -> None:
    vectors = json.loads(_GOLDEN.read_text())["vectors"]
    assert len(vectors) == 1457
    assert wrong(vectors) == []


def test_vectors_captured_from_hardware() -> None:
    if not _SHARED.exists():
        pytest.skip(f"there is no {_SHARED.name} beside the repository")
    vectors = json.loads(_SHARED.read_text())["vectors"]
    captured = [v for v in vectors if v["conf"] != "disputed"]
    assert len(captured) == 2076
    assert wrong(captured) == []
