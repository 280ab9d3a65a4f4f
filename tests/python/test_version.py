import importlib.metadata
from importlib.resources import files

import halfulp


def test_version_is_the_package_version() -> None:
    assert halfulp.__version__ == importlib.metadata.version("halfulp")


def test_golden_results_are_package_data() -> None:
    assert files("halfulp").joinpath("experiments_expected/museum.json").is_file()
