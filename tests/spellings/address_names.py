"""Transformations of streets and places: their generic words abbreviated, and in full."""

from tests.spellings.drawn_names import Names
from tests.spellings.spelled import Spelled, Transformation


def _address(term: str, written: str) -> Transformation:
    """A name of one word with a generic word beside it or behind it."""

    def draw(names: Names) -> Spelled:
        word = names.word() if term.isascii() or "ß" in term else names.cyrillic()
        return Spelled(term.format(n=word), written.format(n=word), (word,))

    return Transformation("addresses", f"{term.format(n='N')} as {written.format(n='N')}", draw)


ADDRESS_NAMES: tuple[Transformation, ...] = (
    _address("14 {n} Street", "14 {n} St"),
    _address("14 {n} Street, London", "14 {n} St., London"),
    _address("14 {n} St.", "14 {n} Street"),
    _address("{n} Street", "{n} St."),
    _address("14 {n} Street", "14 {n} street"),
    _address("{n} Road", "{n} Rd"),
    _address("{n} Rd", "{n} Road"),
    _address("{n} Avenue", "{n} Ave."),
    _address("{n} Ave", "{n} Avenue"),
    _address("14 {n} Avenue", "14 {n} Av"),
    _address("{n} Boulevard", "{n} Blvd."),
    _address("{n} Lane", "{n} Ln."),
    _address("{n} Drive", "{n} Dr."),
    _address("{n} Square", "{n} Sq."),
    _address("{n} Place", "{n} Pl."),
    _address("14 {n} Court", "14 {n} Ct."),
    _address("Saint {n}'s Hospital", "St {n}'s Hospital"),
    _address("Saint {n}'s Hospital", "St. {n}’s Hospital"),
    _address("Saint {n}'s Hospital", "St {n}s Hospital"),
    _address("St. {n}'s Hospital", "Saint {n}'s Hospital"),
    _address("Sainte {n}", "Ste. {n}"),
    _address("Sankt {n}", "St. {n}"),
    _address("St. {n} Klinik", "Sankt {n} Klinik"),
    _address("Mount {n} Clinic", "Mt. {n} Clinic"),
    _address("Mt {n} Clinic", "Mount {n} Clinic"),
    _address("Fort {n} Clinic", "Ft. {n} Clinic"),
    _address("{n}straße 12", "{n}str. 12"),
    _address("{n}strasse", "{n}str."),
    _address("{n}str. 12", "{n}straße 12"),
    _address("{n}str. 12", "{n}strasse 12"),
    _address("Karl-{n}-Straße 7", "Karl-{n}-Str. 7"),
    _address("{n} Straße", "{n} Str."),
    _address("{n}platz 3", "{n}pl. 3"),
    _address("{n} Platz", "{n} Pl."),
    _address("{n}straat 8", "{n}str. 8"),
    _address("{n} Straat 8", "{n} Str. 8"),
    _address("{n} Straat", "{n} Str."),
    _address("12 avenue {n}", "12 av. {n}"),
    _address("boulevard {n}", "bd {n}"),
    _address("bd {n}", "boulevard {n}"),
    _address("place {n}", "pl. {n}"),
    _address("Calle {n} 5", "C/ {n} 5"),
    _address("c/ {n} 5", "calle {n} 5"),
    _address("Avenida de {n}", "Avda. de {n}"),
    _address("Avda. {n}", "Avenida {n}"),
    _address("Viale {n} 4", "V.le {n} 4"),
    _address("Piazza {n}", "P.za {n}"),
    _address("Piazza {n} 9", "P.zza {n} 9"),
    _address("ul. {n}", "ulica {n}"),
    _address("aleja {n}", "al. {n}"),
    _address("plac {n} 3", "pl. {n} 3"),
    _address("osiedle {n}", "os. {n}"),
    _address("улица {n}", "ул. {n}"),
    _address("проспект {n} 7", "пр. {n} 7"),
)
