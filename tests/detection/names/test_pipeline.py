"""The seat of names: what a pipeline reads, and where in the document its answers stand."""

from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.pipeline import EntityRecognizer, EntityRuler
from spacy.tokens import SpanGroup

from backend.detection.names.pipeline import MAX_AT_ONCE, UNSCORED, NamePipeline, load
from backend.document.placeholders import ENTITIES
from backend.document.tokens import IGNORED
from backend.errors import PipelineUnusable
from backend.messages.reasons import ReadsLikeName

PATTERNS = [
    {"label": "PERSON", "pattern": [{"TEXT": "Ann"}, {"TEXT": "Okafor"}]},
    {"label": "PERSON", "pattern": [{"TEXT": "Okafor"}]},
    {"label": "PERSON", "pattern": [{"TEXT": "Ann"}, {"IS_SPACE": True}, {"TEXT": "Okafor"}]},
    {"label": "ORG", "pattern": "Meridian Foods"},
    {"label": "GPE", "pattern": "Leeds"},
    {"label": "DATE", "pattern": "Friday"},
    {"label": "NORP", "pattern": "Danish"},
    {"label": "MONEY", "pattern": "ten dollars"},
]


def ruler(folder, patterns):
    """A pipeline without training: rules, written to disk and loaded as any other."""
    nlp = spacy.blank("en")
    cast("EntityRuler", nlp.add_pipe("entity_ruler")).add_patterns(patterns)
    nlp.to_disk(folder)
    return load(folder)


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    return ruler(tmp_path_factory.mktemp("pipeline"), PATTERNS)


def found(names, *texts):
    (story,) = names.find([texts]).matches
    return [[(each.entity, each.span.of(text)) for each in block] for text, block in zip(texts, story, strict=True)]


def test_names_are_reported_by_our_words_and_in_the_block_where_they_stand(names):
    assert found(names, "On Friday Ann Okafor", "", "left Leeds for Meridian Foods, a Danish firm.") == [
        [("DATE_TIME", "Friday"), ("PERSON", "Ann Okafor")],
        [],
        [("LOCATION", "Leeds"), ("ORGANIZATION", "Meridian Foods"), ("NRP", "Danish")],
    ]


def test_labels_that_unsaid_does_not_use_are_dropped(names):
    assert found(names, "It cost ten dollars in Leeds") == [[("LOCATION", "Leeds")]]
    assert {match.entity for match in names.find([["Leeds"]]).matches[0][0]} <= set(ENTITIES)


def test_all_stories_are_answered_in_their_order(names):
    answer = names.find([["Leeds"], [], ["nothing", "Friday"]]).matches
    assert [[[each.entity for each in block] for block in story] for story in answer] == [
        [["LOCATION"]],
        [],
        [[], ["DATE_TIME"]],
    ]


def test_a_name_that_runs_over_two_blocks_is_cut_between_them(names):
    assert found(names, "signed Ann", "Okafor wrote") == [[("PERSON", "Ann")], [("PERSON", "Okafor")]]


def test_a_name_is_found_with_invisible_characters_inside_it(names):
    text = "by Ann\u00a0Oka\u00adfor\u200b and Le\u200beds"
    assert found(names, text) == [[("PERSON", "Ann\u00a0Oka\u00adfor"), ("LOCATION", "Le\u200beds")]]


def test_a_placeholder_is_neither_a_name_nor_part_of_one(tmp_path):
    everything = ruler(tmp_path, [{"label": "PERSON", "pattern": [{"OP": "+"}]}])
    assert found(everything, "[PERSON 1] Okafor [CLIENT]", "[TERM]") == [[("PERSON", "Okafor")], []]


GERMAN = "Der Vertrag wird von beiden Parteien nicht vor dem Ende des Jahres gekündigt, sagt Ann Okafor in Leeds."


