"""Sentences beside the tables of spellings in which no term stands: nothing in them is redacted or reported."""

import pytest

from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedString
from backend.document.spans import Span
from backend.verification.matching import Needles

INNOCENT = (
    ("Renate Krüger", "Set x=20 and y=C3 before the run."),
    ("Renate Krüger", "The query is a=b=C3=BC, of no meaning."),
    ("Renate Krüger", "Write C:\\20\\c3 for the folder."),
    ("Renate Krüger", "A comma is written \\, in such a name."),
    ("Renate Krüger", "Ã is a letter of Portuguese, and Ä one of German."),
    ("Renate Krüger", "São Paulo – ÄÖÜ – Åland – CAFÉ–BAR"),
    ("Renate Krüger", "=?utf-8?Q?Monthly_report?="),
    ("Renate Krüger", "=?utf-8?B?TW9udGhseSByZXBvcnQ=?="),
    ("Renate Krüger", "CN=Printers\\, second floor,OU=x"),
    ("Renate Krüger", "Kruger National Park, and Renate from the shop"),
    ("Contoso Ltd", "The contract is limited to one year."),
    ("Contoso Ltd", "Another company, Fabrikam Limited, made the offer."),
    ("Contoso Inc.", "All costs are included, and tax is incorporated in the price."),
    ("Target Corporation", "We met the target in March."),
    ("Target Corporation", "Target dates are set by the board."),
    ("Target Corporation", "The corporation owns a target range."),
    ("Universal Ltd", "A universal rule applies."),
    ("Universal Ltd", "Universal access is a goal of the plan."),
    ("Consulting GmbH", "Consulting is charged by the hour."),
    ("Heritage Ltd", "Heritage buildings are listed."),
    ("Premier Inc", "The premier league begins in August."),
    ("General Company", "General terms apply."),
    ("Orange S.A.", "An orange lamp means that the machine waits."),
    ("Orange S.A.", "Orange is the colour of the label."),
    ("Apple Inc.", "Apple juice and apple cake were served."),
    ("Horizon AG", "The horizon was clear."),
    ("Standard Bank Ltd", "The standard is the same for each bank."),
    ("Oak Co.", "The oak table stands in the co-op."),
    ("Summit LLC", "The summit takes place in May."),
    ("Bell SA", "The bell rang. SA stands for South Africa."),
    ("Sun Oy", "The sun was in Oy for a week."),
    ("River AB", "The river has a type AB bed."),
    ("Fox A/S", "As the fox runs, so it eats."),
    ("First National Corp", "The first national survey was made in 2012."),
    ("Renate Krüger", "Renate Maier und Peter Krüger kamen."),
    ("Renate Krüger", "Peter Krüger und Renate Maier kamen."),
    ("Renate Krüger", "Peter Krüger & Renate Maier kamen, Peter Krueger and Renate Maier gingen."),
    ("Renate Krüger", "Is Renate here? Peter Krüger asked."),
    ("A1 Logistik", "Blatt A1, Logistik und Lager"),
    ("Lindenallee 17, 10115 Berlin", "Lindenallee 18, 10115 Berlin"),
    ("Lumen+", "A lamp of 500 lumen. Lumen is a unit."),
    ("NASKO", "N. A. from S. K. O."),
    ("3 May 1961", "Section 3. V. 1962 and 3/May/1962"),
    ("KX-4471-B", "KX (4471) and B"),
    ("Renate Krüger", "Renate and Maria met in Berlin."),
    ("Renate Krüger", "We met Renate. Then Krüger's rival came."),
    ("Renate Krüger", "Renate, Anna and Maria Krüger-Lindt, who is no relative, came."),
    ("Renate Krüger", "Renate said that the Krüger Park is far."),
    ("Renate Krüger", "Frau Renate Lindt wrote to Dr. Kruse."),
    ("Renate Krüger", "Renate Schmidt and Peter Krüger married."),
    ("Renate Krüger", "Peter Krüger, Renate Maier und Otto Schulz waren da."),
    ("Renate Krüger", "Peter Krüger; Renate Maier"),
    ("Renate Krüger", "Maier, Renate; Krüger, Otto"),
    ("Quintessa", "Die Quintessenz des Briefs ist alt."),
    ("Target Corporation", "Targetvalues are set by Targetians."),
    ("Renate Krüger", "Die Renatenstraße ist gesperrt."),
    ("Rose Day", "A rose a day keeps you happy."),
    ("Rose Day", "On Rose Garden Day the park is open."),
    ("Rose Day", "On D-Day, Rose was in France."),
    ("Rose Day", "After the dr. the day began."),
    ("Mark Hill", "Mark my words: the hill is steep."),
    ("Mark Hill", "Mark the top of the hill."),
    ("Grace Field", "With grace the field was won."),
    ("May Long", "It may take long."),
    ("Will Power", "He will use power."),
    ("Will Power", "Will the power return?"),
    ("Art Park", "The art in the park is new."),
    ("Rich Banks", "Rich and large banks pay more."),
    ("Dr. Frank Stone", "To be frank, the stone is loose."),
    ("Dr. Frank Stone", "The dr. said it is a kidney stone."),
    ("Hope Winter", "We hope that winter ends."),
    ("Hope Winter", "Hope, winter and spring."),
    ("Anna Martens", "The shoes of Doc Marten are black."),
    ("Peter Maria Lang", "Peter stayed lang in Wien."),
    ("Gabriel Garcia Marquez", "Gabriel and Garcia met Diego Marquez."),
    ("Gabriel Garcia Marquez", "Marquez spoke. Gabriel Diaz listened."),
    ("Anna Meyer-Landrut", "Anna reist von Meyer nach Landrut."),
    ("Jean-Luc Picard", "Jean and Luc Besson saw Picardy."),
    ("Sue Frame", "Sue them, or frame it."),
    ("Bob Cook", "Bob will cook for the committee."),
    ("Grant Price", "A grant, a price and a share."),
    ("Summer Lake", "In summer the lake is warm."),
    ("Ray Light", "A ray of light fell in."),
    ("Dean Young", "The dean is young."),
    ("Earl Gray", "The Earl spoke of grey skies."),
    ("Grant Price", "Prices of each grant are in the annex."),
    ("B&Q", "Mark b and q on the form."),
    ("Rook Ltd", "The rook is limited to straight moves."),
    ("Lake GmbH & Co. KG", "The lake has 40 kg of fish."),
    ("Robin Marsh", "A robin lives in the marsh."),
    ("Gallen Street", "The team of St. Gallen won."),
    ("King Drive", "We met Dr. King at noon."),
    ("King Drive", "First came King, then Dr. Smith."),
    ("King Street", "He was the 1st king. St Peter wept."),
    ("14 Rose Court", "The court heard 14 roses of witnesses."),
    ("Rose Court", "Rose CT scans were made."),
    ("Karl Avenue", "Karl av Sverige bodde där."),
    ("Avenue Karl", "Han var son av Karl den store."),
    ("Fort Hope", "The boat of 20 ft hope carried us."),
    ("Mount Rose", "The costs mount. Rose left; Mt. Fuji stays."),
    ("Park Place", "In the park, pl. means plural."),
    ("Saint Mary's Hospital", "The hospital in Mary St. is closed."),
    ("Baker Avenue", "The baker said ave and left."),
    ("Bergerstrasse", "Berger wohnt in der Str. am Berg."),
    ("Place Foch", "Foch took the place of Joffre."),
    ("Calle Mayor 5", "The mayor reads section c/5 of the code."),
    ("Viale Monza", "In Monza il v.le è lungo."),
    ("Renate Krüger", "Sagt Renate\\'s Freund; it\\'s Krüger\\'s turn."),
    ("רננה כהן", "ד״ר לוי פגש את רננה מזרחי."),
    ("רננה כהן", "רננה אמרה שלום. כהן לא היה שם."),
    ("محمد الحسني", "الدكتور عمر زار محمد السالمي."),
    ("محمد الحسني", "وصل محمد. زار خالد الحسني البيت."),
    ("Ibex Kortholm", "We saw Ibex. Kortholm was there."),
    ("Ibex Kortholm", "An ibex, of Kortholm, ate."),
    ("4711-0815-22", "Items 4711, 0816 and 22 were sold."),
    ("DE44 5001 0517 5407", "DE44, 5001 and 0518 are rooms."),
    ("Lindenstraße 12", "Linden an der Straße, 12 Stück"),
    ("Lindenstraße 12", "Linden Straße 13"),
    ("Lindenweg 12, 10115 Berlin", "Lindenweg 14, 10115 Berlin"),
    ("14 May 1961", "昭和36年5月15日"),
    ("14 May 1961", "15 พฤษภาคม 2504"),
    ("14 May 1961", "١٥ مايو ١٩٦١"),
    ("14 May 1961", "14 May 1962, 15/5/1961, 1961. 5. 15."),
)


