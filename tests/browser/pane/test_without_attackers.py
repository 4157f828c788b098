"""Without held-out attackers, as in versions of an earlier Unsaid, the pane says so and asks the model alone."""

import json
import shutil

import pytest

from backend.settings import Settings
from tests.browser.pane.pane_page import LETTER, serving

MISSING = "This model version has no held-out attackers for this client."


@pytest.fixture(scope="module")
def server(built, sample_registry, tmp_path_factory):
    """A service whose registry has a version as it was stored before there were panels."""
    registry = tmp_path_factory.mktemp("registry") / "registry"
    shutil.copytree(sample_registry, registry)
    header = registry / "versions" / "sample" / "version.json"
    told = json.loads(header.read_text("utf-8"))
    del told["sha256"]["panel.npz"]
    header.write_text(json.dumps(told), "utf-8")
    header.with_name("panel.npz").unlink()
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(registry)})
    with serving(settings) as started:
        yield started


def test_the_pane_says_that_no_attackers_were_asked(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    assert pane.page.get_by_text(MISSING).is_visible()
    assert pane.page.locator(".level .legend .guessed").inner_text().startswith("client is guessed: ")
    assert "attackers" not in " ".join(pane.page.locator(".guesses").all_inner_texts())