def test_in_another_language_only_names_known_from_the_rest_are_found_and_this_is_reported(names):
    english = "This is what Ann Okafor wrote to all of them about what she had been told by the others in May:"
    text = f"{english}\n\n{GERMAN}\n\n{english}"
    answer = names.find([[text]])
    assert answer.unread == {"German": 1}
    assert [[match.span.of(text) for match in block] for block in answer.matches[0]] == [["Ann Okafor"] * 3]
    assert names.find([[GERMAN]]).matches == (((),),)


def test_in_another_language_rules_find_nothing_of_their_own_and_speak_for_no_other_place(names):
    german = GERMAN.replace("Ann Okafor in Leeds", "Frau Vasak von der Halden Foods Ltd")
    english = "They would not have had this without Vasak and the others, who were there before all of them."
    assert found(names, german, english) == [[], []]
    assert found(names, f"{english}\n\n{german}\n\n{english}") == [[]]
    assert found(names, "by Frau Vasak", english) == [[("PERSON", "Frau Vasak")], [("PERSON", "Vasak")]]


def test_texts_beside_tell_the_language_of_short_ones_and_are_not_searched(names):
    assert names.find([["Ann Okafor, Leeds"]], beside=[GERMAN]) == names.find([["Herr Vasak, Hull"]], [GERMAN])
    answer = names.find([["Ann Okafor, Leeds"]], beside=[GERMAN])
    assert (answer.matches, answer.unread, answer.paragraphs) == ((((),),), {"German": 1}, 1)
    assert len(names.find([["Ann Okafor, Leeds"]]).matches[0][0]) == 2


def test_a_redacted_paragraph_has_the_language_that_it_had_before(names):
    english = "They would not have had this without him and the others, who were there before all of them."
    german = "Das ist nicht der Brief von Frau Vasak an Ann Okafor in Leeds"
    left = german.replace("nicht der Brief von Frau Vasak", "[TERM 1]")
    assert names.find([[english, german]]).unread == {"German": 1}
    assert names.find([[english, left]]).unread == {}
    answer = names.find([[english, left]], before=[[english, german]])
    assert (answer.unread, answer.matches) == ({"German": 1}, (((), ()),))
    apart = names.find([[f"{english}\n\n{left}"]], before=[[german]])
    assert apart == names.find([[f"{english}\n\n{left}"]]), "what has become two is judged as it is"


def test_without_scores_a_name_has_the_usual_certainty_and_a_reason(names):
    ((((match,),),),) = [names.find([["Leeds"]]).matches]
    assert (match.score, match.why) == (UNSCORED, ReadsLikeName("LOCATION"))


def test_scores_of_the_pipeline_are_taken(tmp_path):
    nlp = spacy.blank("en")

    def scored(doc):
        doc.spans["names"] = SpanGroup(doc, spans=[doc.char_span(0, 5, label="PERSON")], attrs={"scores": [0.42]})
        return doc

    nlp.add_pipe(spacy.language.Language.component("scored_for_a_test", func=scored) and "scored_for_a_test")
    ((((match,),),),) = [NamePipeline(nlp).find([["Leeds"]]).matches]
    assert (match.entity, match.score) == ("PERSON", 0.42)


