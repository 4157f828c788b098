"""The manifest is one that every Word takes: what it does not like it does not show, and says nothing."""

import importlib.util
import json
import re
import uuid
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from lxml import etree
from PIL import Image

from backend import __version__
from backend.web.routes.manifest import manifest

ROOT = Path(__file__).parents[2]
ICONS = ROOT / "addin" / "public" / "icons"
ADDRESS = "https://unsaid.example:8443"
DEVELOPMENT = "https://localhost:8000"
ID = "0b2f6a3e-6f0d-4c55-9b60-2f1f8f7f9d11"

MAIN = "http://schemas.microsoft.com/office/appforoffice/1.1"
OVERRIDES = "http://schemas.microsoft.com/office/taskpaneappversionoverrides"
TYPES = "http://schemas.microsoft.com/office/officeappbasictypes/1.0"
XSI = "http://www.w3.org/2001/XMLSchema-instance"

ORDERS = {
    f"{{{MAIN}}}OfficeApp": "Id AlternateId Version ProviderName DefaultLocale DisplayName Description IconUrl "
    "HighResolutionIconUrl SupportUrl AppDomains Hosts Requirements DefaultSettings Permissions VersionOverrides "
    "ExtendedOverrides",
    f"{{{OVERRIDES}}}VersionOverrides": "Description Requirements Hosts Resources WebApplicationInfo",
    f"{{{OVERRIDES}}}DesktopFormFactor": "GetStarted FunctionFile ExtensionPoint",
    f"{{{OVERRIDES}}}GetStarted": "Title Description LearnMoreUrl",
    f"{{{OVERRIDES}}}Group": "Label Icon Control",
    f"{{{OVERRIDES}}}Control": "Label Supertip Icon Action",
    f"{{{OVERRIDES}}}Supertip": "Title Description",
    f"{{{OVERRIDES}}}Action": "TaskpaneId SourceLocation",
    f"{{{OVERRIDES}}}Resources": "Images Urls ShortStrings LongStrings",
}
"""docs-pr: docs/develop/manifest-element-ordering.md; docs-ref: docs/manifest/*.md."""


@pytest.fixture(scope="module")
def root():
    return etree.fromstring(manifest(ADDRESS, ID).encode())


def _found(root, name, space=OVERRIDES):
    return list(root.iter(f"{{{space}}}{name}"))


def test_the_one_of_the_checkout_is_for_a_service_on_this_machine():
    assert (ROOT / "manifest.xml").read_text("utf-8") == manifest(DEVELOPMENT)


@pytest.mark.parametrize("name", ORDERS)
def test_elements_are_in_the_order_that_word_wants(root, name):
    known = ORDERS[name].split()
    elements = list(root.iter(name))
    assert elements
    for element in elements:
        tags = [etree.QName(child).localname for child in element]
        assert set(tags) <= set(known)
        assert tags == sorted(tags, key=known.index)


def test_every_resource_is_there_once_and_used(root):
    ids = [each.get("id") for each in root.iter() if each.get("DefaultValue") and each.get("id")]
    used = {each.get("resid") for each in root.iter() if each.get("resid")}
    assert len(ids) == len(set(ids))
    assert used == set(ids)
    assert max(map(len, ids)) <= 32


def test_texts_are_as_short_as_word_wants(root):
    longest = {f"{{{TYPES}}}ShortStrings": 125, f"{{{TYPES}}}LongStrings": 250}
    for parent, most in longest.items():
        (strings,) = root.iter(parent)
        assert all(0 < len(each.get("DefaultValue")) <= most for each in strings)
    assert len(root.find(f"{{{MAIN}}}DisplayName").get("DefaultValue")) <= 125
    assert len(root.find(f"{{{MAIN}}}Description").get("DefaultValue")) <= 250
    assert all(len(each.get("id")) <= 125 for each in _found(root, "Control") + _found(root, "Group"))


def test_every_address_is_that_of_the_service(root):
    told = [value for each in root.iter() for value in each.attrib.values() if "//" in value]
    assert len(told) > 10
    assert {urlsplit(each)[:2] for each in told} == {("https", "unsaid.example:8443")}