@pytest.mark.parametrize(("term", "sentence"), INNOCENT)
def test_a_sentence_without_the_name_stays_and_is_not_reported(term, sentence):
    assert [span.of(sentence) for _, span in PhraseIndex.of_spellings([Phrase(term)]).find(sentence)] == []
    assert Needles((RedactedString(term, "[REDACTED]"),)).find(sentence) == set()


def test_a_longer_chinese_name_is_reported_and_not_cut():
    assert [*PhraseIndex.of_spellings([Phrase("王伟")]).find("王伟强, 王伟")] == [(0, Span(5, 7))]
    assert Needles((RedactedString("王伟", "[REDACTED]"),)).find("王伟强") == {0}


@pytest.mark.parametrize(
    "text", ["Frau Krüger, Renate Maria", "Krüger, Renate Maria", "Die Kundin Krüger, Renate", "Dr. Krüger, Renate"]
)
def test_a_word_on_one_side_or_a_title_makes_no_list_of_people(text):
    assert [span.of(text) for _, span in PhraseIndex.of_spellings([Phrase("Renate Krüger")]).find(text)] != []
    assert Needles((RedactedString("Renate Krüger", "[REDACTED]"),)).find(text) == {0}


@pytest.mark.parametrize("text", ["A-Krueger left.", "By A-Krueger, head of sales."])
def test_a_letter_and_a_hyphen_hide_no_name(text):
    assert [span.of(text) for _, span in PhraseIndex.of_spellings([Phrase("Krüger")]).find(text)] == ["Krueger"]


def test_there_are_as_many_sentences_as_promised():
    assert len(INNOCENT) >= 60