@pytest.mark.parametrize("space", [" ", ""], ids=["words", "no spaces"])
def test_a_paragraph_of_megabytes_is_read_in_parts(names, space):
    """Each part ends at white space where there is some, so that no name is cut."""
    text = (f"Leeds{space or '.'}" * (2 * MAX_AT_ONCE // 5))[: 2 * MAX_AT_ONCE + 10]
    (block,) = found(names, text)
    assert len(block) >= text.count("Leeds") - (0 if space else 2)
    assert {word for _, word in block} == {"Leeds"}


@pytest.mark.parametrize("sign", ["(", "👍", "\"'", "a.b-c("])
def test_signs_without_a_space_do_not_stop_a_pipeline(names, sign):
    """spaCy alone takes minutes for each of these; the limit of time is the test's own."""
    assert found(names, sign * 100_000 + " Leeds") == [[("LOCATION", "Leeds")]]


TEXTS = st.text(
    st.sampled_from("Ann Okafor Leeds\n\t[CLIENT]é\u0301漢👍\x00\ud800" + IGNORED[:8] + "\u2028"), max_size=60
)


@given(st.lists(st.lists(TEXTS, max_size=4), max_size=3))
def test_any_text_is_answered_with_places_in_it(names, stories):
    answer = names.find(stories)
    assert [len(story) for story in answer.matches] == [len(story) for story in stories]
    for story, blocks in zip(stories, answer.matches, strict=True):
        for text, matches in zip(story, blocks, strict=True):
            spans = [each.span for each in matches]
            assert all(0 <= one.start < one.end <= len(text) for one in spans)
            assert all(one.end <= other.start for one, other in pairwise(spans))
            assert all(span.of(text).strip() for span in spans)


@given(st.integers(0, 6), st.integers(0, 6), st.sampled_from(IGNORED))
def test_places_are_those_of_the_untouched_text(names, before, inside, unseen):
    """The name stands behind `before` unseen characters and holds one after its letter `inside`."""
    name = "Okafor"[:inside] + unseen + "Okafor"[inside:]
    text = unseen * before + "the " + name + " left"
    ((((match,),),),) = [names.find([[text]]).matches]
    assert match.span.of(text).replace(unseen, "") == "Okafor"


def test_only_pipes_that_names_need_are_kept(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    cast("EntityRecognizer", nlp.add_pipe("ner")).add_label("PERSON")
    nlp.initialize()
    nlp.to_disk(tmp_path)
    assert load(tmp_path)._nlp.pipe_names == ["ner"]


SHIPPED = Path(__file__).parents[3] / "models" / "ner"


@pytest.mark.parametrize("shipped", [True, False], ids=["ours", "another"])
def test_a_pipeline_keeps_no_word_of_a_document(names, shipped):
    names = load(SHIPPED) if shipped else names
    before = set(names._nlp.vocab.strings)
    answers = [names.find([["Xylophonist Ann Okafor, of Leeds, wrote quixotically."]]) for _ in range(2)]
    assert answers[0] == answers[1]
    assert any(answers[0].matches[0][0])
    assert set(names._nlp.vocab.strings) == before


def test_a_vocabulary_that_has_met_very_many_words_is_made_again(monkeypatch):
    names = load(SHIPPED)
    answer = names.find([["Ann Okafor of Leeds"]])
    monkeypatch.setattr("backend.detection.names.pipeline.MAX_WORDS_MET", len(names._nlp.vocab))
    met = names._nlp.vocab
    names.find([["words that it has never met: xylophonist, quixotically"]])
    assert names._nlp.vocab is met
    assert names.find([["Ann Okafor of Leeds"]]) == answer
    assert names._nlp.vocab is not met
    assert len(names._nlp.vocab) < len(met)


def test_a_pipeline_is_loaded_once(tmp_path):
    assert ruler(tmp_path, PATTERNS) is load(tmp_path)


@pytest.mark.parametrize("name", ["nowhere/at/all", "no_such_package"])
def test_a_missing_pipeline_says_which_and_what_to_do(name):
    with pytest.raises(PipelineUnusable, match=f"{name}.*no such folder or package.*UNSAID_NER.*make ner"):
        load(name)


def test_a_pipeline_without_its_encoder_says_so(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("encoder_ner")
    nlp.to_disk(tmp_path)
    with pytest.raises(PipelineUnusable, match=r"cannot be loaded.*make ner"):
        load(tmp_path)


def test_a_broken_pipeline_says_so(tmp_path):
    spacy.blank("en").to_disk(tmp_path)
    with pytest.raises(PipelineUnusable, match="no component that finds names"):
        load(tmp_path)
    (tmp_path / "config.cfg").write_text("[nlp]\nlang = 3\n")
    with pytest.raises(PipelineUnusable, match=r"cannot be loaded.*make ner"):
        load(str(tmp_path))
