"""Random sessions at the pane: no claim is untrue after any step.

`python -m tests.browser.pane.sessions` runs more of them.
"""

import pytest

from tests.browser.pane.sessions import opening, session
from tests.further_cases import sampled

STEPS = 6


@pytest.mark.parametrize("seed", sampled(range(1, 6), [1]))
def test_every_claim_holds_after_every_step_of_a_random_session(open_pane, server, seed):
    content, profile = opening(seed)
    pane = open_pane(content, profile)
    for taken, faults in session(pane, server, seed, STEPS):
        assert faults == [], (taken, faults)
