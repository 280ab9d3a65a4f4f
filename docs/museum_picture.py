"""Draws museum.svg, the picture in the README: run this where halfulp is installed."""

from pathlib import Path

from matplotlib.figure import Figure

from halfulp import experiments, plots

PICTURE = Path(__file__).with_name("museum.svg")
TITLES = {
    "bf16_inputs": "Right: inputs rounded to bf16",
    "wrong_variance": "Wrong, and passes: divides by n-1",
}


def draw() -> str:
    """Two cases of the museum, the metrics layer by layer, as SVG."""
    result = experiments.run("museum")
    alone = [plots.metrics_by_layer(result, case).get_ylim() for case in TITLES]
    limits = min(low for low, _ in alone), max(high for _, high in alone)
    panels = Figure(figsize=(8.8, 3.9), layout="constrained").subplots(1, len(TITLES))
    for ax, (case, title) in zip(panels, TITLES.items(), strict=True):
        plots.metrics_by_layer(result, case, ax=ax, limits=limits, title="")
        ax.set_title(title, fontsize=11, color="#404040", loc="left", pad=10)
    # The page around the picture may be dark, and have any fonts.
    page = '<svg font-family="sans-serif" style="background: white" '
    return plots.to_svg(panels[0], "museum").replace("<svg ", page, 1) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
