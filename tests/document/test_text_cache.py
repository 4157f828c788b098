"""What is found out about a text is found out once while a document is looked at, and forgotten then."""

import contextvars

from backend.document.text_cache import cached_by_text, cached_texts, cached_texts_once, is_caching


def counting():
    asked = []

    @cached_by_text
    def find(text):
        asked.append(text)
        return [text]

    return find, asked


def test_a_text_is_looked_at_once_while_someone_remembers():
    find, asked = counting()
    with cached_texts():
        assert find("a") is find("a")
        assert find("b") == ["b"]
    assert asked == ["a", "b"]


def test_nothing_is_remembered_before_or_after():
    find, asked = counting()
    find("a")
    with cached_texts():
        find("a")
        assert is_caching()
    find("a")
    assert asked == ["a", "a", "a"]
    assert not is_caching()


def test_a_cache_inside_another_is_the_same_cache():
    find, asked = counting()
    with cached_texts():
        find("a")
        with cached_texts_once():
            find("a")
            find("b")
        find("b")
    assert asked == ["a", "b"]


def test_a_cache_that_nobody_has_begun_ends_with_its_context():
    find, asked = counting()
    with cached_texts_once():
        find("a")
        find("a")
    assert asked == ["a"]
    assert not is_caching()


def test_two_functions_do_not_take_each_others_answers():
    find, _ = counting()
    other = cached_by_text(str.upper)
    with cached_texts():
        assert (find("a"), other("a")) == (["a"], "A")


def test_caches_are_not_shared_between_requests():
    find, asked = counting()
    with cached_texts():
        find("a")
        contextvars.Context().run(find, "a")
    assert asked == ["a", "a"]
