"""Documents as they are sent and as they come back."""

import base64
import io
import zipfile

import docx

from tests.conftest import SAMPLE

REPORT = (SAMPLE / "steering-committee-report.docx").read_bytes()


def encoded(content):
    return base64.b64encode(content).decode()


def decoded(answer):
    return base64.b64decode(answer["document"])


def word_file(*paragraphs):
    document = docx.Document()
    for each in paragraphs:
        document.add_paragraph(each)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def paragraphs_of(content):
    return [each.text for each in docx.Document(io.BytesIO(content)).paragraphs]


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()
