"""Which tests `make check` leaves to `make thorough`: those that take long, most of them of the pane.

`make check` decides whether a change lands, so that people wait for it; docs/decisions/0046-what-make-check-runs.md
says how this table was made. A test that is named on the command line always runs.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

TESTS = Path(__file__).parent

NUMBER_IN_CHECK: Mapping[str, Mapping[str, int]] = {
    "browser/pane/test_accessibility.py": {"test_axe_finds_no_barrier_in_any_view": 0},
    "browser/pane/test_bad_input.py": {
        "test_a_service_of_another_version_asks_to_reload_the_pane": 0,
        "test_after_an_outage_only_the_failed_request_is_repeated": 0,
        "test_controls_are_disabled_while_a_copy_is_made": 0,
        "test_double_clicks_and_early_cancels_do_what_the_pane_shows": 0,
        "test_terms_with_special_characters_are_redacted_and_nothing_else": 0,
    },
    "browser/pane/test_blind_sample.py": {"test_no_approval_before_a_third_person_has_judged_the_sample": 0},
    "browser/pane/test_claims.py": {"test_the_document_as_it_stands_is_not_what_is_planned": 0},
    "browser/pane/test_compare_word.py": {"test_the_pane_asks_every_question_and_the_answers_can_be_pasted": 1},
    "browser/pane/test_complete_redaction.py": {
        "test_a_protected_document_gets_a_clean_copy_and_is_not_changed": 0,
        "test_from_the_open_document_to_a_clean_copy": 1,
    },
    "browser/pane/test_damaged_neighbours.py": {"test_an_honest_redaction_lists_nothing": 0},
    "browser/pane/test_errors.py": {
        "test_a_failing_service_is_reported_and_can_be_retried": 1,
        "test_after_signing_in_again_the_pane_continues_where_it_stopped": 0,
    },
    "browser/pane/test_faults.py": {"test_a_fault_leaves_the_document_unchanged_or_is_reported": 3},
    "browser/pane/test_first_time.py": {"test_signing_out_removes_the_marks_and_asks_for_everything_again": 0},
    "browser/pane/test_list_scrolling.py": {
        "test_chart_and_bars_are_open_once_and_then_stay_as_the_person_left_them": 0,
        "test_several_rows_are_selected_by_mouse_and_keyboard_and_decided_at_once": 0,
        "test_the_filter_opens_the_groups_that_it_hits_and_closes_them_again": 0,
        "test_the_head_of_the_list_and_the_chosen_row_stay_in_sight": 0,
        "test_what_is_filtered_and_a_kind_are_accepted_and_rejected_at_once": 0,
    },
    "browser/pane/test_manual_edits.py": {
        "test_a_second_round_reuses_no_placeholder_number": 0,
        "test_adding_a_term_reports_its_places_or_why_it_was_not_added": 0,
        "test_after_a_wrong_token_another_can_be_typed": 0,
        "test_an_alias_counts_at_once_and_undo_removes_it": 0,
        "test_an_error_is_visible_from_anywhere_in_a_long_list": 0,
        "test_going_to_a_deleted_place_reports_a_changed_document": 0,
        "test_kept_terms_are_mentioned_in_every_outcome": 0,
        "test_stepping_through_redacted_terms_reports_no_change_by_others": 0,
        "test_terms_are_added_as_a_list_and_by_a_pattern": 0,
        "test_the_clean_copy_keeps_the_comments_that_the_person_wants_to_keep": 0,
    },
    "browser/pane/test_many_suggestions.py": {
        "test_after_a_cancel_all_left_places_are_listed_and_can_be_redacted": 0,
        "test_ten_thousand_suggestions_are_rendered_in_pages_and_all_can_be_reached": 0,
    },
    "browser/pane/test_policy_floor.py": {
        "test_a_level_that_rejected_terms_prevent_is_explained": 0,
        "test_the_level_and_the_industry_start_from_the_policy_of_the_client": 0,
        "test_the_pane_says_that_amounts_of_a_column_are_redacted_together": 0,
        "test_without_a_client_the_pane_says_that_the_policy_wants_one": 0,
    },
    "browser/pane/test_protected_documents.py": {
        "test_marks_in_a_protected_document_are_reported_and_removed_later": 0,
        "test_no_copy_is_offered_where_tracking_is_locked_and_word_gives_no_file": 0,
        "test_one_place_of_a_protected_document_is_redacted_in_the_clean_copy": 1,
    },
    "browser/pane/test_reopening.py": {
        "test_a_reopened_pane_asks_with_the_level_and_the_industry_of_before": 0,
        "test_a_reopened_pane_finds_and_marks_nothing_in_redacted_documents": 0,
        "test_a_reopened_pane_shows_the_status_of_a_submitted_review": 0,
        "test_custom_terms_return_also_on_another_machine": 0,
        "test_decisions_of_one_document_do_not_reach_a_copy_with_another_text": 1,
        "test_marks_of_a_closed_pane_are_not_in_the_copy": 0,
        "test_places_left_by_a_fault_can_be_redacted_after_reopening": 0,
    },
    "browser/pane/test_saving.py": {
        "test_another_key_decrypts_nothing": 0,
        "test_a_service_that_goes_away_is_told_and_the_file_is_saved_when_it_is_back": 0,
        "test_the_certificate_and_the_report_are_saved_through_the_browser_too": 0,
        "test_where_a_link_seems_to_have_failed_the_browser_saves_the_last_file": 0,
    },
    "browser/pane/test_service.py": {
        "test_a_cancelled_request_changes_nothing_when_its_answer_comes_late": 0,
        "test_a_failed_submission_can_be_repeated": 0,
        "test_a_pane_of_another_version_says_so_before_it_reads_the_document": 0,
        "test_after_a_restart_the_pane_asks_for_the_new_token_and_keeps_decisions": 0,
        "test_decisions_made_while_the_service_is_slow_are_sent_once_in_order": 0,
    },
    "browser/pane/test_sessions.py": {"test_every_claim_holds_after_every_step_of_a_random_session": 0},
    "browser/pane/test_several_people.py": {
        "test_a_claim_that_is_gone_shows_whose_turn_it_is": 0,
        "test_a_pane_that_gets_the_focus_again_shows_what_others_have_decided": 0,
        "test_one_person_submits_two_approve_and_a_returned_review_is_checked_again": 0,
    },
    "browser/pane/test_try_out.py": {
        "test_a_text_box_stands_where_it_is_and_is_shown_as_redacted": 0,
        "test_another_sample_and_an_own_file_are_opened_in_place_of_the_first": 0,
        "test_ending_the_page_ends_its_service": 0,
        "test_next_and_previous_scroll_the_document_to_the_place": 0,
    },
    "browser/pane/test_undo.py": {
        "test_a_name_that_was_half_bold_is_half_bold_again": 0,
        "test_the_review_says_the_same_after_an_undo": 0,
        "test_the_whole_report_reads_and_looks_as_before": 0,
        "test_what_somebody_wrote_in_since_is_left_alone_and_reported": 1,
        "test_with_tracked_changes_on_nothing_of_it_is_tracked": 0,
    },
    "browser/pane/test_unreported_edits.py": {"test_a_change_that_word_tells_of_is_noticed_at_once": 1},
    "browser/pane/test_with_name_pipeline.py": {"test_every_claim_holds_until_the_clean_copy": 0},
    "browser/pane/test_with_policy.py": {
        "test_an_exception_of_a_reviewer_is_shown_and_valid_for_that_document_only": 0
    },
    "browser/test_pane_gallery.py": {"test_axe_finds_nothing_in_any_state": 1},
    "browser/test_word_changes.py": {"test_two_thousand_own_marks_are_no_change_and_cost_no_request_each": 0},
    "browser/test_word_marks_by_bookmark.py": {
        "test_marks_go_and_own_highlights_stay_after_the_settings_were_emptied": 3,
        "test_very_many_highlights_of_the_persons_own_stay": 0,
    },
    "browser/test_wordhost.py": {"test_the_questions_for_word_are_asked_from_the_page": 0},
    "cli/test_lazy_imports.py": {
        "test_with_a_store_commands_read_it": 0,
        "test_without_a_store_no_command_loads_the_database": 2,
    },
    "cli/test_objectives.py": {
        "test_every_objective_can_be_requested": 2,
        "test_training_reports_the_cost_and_effect_of_each_margin": 0,
    },
    "cli/test_serve.py": {"test_the_demo_trains_the_sample_once_in_a_registry_of_its_own": 0},
    "evaluation/test_companies.py": {"test_names_are_always_redacted_and_k_is_measured_on_the_rest": 0},
    "evaluation/test_experiments.py": {
        "test_every_experiment_gives_figures_under_its_own_name": 4,
        "test_every_experiment_gives_the_same_figures_again": 2,
        "test_nesting_costs_nothing_at_k_2_and_is_reported_for_both_corpora": 0,
    },
    "hostile/test_described.py": {"test_a_hostile_file_is_redacted_or_refused_with_its_error_code": 50},
    "hostile/test_fuzz.py": {"test_fuzzed_pictures_are_cleaned_replaced_or_refused": 0},
    "ooxml/test_clean_real_files.py": {
        "test_libreoffice_accepts_the_same": 0,
        "test_removing_hidden_text_does_not_change_what_libreoffice_prints": 0,
    },
    "ooxml/test_real_files.py": {"test_real_files_lose_the_gaps_and_nothing_else": 0},
    "processes/test_pool.py": {"test_work_that_never_ends_is_ended": 2},
    "services/test_drawn_rank.py": {"test_no_rank_is_that_of_more_than_its_share_of_releases": 0},
    "services/test_term_selection.py": {"test_warnings_name_no_other_client": 2},
    "storage/test_attacks_at_random.py": {"test_no_mix_of_two_moments_gives_anyone_more": 1},
    "storage/test_attacks_between_installations.py": {"test_no_rows_of_another_installation_count_here": 1},
    "storage/test_attacks_on_rows.py": {
        "test_a_value_of_another_type_is_another_value": 5,
        "test_changing_a_column_adds_no_rights": 7,
        "test_rolling_back_rows_adds_no_rights": 6,
    },
    "storage/test_policies_of_names.py": {"test_no_sequence_undoes_what_another_administrator_requires": 1},
    "storage/test_reviews_model.py": {"test_concurrent_work_of_three_people_loses_and_duplicates_nothing": 1},
    "storage/test_rotations_killed.py": {"test_a_rotation_that_is_killed_anywhere_can_be_made_again": 2},
    "surfaces/test_one_request.py": {
        "test_a_redaction_is_the_same_on_every_surface": 4,
        "test_an_analysis_is_the_same_on_every_surface": 4,
    },
    "web/test_changed_meanwhile.py": {
        "test_a_release_was_in_force_when_it_was_recorded": 10,
        "test_an_approval_that_was_withdrawn_releases_nothing": 2,
        "test_changes_for_other_documents_do_not_stop_the_request": 3,
    },
    "web/test_contract.py": {
        "test_allowed_requests_are_answered_as_described": 1,
        "test_disallowed_requests_are_refused_as_described": 1,
    },
    "web/test_hidden_differences.py": {"test_every_answer_is_the_same": 1},
    "web/test_outcome_on_surfaces.py": {"test_no_answer_says_met_of_a_file_that_is_not": 1},
    "web/test_rights.py": {"test_limited_accounts_change_nothing_that_is_not_theirs": 3},
    "web/test_rights_generated.py": {
        "test_a_caller_who_held_less_would_be_found_out": 0,
        "test_callers_neither_change_nor_learn_data_of_other_groups": 0,
        "test_every_operation_succeeds_with_all_rights": 0,
    },
    "web/test_runaway_work.py": {
        "test_a_document_over_the_limits_gets_an_error_and_the_next_request_is_answered": 2,
        "test_no_process_is_left_when_the_service_ends": 1,
    },
    "web/test_sign_in_groups.py": {
        "test_other_groups_clients_have_no_names": 2,
        "test_who_does_not_see_all_clients_gets_no_rank_and_no_probability_of_a_hidden_one": 2,
    },
    "wordhost/test_conformance.py": {"test_the_host_answers_as_expected": 2},
    "worker/test_ended_anywhere.py": {
        "test_a_batch_that_is_ended_anywhere": 4,
        "test_a_training_that_is_ended_anywhere": 4,
        "test_no_output_stays_without_a_row_when_a_stopped_batch_is_ended": 3,
    },
    "worker/test_killed_workers.py": {"test_nothing_that_was_acknowledged_is_lost_or_there_twice": 1},
}
"""Files, their tests, and how many cases of each test `make check` runs, spread over all cases; 0 for none."""


def left_to_thorough(items: Iterable) -> Iterator:
    """Yield the tests of `items` that `make check` does not run by the table; `items` come sorted by file."""
    for path, of_file in groupby(items, key=lambda item: item.path):
        numbers = NUMBER_IN_CHECK.get(path.relative_to(TESTS).as_posix()) if path.is_relative_to(TESTS) else None
        if numbers:
            yield from _left_of_file(tuple(of_file), numbers)


def _left_of_file(items, numbers):
    for name, number in numbers.items():
        cases = [item for item in items if item.originalname == name]
        kept = {place * len(cases) // number for place in range(number)}
        yield from (case for place, case in enumerate(cases) if place not in kept)
