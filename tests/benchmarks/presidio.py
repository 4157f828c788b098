"""Presidio's analyzer with a pipeline of ours: the same spaCy directory, and every kind that it knows."""

import spacy
import tldextract
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine
from presidio_analyzer.nlp_engine.ner_model_configuration import MODEL_TO_PRESIDIO_ENTITY_MAPPING
from presidio_analyzer.predefined_recognizers import SpacyRecognizer

from backend.detection.names.pipeline import WHY
from backend.document.spans import Span
from backend.evaluation.span_scores import Labelled

# Presidio checks the ends of e-mail addresses in a list of public suffixes, which it fetches when asked first.
tldextract.extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)  # type: ignore[assignment]

SURE = 0.4
"""Below this Presidio's recognisers say of themselves that they match almost anything."""


def analyzer(pipeline):
    """An engine whose names come from the pipeline in this folder, none of its labels ignored."""
    names = sorted(WHY)
    kinds = {**MODEL_TO_PRESIDIO_ENTITY_MAPPING, **{label: label for label in names}}
    configuration = NerModelConfiguration(labels_to_ignore=[], model_to_presidio_entity_mapping=kinds)
    engine = SpacyNlpEngine([{"lang_code": "en", "model_name": str(pipeline)}], configuration)
    engine.load()
    registry = RecognizerRegistry(supported_languages=["en"])
    registry.load_predefined_recognizers(["en"], engine)
    registry.remove_recognizer("SpacyRecognizer")
    registry.add_recognizer(SpacyRecognizer(supported_entities=names))
    return AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["en"])


def patterns(folder):
    """An engine without names, whose pipeline (written to the folder) only cuts words, as its patterns need."""
    spacy.blank("en").to_disk(folder)
    engine = analyzer(folder)
    engine.registry.remove_recognizer("SpacyRecognizer")
    return engine


def finder(engine, threshold=0.0):
    """What the engine finds, as our finder tells it."""

    def find(text):
        found = engine.analyze(text, language="en", score_threshold=threshold)
        return tuple(Labelled(Span(each.start, each.end), each.entity_type) for each in found)

    return find
