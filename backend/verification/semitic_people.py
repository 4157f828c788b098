"""People in Hebrew or Arabic letters: the raw search's own reading, which begins at the surname."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from backend.verification.bare_letters import bare

_NAME = re.compile("([\u05d0-\u05ea]{2,}) ([\u05d0-\u05ea]{3,})|([\u0621-\u064a]{2,}) ([\u0621-\u064a]{3,})")
_WORD = re.compile("[\u05d0-\u05ea]+|[\u0621-\u064a]+")
_TITLES = (
    "ד[״\"']?ר|פרופ|פרופסור|מר|גב|גברת|עו[״\"']ד|הרב|אדון|השופט|השופטת"
    "|السيد|السيدة|للسيد|والسيد|د|الدكتور|الدكتورة|الأستاذ|الأستاذة|أ|م|الشيخ|المهندس|المهندسة|القاضي|الحاج"
)
_TITLE = re.compile(rf"(?<!\w)[לובהש]?(?:{'|'.join(map(bare, _TITLES.split('|')))})[.'׳]? ?$")
_INITIALS_BEFORE = re.compile(r"(?<!\w)(\w)[.'׳]\s?(?:\w[.'׳]\s?)?$")
_INITIAL_BEHIND = re.compile(r",? (\w)[.'׳]")
_COMMA_BEHIND = re.compile(r"(?:[,،]\s?|\s)(\w+)(?!\w)")
_REACH = 40
_PARENT = frozenset(map(bare, ("بن", "ابن", "بنت", "בן", "בת")))
_ARTICLE = "ال"
_SHORTEST_WITHOUT_ARTICLE = 4
_SHORTEST_WITH_MIDDLE = 4


@dataclass(slots=True)
class SemiticPeople:
    """People by their surname, then by their given name, both bare."""

    _by_surname: dict[str, dict[str, set[int]]] = field(default_factory=dict)

    def add(self, index: int, term: str) -> None:
        """Take a name of two words in."""
        if match := _NAME.fullmatch(bare(term).strip()):
            given, surname = match[1] or match[3], match[2] or match[4]
            short = surname.removeprefix(_ARTICLE)
            for each in {surname, short} if len(short) >= _SHORTEST_WITHOUT_ARTICLE else {surname}:
                self._by_surname.setdefault(each, {}).setdefault(given, set()).add(index)

    def find(self, plain: str) -> Iterator[int]:
        """Yield the people who stand in a text in bare letters with a title, an initial or a name between.

        >>> people = SemiticPeople()
        >>> people.add(3, "محمد الحسني")
        >>> [*people.find("وقع الدكتور الحسني العقد")], [*people.find("محمد وصل. زار الحسني البيت")]
        ([3], [])
        """
        if not self._by_surname or plain.isascii():
            return
        for word in _WORD.finditer(plain):
            if people := self._by_surname.get(word.group()):
                before, after = plain[max(word.start() - _REACH, 0) : word.start()], plain[word.end() :][:_REACH]
                yield from _beside(before, after, people, word.group())


def _beside(before: str, after: str, people: dict[str, set[int]], surname: str) -> Iterator[int]:
    if _TITLE.search(before):
        yield from (index for indices in people.values() for index in indices)
    for found in (_INITIALS_BEFORE.search(before), _INITIAL_BEHIND.match(after)):
        if found is not None:
            yield from (i for given, indices in people.items() if given.startswith(found[1]) for i in indices)
    if behind := _COMMA_BEHIND.match(after):
        yield from people.get(behind[1], ())
    words = before.split(" ")
    if words[-1] == "" and len(words) > 1:
        near = words[:-1]
        yield from people.get(near[-1], ())
        if len(surname) >= _SHORTEST_WITH_MIDDLE and len(near) > 1 and _WORD.fullmatch(near[-1]):
            at = -3 if len(near) > 2 and near[-2] in _PARENT else -2
            yield from people.get(near[at], ())
