import numpy as np
import pytest

from backend.evaluation.company_hiding import Redactor, early_and_later
from backend.evaluation.data import Post
from backend.learning.naive_bayes import NaiveBayes
from tests.evaluation.personal import write_personal_sets, write_pipeline
from tests.evaluation.sets import write_sets


@pytest.fixture(scope="session")
def sets(tmp_path_factory):
    """A data folder with tiny sets."""
    return write_personal_sets(write_sets(tmp_path_factory.mktemp("data")))


@pytest.fixture(scope="session", autouse=True)
def rules(tmp_path_factory):
    """A pipeline of rules in the place of the shipped one."""
    folder = write_pipeline(tmp_path_factory.mktemp("pipeline"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNSAID_NER", str(folder))
        yield folder


@pytest.fixture(scope="session")
def drawn(sets):
    """The counts of the early filings, and three later ones."""
    return early_and_later(sets, 3)


@pytest.fixture(scope="session")
def redactor(drawn):
    """Learnt from the early filings."""
    return Redactor.learn(drawn[0], every_level=True)


@pytest.fixture
def posts():
    """Four posts of three groups."""
    return tuple(
        Post(str(number), group, "train", "Subject: words", f"{group} says words")
        for number, group in enumerate(("sci.med", "alt.atheism", "sci.space", "sci.med"))
    )


@pytest.fixture
def bank_and_shop():
    """A bank that speaks of cash and loans, and a shop that speaks of tills."""
    counts = np.array([[9.0, 5.0, 1.0], [1.0, 1.0, 9.0]])
    return NaiveBayes.from_counts(("bank", "shop"), ("cash", "loan", "till"), counts, alpha=1.0)
