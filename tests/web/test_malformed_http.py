"""What is no HTTP, or half of a request, is refused as the client's fault; nobody else's request suffers."""

import socket
import sys

import pytest

from backend.settings import Settings
from tests.web.server import running
from tests.web.test_waitress import AS_ON_WINDOWS

FORM = "multipart/form-data; boundary=x"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def post(headers, body="", kind="application/json", path="/v1/copies", version="1.1"):
    """A request to the letter; TOKEN becomes what signs in."""
    head = f"POST {path} HTTP/{version}\r\nHost: localhost\r\nContent-Type: {kind}\r\nAuthorization: TOKEN\r\n"
    return f"{head}{headers}\r\n{body}"


CHUNKED = "Transfer-Encoding: chunked\r\n"
LAST = "0\r\n\r\n"

MALFORMED = {
    "a size that is no number": post(CHUNKED, f"zz\r\nhello\r\n{LAST}"),
    "a negative size": post(CHUNKED, f"-5\r\nhello\r\n{LAST}"),
    "a size with a sign": post(CHUNKED, f"+5\r\nhello\r\n{LAST}"),
    "a size with a prefix": post(CHUNKED, f"0x5\r\nhello\r\n{LAST}"),
    "a size with an underscore": post(CHUNKED, f"1_0\r\n{'a' * 16}\r\n{LAST}"),
    "a size that is missing": post(CHUNKED, f"\r\nhello\r\n{LAST}"),
    "a chunk that goes on": post(CHUNKED, f"5\r\nhelloXX{LAST}"),
    "a bad chunk of a document": post(CHUNKED, f"zz\r\nhello\r\n{LAST}", DOCX),
    "a bad chunk of a form": post(CHUNKED, f"zz\r\nhello\r\n{LAST}", FORM),
    "a form whose chunk goes on": post(CHUNKED, f"5\r\nhelloXX{LAST}", FORM),
    "chunks of one byte": post(CHUNKED, "1\r\n \r\n" * 5_000),
    "chunks that are mostly line": post(CHUNKED, f"1;{'a' * 5_000}\r\n \r\n" * 5_000),
    "a line of a chunk without an end": post(CHUNKED, f"1;{'a' * 100_000}"),
    "a trailer without an end": post(CHUNKED, f"2\r\n{{}}\r\n0\r\nX: {'a' * 300_000}"),
    "chunks of one byte that nobody reads": post(CHUNKED, "1\r\n \r\n" * 5_000, path="/nothing"),
    "a line of the trailer that is none": post(CHUNKED, "2\r\n{}\r\n0\r\nX y\r\n\r\n"),
    "a length and chunks": post(f"{CHUNKED}Content-Length: 2\r\n", f"2\r\n{{}}\r\n{LAST}"),
    "two lengths": post("Content-Length: 2\r\nContent-Length: 3\r\n", "{} "),
    "a negative length": post("Content-Length: -2\r\n", "{}"),
    "a length in words": post("Content-Length: two\r\n", "{}"),
    "a length with a sign": post("Content-Length: +2\r\n", "{}"),
    "a length beyond all limits": post(f"Content-Length: {'9' * 26}\r\n", "{}"),
    "chunked twice": post(2 * CHUNKED, LAST),
    "a header without a colon": post("X y\r\n"),
    "a header with a space before the colon": post("X : a\r\n"),
    "a header with NUL": post("X: a\x00b\r\n"),
    "huge headers": post(f"X: {'a' * 300_000}\r\n"),
    "5,000 headers": post("".join(f"X{number}: a\r\n" for number in range(5_000))),
    "options that are not ASCII": post('Unsaid-Request: {"name": "\xff"}\r\nContent-Length: 2\r\n', "ab", DOCX),
    "options that are long": post(f"Unsaid-Request: {'[' * 7_000}\r\nContent-Length: 2\r\n", "ab", DOCX),
    "a form without a boundary": post("Content-Length: 2\r\n", "{}", "multipart/form-data"),
    "a content type that is none": post("Content-Length: 2\r\n", "{}", '\xff/;;=;"'),
    "a long address": post("Content-Length: 2\r\n", "{}", path=f"/{'a' * 100_000}"),
    "a long id": post("Content-Length: 2\r\n", "{}", path=f"/v1/reviews/{'a' * 3_000}/submit"),
    "an id with NUL": post("Content-Length: 2\r\n", "{}", path="/v1/reviews/%00/submit"),
    "an id that is no UTF-8": post("Content-Length: 2\r\n", "{}", path="/v1/reviews/%ff%fe/submit"),
    "a version that does not exist": post("Content-Length: 2\r\n", "{}", version="9.9"),
    "bytes that are no HTTP": "\x16\x03\x01\x02\x00\x01\r\n\r\n",
}

