"""axe-core in a page: what it finds, in all looks of the pane."""

from pathlib import Path

AXE = Path(__file__).parents[2] / "addin" / "node_modules" / "axe-core" / "axe.min.js"
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules that depend on the look: looks differ in colours alone, so that one is examined for everything else."""


def barriers(page, *, colours_alone):
    """Each rule that something breaks, with the beginning of what breaks it.

    Policies of pages let no script in, so that axe is evaluated from outside.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    options = {"resultTypes": ["violations"], **(OF_COLOURS if colours_alone else {})}
    found = page.evaluate("async options => (await axe.run(document, options)).violations", options)
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]
