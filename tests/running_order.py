"""Which tests are slow, and in which order tests run: quick files first, then the slow ones, the longest first.

`make quick` runs the quick files alone. In `make check` a mistake in a unit test shows within the first minutes,
and no process is left with a long file when the others have finished.
"""

from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent

SLOW = (
    "storage/test_attacks_on_rows.py",
    "storage/test_attacks_at_random.py",
    "web/test_approvals.py",
    "browser",
    "worker",
    "web/test_contract.py",
    "services/test_term_selection.py",
    "web/test_redactions.py",
    "web/test_reviews.py",
    "web/test_changed_meanwhile.py",
    "web/test_policies.py",
    "ooxml/test_bad_input.py",
    "web/test_sign_in_groups.py",
    "web/test_odd_entries.py",
    "web/test_grants.py",
    "web/test_outcome_claims.py",
    "services/test_amounts_together.py",
    "web/test_amounts_together.py",
    "web/test_index.py",
    "web/test_released.py",
    "web/test_audit.py",
    "surfaces",
    "wordhost",
    "leaks",
    "cli",
    "evaluation",
    "web/test_hidden_differences.py",
    "web/test_hidden_clients.py",
    "web/test_no_stored_text.py",
    "web/test_every_field.py",
    "web/test_rights.py",
    "web/test_contract_trouble.py",
    "services/test_outcome_places.py",
    "services/test_outcome_outside_text.py",
    "services/test_outcome.py",
    "services/test_outcome_layers.py",
    "services/test_outcome_as_shown.py",
    "services/test_k_inside_industry.py",
    "services/test_no_text_kept_in_memory.py",
    "storage/test_backup.py",
    "storage/test_reviews_model.py",
    "storage/test_attacks_on_the_trail_and_backups.py",
    "storage/test_attacks_on_schema.py",
    "storage/test_attacks_after_rotation.py",
    "storage/test_attacks_on_answers.py",
    "storage/test_reviews.py",
    "storage/test_jobs_model.py",
    "storage/test_clients.py",
    "storage/test_hash_chain.py",
    "storage/test_killed_processes.py",
    "web/test_runaway_work.py",
    "web/test_batches.py",
    "web/test_analyses.py",
    "web/test_slow_clients.py",
    "web/test_malformed_http.py",
    "web/test_serve.py",
    "web/test_waitress.py",
    "web/test_shared_counters.py",
    "web/test_sign_in_served.py",
    "web/test_sign_in_with_a_provider.py",
    "web/test_spare_memory.py",
    "web/test_pane_types.py",
    "web/test_jobs.py",
    "web/test_training.py",
    "web/test_rights_together.py",
    "hostile",
    "processes",
    "ooxml/test_libreoffice.py",
    "ooxml/test_real_files.py",
    "ooxml/test_clean_real_files.py",
    "ooxml/test_redacted_formulas.py",
    "ooxml/test_workbooks_open.py",
    "ooxml/test_fidelity.py",
    "reporting/test_certificate.py",
    "reporting/test_certificate_file.py",
    "services/test_dictionaries.py",
    "services/test_certificate_check.py",
    "services/test_model_training.py",
    "services/test_attack.py",
    "learning/test_registry.py",
    "learning/test_leave_one_out.py",
    "detection/names/test_pipeline.py",
    "detection/names/test_no_output.py",
    "ner_training",
    "manifest",
    "test_no_leaks.py",
    "test_workers.py",
)
"""Folders and files that start services, browsers, LibreOffice, PostgreSQL or many processes, or train for long."""


@cache
def slowness(path: Path) -> int:
    """Return the place of a file in SLOW, counted from 1; 0 for a quick file."""
    if not path.is_relative_to(TESTS):
        return 0
    names = path.relative_to(TESTS)
    return next((place for place, slow in enumerate(SLOW, 1) if names.is_relative_to(slow)), 0)


def needs_postgresql(item) -> bool:
    """Whether a test is the variant of itself that runs on PostgreSQL."""
    return hasattr(item, "callspec") and any(str(value) == "postgresql" for value in item.callspec.params.values())
