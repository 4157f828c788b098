"""The taxonomy that comes with Unsaid, read once."""

import pytest

from backend.wiring.taxonomy import taxonomy as shipped


@pytest.fixture(scope="session")
def taxonomy():
    return shipped()


@pytest.fixture(scope="session")
def nouns(taxonomy):
    return taxonomy.nouns


@pytest.fixture
def phrases():
    """The broader forms of each meaning, as they are written."""

    def of(meanings):
        return [[each.phrase for each in meaning.broader] for meaning in meanings]

    return of
