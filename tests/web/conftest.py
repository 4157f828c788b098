"""The application as the tests ask it: in this process, with the sample's models."""

from pathlib import Path

import pytest

from backend.settings import Settings
from backend.storage.db.database import make_private, url_of
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.start_up_token import StartUpToken
from backend.web.service import EXTENSION
from tests.selecting_once import selected_once


@pytest.fixture(scope="module", autouse=True)
def _words_selected_once():
    """Most tests analyse the same documents, each in an application of its own."""
    with selected_once():
        yield


@pytest.fixture
def settings(sample_registry, file_with_tables, tmp_path):
    """Settings as they are read from an environment that names the sample's registry and no pipeline.

    The store has its tables, and nothing in them.
    """
    settings = Settings.from_environment(
        {"UNSAID_DATA": str(tmp_path / "data"), "UNSAID_REGISTRY": str(sample_registry), "UNSAID_NER": "none"}
    )
    file = Path(url_of(settings).database)
    make_private(file)
    file.write_bytes(file_with_tables)
    return settings


@pytest.fixture
def app(settings):
    token, told = StartUpToken.make()
    app = create_app(settings, sign_in_methods=SignInMethods(start_up_token=token))
    app.config["START_UP_TOKEN"] = told
    app.extensions[EXTENSION].models.refresh()
    return app


@pytest.fixture
def client(app):
    """Asks the application without a server between, as the single user of this machine, who may do everything."""
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {app.config['START_UP_TOKEN']}"
    return client
