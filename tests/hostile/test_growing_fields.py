"""Documents with a long text in a field are redacted; how they grow is measured by test_growth."""

import pytest

from backend.document.cleaning import Cleaning
from tests.hostile.growing_fields import GROWING
from tests.hostile.hostile_runs import whole_way


@pytest.mark.parametrize("what", GROWING)
def test_a_document_with_a_long_text_in_a_field_is_redacted(what):
    done = whole_way(GROWING[what].make(1_000), "a.docx", Cleaning())
    assert not done.fault
    assert done.said in {"clean", "not_examined"}