def test_every_icon_is_there_with_as_many_pixels_as_it_says(root):
    for image in _found(root, "Image", TYPES):
        if (address := image.get("DefaultValue")) is not None:
            size = int(re.search(r"icon-(\d+)\.png$", address)[1])
            assert image.get("id") == f"Icon.{size}"
            with Image.open(ICONS / f"icon-{size}.png") as icon:
                assert icon.size == (size, size)
    for control in _found(root, "Control"):
        sizes = {int(each.get("size")): each.get("resid") for each in _found(control, "Image", TYPES)}
        assert {16, 32, 80} <= set(sizes)
        assert sizes == {size: f"Icon.{size}" for size in sizes}
    assert root.find(f"{{{MAIN}}}IconUrl").get("DefaultValue").endswith("/icons/icon-32.png")
    assert root.find(f"{{{MAIN}}}HighResolutionIconUrl").get("DefaultValue").endswith("/icons/icon-64.png")


def test_the_icons_are_those_that_are_drawn():
    spec = importlib.util.spec_from_file_location("draw_icons", ROOT / "addin" / "draw_icons.py")
    icons = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(icons)
    for size in icons.SIZES:
        with Image.open(ICONS / f"icon-{size}.png") as icon:
            assert icon.tobytes() == icons.drawn(size).tobytes()


def test_the_manifest_requires_the_right_word_and_only_document_access(root):
    (needed,) = root.find(f"{{{MAIN}}}Requirements").iter(f"{{{MAIN}}}Set")
    assert dict(needed.attrib) == {"Name": "WordApi", "MinVersion": "1.6"}
    assert root.findtext(f"{{{MAIN}}}Permissions") == "ReadWriteDocument"
    assert root.get(f"{{{XSI}}}type") == "TaskPaneApp"
    (overrides,) = _found(root, "VersionOverrides")
    assert overrides.get(f"{{{XSI}}}type") == "VersionOverridesV1_0"
    assert [each.get("Name") for each in root.find(f"{{{MAIN}}}Hosts")] == ["Document"]


def test_an_id_is_stable_for_an_address_and_differs_between_addresses():
    ids = [
        etree.fromstring(manifest(address).encode()).findtext(f"{{{MAIN}}}Id")
        for address in (ADDRESS, f"{ADDRESS}/", DEVELOPMENT)
    ]
    assert ids[0] == ids[1] != ids[2]
    assert all(uuid.UUID(each) for each in ids)


def test_the_version_is_that_of_the_package_and_of_the_pane(root):
    package = json.loads((ROOT / "addin" / "package.json").read_text("utf-8"))["version"]
    assert root.findtext(f"{{{MAIN}}}Version") == f"{__version__}.0" == f"{package}.0"


def test_support_is_the_start_page_of_the_service_or_the_page_that_is_named(unsaid, tmp_path):
    support = f"{{{MAIN}}}SupportUrl"
    assert etree.fromstring(manifest(ADDRESS).encode()).find(support).get("DefaultValue") == f"{ADDRESS}/"
    out, page = tmp_path / "unsaid.xml", "https://help.halden.example/unsaid"
    assert unsaid("manifest", "--address", ADDRESS, "--support", page, "--out", out).exit_code == 0
    assert etree.parse(out).find(support).get("DefaultValue") == page


def test_the_command_writes_it(unsaid, tmp_path):
    out = tmp_path / "unsaid.xml"
    assert unsaid("manifest", "--address", ADDRESS, "--id", ID, "--out", out).exit_code == 0
    assert out.read_text("utf-8") == manifest(ADDRESS, ID)


@pytest.mark.parametrize(
    "options",
    [
        ["--address", "http://unsaid.example"],
        ["--address", "unsaid.example"],
        ["--address", "https://"],
        ["--address", "https://unsaid.example:port"],
        ["--address", "https://unsaid.example/?a=b"],
        ["--address", "https://somebody@unsaid.example"],
        ["--address", ADDRESS, "--id", "mine"],
        ["--address", ADDRESS, "--support", "http://help.example"],
    ],
)
def test_manifests_that_word_would_refuse_are_refused(unsaid, tmp_path, options):
    out = tmp_path / "unsaid.xml"
    assert unsaid("manifest", *options, "--out", out).exit_code == 2
    assert not out.exists()


def test_an_address_is_text_in_the_manifest_and_no_markup():
    root = etree.fromstring(manifest('https://unsaid.example/a"b&c').encode())
    assert root.find(f"{{{MAIN}}}IconUrl").get("DefaultValue").startswith('https://unsaid.example/a"b&c/pane/')
