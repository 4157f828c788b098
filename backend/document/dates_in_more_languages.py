"""Dates with the names of months in further languages: Baltic, South Slavic, Malay, Caucasian and others."""

from collections.abc import Iterator

_DAY_WITH_DOT: tuple[str, ...] = (
    "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
    "janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember",
    "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra",
    "januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra",
    "januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra",
    "јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра",
    "janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris",
    "janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī decembrī",
)
"""Estonian, Icelandic, Slovak, Slovene, Serbian in both alphabets, and Latvian in two cases."""
_DAY_WITHOUT_DOT: tuple[str, ...] = (
    "януари февруари март април май юни юли август септември октомври ноември декември",
    "јануари февруари март април мај јуни јули август септември октомври ноември декември",
    "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember",
    "Januari Februari Mac April Mei Jun Julai Ogos September Oktober November Disember",
    "Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba",
    "Enero Pebrero Marso Abril Mayo Hunyo Hulyo Agosto Setyembre Oktubre Nobyembre Disyembre",
    "janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor",
    "yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr",
    "հունվարի փետրվարի մարտի ապրիլի մայիսի հունիսի հուլիսի օգոստոսի սեպտեմբերի հոկտեմբերի նոյեմբերի դեկտեմբերի",
    "იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი დეკემბერი",
)
"""Bulgarian, Macedonian, Indonesian, Malay, Swahili, Filipino, Albanian, Azerbaijani, Armenian, Georgian."""
_WITH_DE = "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre"
_LATVIAN = _DAY_WITH_DOT[-2:]
_LITHUANIAN = "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio"


def dates_in_more_languages(year: int, month: int, day: int) -> Iterator[str]:
    """Yield a date in these languages, with the day and with the year first as each has them.

    >>> [*dates_in_more_languages(1951, 9, 21)][-2:]
    ['1951 m. rugsėjo 21 d.', '1951 m. rugsėjo 21']
    """
    at = month - 1
    for names in _DAY_WITH_DOT:
        yield f"{day}. {names.split()[at]} {year}"
    for names in _DAY_WITHOUT_DOT:
        yield f"{day} {names.split()[at]} {year}"
    catalan = _WITH_DE.split()[at]
    yield f"{day} d'{catalan} de {year}" if catalan[0] in "ao" else f"{day} de {catalan} de {year}"
    for names in _LATVIAN:
        yield from (f"{year}. gada {day}. {names.split()[at]}", f"{day}. {names.split()[at]}, {year}")
    lithuanian = _LITHUANIAN.split()[at]
    yield from (f"{year} m. {lithuanian} {day} d.", f"{year} m. {lithuanian} {day}")
