"""How the compiled module was built."""

import json
from typing import Any

from halfulp import _core


def build_config() -> dict[str, Any]:
    """How halfulp was built, and what it runs on.

    version; compiler, flags, build_type; the versions of highway, mpfr, eigen and
    nlohmann_json; targets, the Highway targets (instruction sets) that this build has
    and this machine runs, best first; target, the one that kernels use.

    >>> sorted(build_config())[:3]
    ['build_type', 'compiler', 'eigen']
    """
    manifest = json.loads(_core.manifest())
    return {
        "version": manifest["version"],
        **manifest["build"],
        "targets": manifest["targets"],
        "target": manifest["target"],
    }
