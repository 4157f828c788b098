"""The dialog in which people sign in: by code and PKCE with a real provider, and the service takes what it gives.

What Microsoft alone has is not here: an account in Word itself (nested app authentication), and Office's own window
for the dialog. In their place the page is opened by itself, with the two things that Office.js does there.
"""

import json
import shutil
import subprocess
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from addin.wordhost.playwright_host import LIBRARY_HOST
from backend.settings import Settings
from tests.browser.pane.pane_page import DIST, PATIENCE
from tests.web.server import running
from tests.web.test_sign_in_with_a_provider import AUDIENCE, HERE, INSTALLED, _install

PEOPLE = {"ada": {"tid": "house", "roles": ["user"]}}
IN_A_DIALOG = """
history.pushState = history.replaceState = null;
const messageParent = told => { window.toldToPane = told; };
window.Office = { onReady: async () => ({}), context: { ui: { messageParent } } };
"""


@pytest.fixture(scope="module")
def provider(browser, tmp_path_factory):
    """A provider that speaks TLS, since MSAL signs in nowhere else; its keys are told without it."""
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("there is no Node here: signing in is not tested with a real provider")
    _install()
    shutil.copy(HERE / "provider.js", INSTALLED)
    pem = tmp_path_factory.mktemp("tls") / "provider.pem"
    pem.write_bytes(_certificate())
    arguments = ["node", str(INSTALLED / "provider.js"), json.dumps(PEOPLE), str(pem)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            yield json.loads(process.stdout.readline())
        finally:
            process.terminate()


def _certificate():
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    private = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM) + key.private_bytes(*private)


@pytest.fixture(scope="module")
def service(provider, sample_registry, tmp_path_factory):
    """A service that lets in whoever has signed in with the provider."""
    data = tmp_path_factory.mktemp("data")
    settings = Settings.from_environment({"UNSAID_DATA": str(data), "UNSAID_REGISTRY": str(sample_registry)})
    environment = {
        "UNSAID_PANE": str(DIST),
        "UNSAID_OIDC_ISSUER": provider["issuer"],
        "UNSAID_OIDC_JWKS": provider["keys"],
        "UNSAID_OIDC_AUDIENCE": AUDIENCE,
        "UNSAID_OIDC_PANE": "rsa-pane",
        "UNSAID_CONNECT": provider["issuer"],
    }
    with running(settings, "--workers", "1", **environment) as started:
        yield started


def test_signing_in_through_the_dialog_stores_nothing(browser, service):
    context = browser.new_context(ignore_https_errors=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.route(
        f"https://{LIBRARY_HOST}/**", lambda route: route.fulfill(body=IN_A_DIALOG, content_type="text/javascript")
    )
    page.goto(f"http://127.0.0.1:{service.port}/pane/dialog.html")
    page.wait_for_function("() => window.toldToPane")
    told = json.loads(page.evaluate("() => window.toldToPane"))
    asked = {"Authorization": f"Bearer {told['token']}"}
    assert service.ask("GET", "/v1/clients", headers=asked).status == 200
    assert service.ask("GET", "/v1/clients").status == 401
    assert page.evaluate("() => localStorage.length") == 0
    assert "#" not in page.url
    context.close()


def test_outside_word_the_address_of_the_pane_says_what_it_is_and_what_to_do(browser, server):
    page = browser.new_page()
    page.route("https://appsforoffice.microsoft.com/**", lambda route: route.abort())
    page.goto(f"http://127.0.0.1:{server.port}/pane/")
    page.get_by_role("heading", name="The Unsaid pane for Word").wait_for()
    assert page.get_by_text(f"unsaid manifest --address http://127.0.0.1:{server.port}").is_visible()
    page.get_by_role("link", name="Start page of this service").click()
    page.get_by_role("link", name="Use it from a program").wait_for()
    page.close()