CUT_SHORT = {
    "in a chunk": post(CHUNKED, "50\r\nhello"),
    "in the size of a chunk": post(CHUNKED, "5"),
    "before the last chunk": post(CHUNKED, "2\r\n{}\r\n"),
    "in a chunk of a form": post(CHUNKED, "50\r\n--x", FORM),
    "before its length": post("Content-Length: 20\r\n", "{}"),
    "in a form, before its length": post("Content-Length: 200\r\n", "--x\r\n", FORM),
}


@pytest.fixture(scope="module", params=["gunicorn", "waitress"])
def server(request, sample_registry, tmp_path_factory):
    if request.param == "gunicorn" and sys.platform == "win32":
        pytest.skip("gunicorn does not run on Windows")
    data = {"UNSAID_DATA": str(tmp_path_factory.mktemp("data")), "UNSAID_REGISTRY": str(sample_registry)}
    how = {"command": (sys.executable, "-c", AS_ON_WINDOWS)} if request.param == "waitress" else {}
    options = () if how else ("--workers", "1")
    with running(Settings.from_environment({**data, "UNSAID_NER": "none"}), *options, **how) as server:
        server.name = request.param
        yield server


def said(server, text, *, cut=False):
    """The first line of the answer to what is sent to the letter; b"" where the server hangs up without one."""
    with server.socket() as connection:
        connection.sendall(text.replace("TOKEN", server.signed_in["Authorization"]).encode("latin-1"))
        if cut:
            connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as answer:
            return answer.readline()


@pytest.mark.parametrize("what", MALFORMED)
def test_malformed_requests_get_a_client_error(server, what):
    try:
        status = int(said(server, MALFORMED[what]).split()[1])
    except (ConnectionResetError, BrokenPipeError):
        pytest.skip("the server had hung up before all was sent")  # what it said may be lost with it
    assert 400 <= status < 500
    assert server.ask("GET", "/healthz").status == 200
    assert not any(line.get("event") == "unforeseen" for line in server.lines())


@pytest.mark.parametrize("where", CUT_SHORT)
def test_a_request_that_is_cut_short_is_not_worked_on(server, where):
    """Waitress gives a request to nobody before all of it is there, and hangs up."""
    answer = said(server, CUT_SHORT[where], cut=True)
    assert answer.split()[1:2] == [b"400"] if server.name == "gunicorn" else answer == b""
    assert server.ask("GET", "/healthz").status == 200


def test_nothing_that_follows_a_bad_chunk_is_taken_for_a_request(server):
    smuggled = "GET /v1/version HTTP/1.1\r\nHost: localhost\r\n\r\n"
    sent = post(CHUNKED, f"zz\r\n{smuggled}") + smuggled
    with server.socket() as connection:
        connection.sendall(sent.replace("TOKEN", server.signed_in["Authorization"]).encode())
        with connection.makefile("rb") as answer:
            assert answer.read().count(b"HTTP/1.1 ") == 1


UNREAD = {
    "a chunk that is none": f"{CHUNKED}\r\nzz\r\nhello\r\n{LAST}",
    "a trailer that is none": f"{CHUNKED}\r\n2\r\n{{}}\r\n0\r\nX y\r\n\r\n",
    "a body that is cut short": "Content-Length: 20\r\n\r\n{}",
    "a length beyond all limits": f"Content-Length: {'9' * 20}\r\n\r\n{{}}",
}


@pytest.mark.parametrize("what", UNREAD)
@pytest.mark.parametrize("line", ["GET /v1/version", "POST /v1/version", "POST /v1/copies", "GET /nothing"])
def test_a_malformed_body_that_nobody_read_gets_no_second_response(server, line, what):
    """A proxy would take it for the response to the next request, which may be someone else's."""
    with server.socket() as connection:
        connection.sendall(f"{line} HTTP/1.1\r\nHost: localhost\r\n{UNREAD[what]}".encode())
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as answer:
            assert answer.read().count(b"HTTP/1.1 ") <= 1
    assert not any(line.get("status", 0) >= 500 for line in server.lines())


def get(path, headers=""):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: TOKEN\r\n{headers}\r\n"


@pytest.mark.parametrize("name", ["SCRIPT_NAME", "PATH_INFO", "Script-Name", "Path-Info"])
def test_no_header_says_which_address_is_requested(server, name):
    """What a proxy has let pass by its address is what is answered, however near it is."""
    assert said(server, get("/pane/v1/version", f"{name}: /pane\r\n")).split()[1] == b"404"
    assert said(server, get("/v1/version", f"{name}: /v1/jobs\r\n")).split()[1] == b"200"


PASSED_ON = (
    "Forwarded: for=192.0.2.7",
    "X-Forwarded-For: 192.0.2.7",
    "X-Forwarded-Host: a",
    "X-Real-IP: a",
    "Via: a",
)


@pytest.mark.parametrize("header", PASSED_ON)
def test_the_start_up_token_is_refused_where_a_proxy_has_passed_it_on(server, header):
    assert said(server, get("/v1/jobs")).split()[1] == b"200"
    assert said(server, get("/v1/jobs", f"{header}\r\n")).split()[1] == b"401"
