import pytest

from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.document.titles import without_titles
from backend.verification.people_forms import without_honours

BEFORE = (
    "Dr Prof Mr Mrs Ms Miss Herr Frau Sir Lord Lady Dame Mme Mlle Señor Señora Sr Sra Srta Signor Signora Sig Ing"
    " Ir Rev Fr Doctor Professor Mister Madam Monsieur Madame"
)
BEHIND = ("Ph.D.", "PhD", "M.D.", "MBA", "M.Sc.", "B.Sc.", "LL.M.", "Esq.", "Jr.", "III", "CPA", "CFA")


@pytest.mark.parametrize("title", BEFORE.split())
def test_a_title_before_a_name_is_no_part_of_it(title):
    assert without_titles(f"{title}. Renate Krüger") == "Renate Krüger"
    found = [*PhraseIndex.of_spellings([Phrase("Renate Krüger")]).find(f"met {title} Krüger")]
    assert [span.of(f"met {title} Krüger") for _, span in found] == ["Krüger"]


@pytest.mark.parametrize("degree", BEHIND)
def test_a_degree_behind_a_name_is_no_part_of_it(degree):
    assert without_titles(f"Renate Krüger, {degree}") == "Renate Krüger"


def test_degrees_before_a_name_stay_however_many_they_are():
    """An expression that tries each of sixty in two ways would not come to an end."""
    name = "Renate" + " phd" * 60 + " Krüger"
    assert without_titles(name) == name
    assert without_honours(name) == name
