"""Every code of a format, and formats side by side."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from playwright.sync_api import sync_playwright

import halfulp as hu
from browser import FLAGS, chromium, opened
from oracles import bits

HALFULP = Path(sys.executable).with_name("halfulp")

NARROW = [f for f in hu.formats() if f.width <= 16]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("f", NARROW, ids=lambda f: f.name)
def test_every_code_is_there_once(f: hu.Format) -> None:
    t = hu.table(f)
    assert t.codes.tolist() == list(range(2**f.width))
    assert t.codes.dtype == (np.uint8 if f.width <= 8 else np.uint16)
    assert (bits(t.values) == bits(hu.decode(t.codes, f))).all()
    for kind, expected in (
        ("nan", np.isnan(t.values)),
        ("infinity", np.isinf(t.values)),
        ("zero", t.values == 0),
    ):
        assert ((t.kinds == kind) == expected).all()
    rest = {"subnormal", "normal"}
    assert set(t.kinds.tolist()) <= rest | {"nan", "infinity", "zero"}
    subnormal = np.abs(t.values[t.kinds == "subnormal"])
    normal = np.abs(t.values[t.kinds == "normal"])
    if subnormal.size:
        assert subnormal.max() < normal.min() == f.smallest_normal
        assert subnormal.min() == f.smallest_subnormal
    assert normal[np.isfinite(normal)].max() == max(f.max, -f.lowest)
    with pytest.raises(ValueError, match="read-only"):
        t.values[0] = 1


@pytest.mark.parametrize("name", ["e4m3fn", "e5m2", "e8m0fnu", "e2m1fn", "bf16"])
def test_the_csv_reads_back(name: str) -> None:
    f = hu.format(name)
    dtype = np.dtype(getattr(ml_dtypes, f.aliases[0]))
    rows = rows_of(hu.table(f).to_csv())
    assert len(rows) == 2**f.width
    codes = np.array([int(row["code"], 16) for row in rows], f"u{dtype.itemsize}")
    values = np.array([float(row["value"]) for row in rows])
    with np.errstate(invalid="ignore"):  # signalling NaNs
        expected = codes.view(dtype).astype(np.float64)
    number = ~np.isnan(expected)
    assert (bits(values)[number] == bits(expected)[number]).all()
    for row, value, code in zip(rows, expected, codes, strict=True):
        assert int(row["bits"].replace(" ", ""), 2) == code
        if not np.isnan(value):
            assert float.fromhex(row["hexadecimal"]) == value
        assert (row["kind"] == "nan") == np.isnan(value)


def test_what_is_shown() -> None:
    small = hu.table("e2m1fn")
    assert repr(small).splitlines()[2] == "0x1   0 00 1  0.5    0x1p-1       subnormal"
    assert small.to_text() == repr(small)
    assert len(repr(hu.table("e5m2")).splitlines()) == 257
    wide = hu.table("bf16")
    assert len(repr(wide).splitlines()) == 1 + 16 + 1 + 16
    assert len(wide.to_text().splitlines()) == 1 + 2**16
    assert wide._repr_html_().count("<tr>") == 1 + 16 + 1 + 16
    assert small.to_html() == small._repr_html_()
    assert len(small) == 16


def test_the_fields_of_codes() -> None:
    assert hu.table("e4m3fn").bits(0b1_1010_011) == "1 1010 011"
    assert hu.table("mxint8").bits(0b10000001) == "10000001"
    assert hu.table("e8m0fnu").bits(0x7F) == "01111111"
    # arXiv 2409.16626: sign, prefix, exponent, fraction
    hif8 = hu.table("hif8")
    for code, fields, value in (
        (0b0_11_0111_1, "0 11 0111 1", None),
        (0b0_0001_000, "0 0001 000", 1.0),
        (0b0_001_0_100, "0 001 0 100", 3.0),
        (0b1_01_00_010, "1 01 00 010", -5.0),
        (0b0_0000_001, "0 0000 001", 2.0**-22),
    ):
        assert hif8.bits(code) == fields
        assert value is None or hif8.values[code] == value


def test_codes_that_stand_for_nothing_are_unused() -> None:
    f = hu.Format("gap", width=8, precision=3, emax=3, emin=-2)
    kinds = hu.table(f).kinds
    assert kinds[0b11100] == "unused"
    assert set(kinds[0b1111100:0b10000000].tolist()) == {"infinity", "nan"}
    assert (kinds == "unused").sum() == 2 * (31 - 7) * 4


def test_wide_formats_have_too_many_codes() -> None:
    with pytest.raises(ValueError, match=r"tf32 has 2\^19 codes.* halfulp.decode\(cod"):
        hu.table("tf32")


def test_formats_side_by_side() -> None:
    t = hu.format_table()
    assert t.formats == hu.formats()
    rows = rows_of(t.to_csv())
    listed: list[dict[str, Any]] = json.loads(t.to_json())
    assert [row["name"] for row in rows] == [f.name for f in hu.formats()]
    for f, row, entry in zip(hu.formats(), rows, listed, strict=True):
        for name in ("max", "lowest", "smallest_normal", "smallest_subnormal"):
            assert float(row[name]) == entry[name] == getattr(f, name)
        for name in ("width", "precision", "emax", "emin"):
            assert int(row[name]) == entry[name] == getattr(f, name)
        assert row["source"] == entry["source"] == f.source != ""
        assert row["aliases"].split() == list(f.aliases)
    shown = repr(hu.format_table([hu.bf16, "fp16"])).splitlines()
    assert len(shown) == 3
    assert shown[1].startswith("bf16      16   8   127  -126  3.38953e+38  2^-126")


def test_format_tables_in_html() -> None:
    html = hu.format_table(["bf16", "e4m3fn"])._repr_html_()
    assert html.count("<tr>") == 3
    assert f"<td>{hu.e4m3fn.source}</td>" in html
    with pytest.raises(ValueError, match="names is empty"):
        hu.format_table([])
    with pytest.raises(ValueError, match="unknown format 'bf17'"):
        hu.format_table(["bf17"])


def formats_command(*arguments: str) -> str:
    done = subprocess.run(
        [HALFULP, "formats", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def test_the_command_line_compares_formats(tmp_path: Path) -> None:
    names = ["bf16", "float8_e4m3fn", "Binary6p3se"]
    chosen = hu.format_table(names)
    assert formats_command(*names, "--csv") == chosen.to_csv()
    assert json.loads(formats_command(*names, "--json")) == json.loads(chosen.to_json())
    lines = formats_command(*names).splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["bf16", "e4m3fn", "Binary6p3se"]
    everything = rows_of(formats_command("--csv"))
    for row, expected in zip(
        everything, rows_of(hu.format_table().to_csv()), strict=False
    ):
        assert {name: row[name] for name in expected} == expected
    in_blocks = [f.name for f in hu.block_formats()]
    assert [row["name"] for row in everything[len(hu.formats()) :]] == in_blocks
    done = subprocess.run(
        [HALFULP, "formats", "--csv", "--json"], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"--json, --csv and --html are forms of output" in done.stderr

    file = tmp_path / "formats.html"
    formats_command("--html", "--output", str(file))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for width in (360, 1440):
            viewport = {"width": width, "height": 800}
            for page in opened(browser, file, viewport=viewport):
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                assert page.locator("tbody tr").count() == len(everything)
        browser.close()


# By their documents: the exponent field 0 is one more binade, there is one bit of
# precision, or the numbers are evenly spaced.
NO_SUBNORMALS = [
    "dlfloat16",
    "e8m0fnu",
    "e6m2u",
    "Binary8p1se",
    "Binary8p1uf",
    "mxint8",
]


def test_formats_and_their_tables_agree_on_subnormal_numbers() -> None:
    for f in hu.formats():
        if f.width <= 16:
            # After it come u, infinity, NaN and -0.
            smallest = repr(hu.format_table([f])).splitlines()[1].split()[-5]
            assert (smallest == "none") == (f.name in NO_SUBNORMALS), f.name
            assert (smallest != "none") == ("subnormal" in hu.table(f).kinds), f.name
