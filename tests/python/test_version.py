"""One version, and what the package was built from."""

import importlib.metadata
import re
from importlib.resources import files
from pathlib import Path

import halfulp

ROOT = Path(__file__).parents[2]


def test_version_is_that_of_cmake_and_of_the_package() -> None:
    cmake = re.search(
        r"project\(\s*halfulp\s+VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()
    )
    assert cmake is not None
    assert halfulp.__version__ == cmake[1]  # which C++ puts into the module
    assert halfulp.__version__ == importlib.metadata.version("halfulp")


def test_golden_results_are_package_data() -> None:
    assert files("halfulp").joinpath("experiments_expected/museum.json").is_file()


def test_build_config_says_how_it_was_built() -> None:
    config = halfulp.build_config()
    assert config["version"] == halfulp.__version__
    assert re.match(r"(GNU|Clang) \d+", config["compiler"])
    assert "-ffp-contract=off" in config["flags"]
    assert "-flto" not in config["flags"]
    assert "-march" not in config["flags"]
    for library in ("highway", "mpfr", "eigen", "nlohmann_json"):
        assert re.match(r"\d+\.\d+", config[library]), library
    assert config["target"] in config["targets"]
