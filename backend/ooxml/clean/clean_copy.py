"""Make the clean copy, before anything is read.

Each matter is a module of its own (`revisions`, `comments`, `hidden_text`, `traces`, `workbooks`, and
`ooxml.images` for pictures); embedded packages are cleaned in the same way.
"""

from functools import partial

from backend.document.cleaning import Cleaning, Comments, Images, Revisions
from backend.document.coverage import CoverageEntry
from backend.ooxml.clean.anchors import referenced_anchors, remove_orphaned
from backend.ooxml.clean.comments import Authors, anonymise_comments, remove_comments, remove_unused_people
from backend.ooxml.clean.draft import PackageDraft
from backend.ooxml.clean.hidden_text import remove_hidden_text
from backend.ooxml.clean.revisions import accept_revisions
from backend.ooxml.clean.traces import remove_traces
from backend.ooxml.clean.workbooks import clean_workbook
from backend.ooxml.images.pictures import replace_all_by_grey_boxes
from backend.ooxml.opc.nested_packages import change_all_packages
from backend.ooxml.opc.package import Package, PackageKind


def clean(package: Package, policy: Cleaning) -> tuple[Package, tuple[CoverageEntry, ...]]:
    """Clean a package according to a policy, and return what was done in each part.

    Unchanged parts keep their bytes. Cleaning is idempotent.

    Raises UnsafeDocument as `parse` does; a part that is named XML but is not stays as it is.
    """
    rows: tuple[CoverageEntry, ...] = ()
    if policy != Cleaning(images=policy.images):
        package, rows = change_all_packages(package, partial(_cleaned, policy=policy, authors=Authors()))
    if policy.images is Images.REMOVE:
        package, boxes = change_all_packages(package, replace_all_by_grey_boxes)
        rows += boxes
    return package, rows


def _cleaned(package: Package, policy: Cleaning, authors: Authors) -> tuple[Package, list[CoverageEntry]]:
    draft = PackageDraft(package)
    if package.kind is PackageKind.EXCEL:
        clean_workbook(draft, policy, authors)
    else:
        _clean_document(draft, policy, authors)
    return draft.finished()


def _clean_document(draft: PackageDraft, policy: Cleaning, authors: Authors) -> None:
    anchored = referenced_anchors(draft)
    if policy.revisions is Revisions.ACCEPT:
        for part, root in draft.roots.items():
            for kind, count in accept_revisions(root).items():
                draft.did(part, kind, count)
    if policy.remove_hidden_text:
        remove_hidden_text(draft)
    remove_orphaned(draft, anchored)
    if policy.comments is Comments.REMOVE:
        remove_comments(draft)
    elif policy.comments is Comments.ANONYMISE:
        anonymise_comments(draft, authors)
    if policy.revisions is Revisions.ACCEPT or policy.comments is Comments.REMOVE:
        remove_unused_people(draft)
    if policy.remove_traces:
        remove_traces(draft)
