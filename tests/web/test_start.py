"""`/` leads people where they want to go, and says nothing that only signed-in people may know."""

import re
from dataclasses import replace

import pytest

from backend.errors import InvalidRequest
from backend.settings import ServiceSettings, Settings


@pytest.fixture
def settings(settings, tmp_path):
    (tmp_path / "pane").mkdir()
    (tmp_path / "pane" / "index.html").write_text("<title>Unsaid</title>")
    page = "http://127.0.0.1:8765/?a=1&b=2"
    return replace(settings, service=replace(settings.service, pane=tmp_path / "pane", try_out=page))


def test_each_link_of_the_start_page_leads_somewhere(client):
    response = client.get("/")
    assert (response.status_code, response.mimetype) == (200, "text/html")
    links = re.findall(r'href="([^"]+)"', response.text)
    assert links[0] == "http://127.0.0.1:8765/?a=1&amp;b=2"
    assert links[1:] == ["/pane/", "/v1/openapi.json", "/readyz"]
    assert [client.get(each, buffered=True).status_code for each in links[1:3]] == [200, 200]


def test_the_page_is_the_same_for_everybody_and_names_no_client(client, sample_model):
    response = client.get("/")
    assert response.text == client.get("/", headers={"Authorization": "Bearer guessed"}).text
    assert [each.name for each in sample_model.clients if each.name in response.text] == []
    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")


def test_without_a_pane_and_a_page_to_try_it_neither_is_linked(settings):
    from backend.web.app import create_app

    bare = replace(settings, service=replace(settings.service, pane=None, try_out=None))
    page = create_app(bare).test_client().get("/").text
    assert re.findall(r'href="([^"]+)"', page) == ["/v1/openapi.json", "/readyz"]


def test_the_address_of_the_page_has_to_be_one():
    assert ServiceSettings.from_environment({"UNSAID_TRY_OUT": "https://try.example/"}).try_out
    with pytest.raises(InvalidRequest, match="UNSAID_TRY_OUT"):
        Settings.from_environment({"UNSAID_TRY_OUT": "javascript:alert(1)"})
