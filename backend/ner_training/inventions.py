"""Invented passages: forms, letters, signatures, tables and chats, which public sets of names hardly have.

The sentences are our own; the names, streets and towns are drawn by Faker for many countries. They teach how names
stand in business papers: in lower case, in capitals, between labels, on lines of their own, beside words that only
look like names ("the Supplier", "Grant Agreement").
"""

import random
import re
from collections.abc import Callable, Iterator

from faker import Faker

from backend.document.spans import Span
from backend.ner_training.passage import Name, Passage

LOCALES = (
    *("en_US", "en_GB", "en_IN", "en_AU", "de_DE", "de_AT", "fr_FR", "es_ES", "es_MX", "it_IT", "nl_NL", "pl_PL"),
    *("sv_SE", "da_DK", "no_NO", "fi_FI", "cs_CZ", "hu_HU", "ro_RO", "tr_TR", "pt_BR", "pt_PT", "hr_HR", "sl_SI"),
    *("lt_LT", "lv_LV", "et_EE", "id_ID", "vi_VN", "fil_PH", "sk_SK", "fr_CA", "en_NZ", "en_IE", "nl_BE", "en_CA"),
)
_HOME = ("en_US", "en_US", "en_GB")

_PINYIN = (
    "wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng "
    "yu dong xiao cheng cao yuan deng fu shen zeng peng lu su jiang cai jia ding wei xue ye yan pan du dai xia zhong tian fan"
).split()
_GIVEN_PINYIN = (
    "wei fang na min jing lei jun yang yong jie juan tao ming chao xiu xia ping gang hao ran yu xuan zi han yi chen mei ling "
    "hua jian guo qing hong bo ning kai xin yan rui zhe lin wen hui dan shan peng cheng fei qiang jia le"
).split()
_ARABIC = (
    "Ahmed Mohammed Ali Omar Hassan Hussein Khalid Ibrahim Yusuf Mustafa Samir Tariq Karim Nabil Rashid Salim Fatima Aisha "
    "Layla Mariam Zainab Noor Huda Salma Amina Rania Dina Yasmin Abdullah Faisal Hamza Bilal Jamal Walid Ziad Farid Nasser"
).split()
_ARABIC_SURNAMES = (
    "al-Masri al-Hashimi Haddad Nasser Khoury Mansour Saleh Darwish Qureshi Rahman Siddiqui Malik Aziz Fayed Shaheen "
    "el-Sayed bin Laith Abbas Othman Zaki Farouk Hamdan Barakat Issa Sabbagh"
).split()
_SLAVIC = (
    "Ivan Dmitri Sergey Andrei Nikolai Mikhail Aleksandr Vladimir Oleg Yuri Olga Natalia Svetlana Irina Tatyana Galina "
    "Ludmila Oksana Viktor Pavel Magomed Zelimkhan Aslan Ruslan Zaur Timur"
).split()
_SLAVIC_SURNAMES = (
    "Ivanov Petrov Sidorov Kuznetsov Volkov Sokolov Morozov Kovalenko Shevchenko Bondarenko Tkachenko Melnyk Lysenko "
    "Ivanova Petrova Sokolova Magomedov Akhmadov Khashiyev Isayeva Bazorkina Umarov Dzhabrailov Petrenko"
).split()


class Inventor:
    """Draws the parts of invented passages; every draw depends on the seed alone."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self._fakers = {locale: Faker(locale) for locale in LOCALES}
        for faker in self._fakers.values():
            faker.seed_instance(seed)

    def faker(self) -> Faker:
        """One country, home more often than others."""
        return self._fakers[self.draw.choice(_HOME if self.draw.random() < 0.4 else LOCALES)]

    def surname(self) -> str:
        """A surname of anywhere."""
        kind = self.draw.random()
        if kind < 0.08:
            return self.draw.choice(_PINYIN).capitalize()
        if kind < 0.13:
            return self.draw.choice(_ARABIC_SURNAMES)
        if kind < 0.2:
            return self.draw.choice(_SLAVIC_SURNAMES)
        return str(self.faker().last_name())

    def given(self) -> str:
        """A given name of anywhere."""
        kind = self.draw.random()
        if kind < 0.08:
            return "".join(self.draw.sample(_GIVEN_PINYIN, self.draw.randint(1, 2))).capitalize()
        if kind < 0.13:
            return self.draw.choice(_ARABIC)
        if kind < 0.18:
            return self.draw.choice(_SLAVIC)
        return str(self.faker().first_name())

    def person(self) -> str:
        """A whole name, in one of the orders that people write."""
        kind = self.draw.random()
        given, surname = self.given(), self.surname()
        if kind < 0.08:
            return f"{surname}, {given}"
        if kind < 0.16:
            return f"{given} {self._initial()} {surname}"
        if kind < 0.22:
            return f"{self._initial()} {surname}"
        if kind < 0.26:
            return f"{given} {surname}-{self.surname()}"
        if kind < 0.3:
            return f"{given} {self.draw.choice(('van', 'de', 'von', 'Mc', 'Della', 'van der', 'De la', 'da', 'St.'))} {surname}"
        if kind < 0.34:
            return f"{self.draw.choice(_PINYIN).capitalize()} {''.join(self.draw.sample(_GIVEN_PINYIN, 2)).capitalize()}"
        return f"{given} {surname}"

    def _initial(self) -> str:
        return self.draw.choice("ABCDEFGHJKLMNOPRSTVWYZ") + self.draw.choice((".", ".", ""))

    def titled(self) -> str:
        """A title with a surname or a whole name."""
        title = self.draw.choice(("Mr", "Ms", "Mrs", "Dr", "Mr.", "Ms.", "Mrs.", "Dr.", "Prof.", "Miss", "Sir", "Judge"))
        name = self.surname() if self.draw.random() < 0.7 else self.person()
        return f"{title} {name}"

    def org(self) -> str:
        """A company, a firm, a shop, a school, a club."""
        kind = self.draw.random()
        surname, city = self.surname(), self.city()
        word = str(self._fakers["en_US"].word()).capitalize()
        other = str(self._fakers["en_US"].word()).capitalize()
        if kind < 0.3:
            return str(self.faker().company())
        if kind < 0.45:
            return f"{word}{self.draw.choice(('', ' ', ''))}{other} {self.draw.choice(('Inc.', 'Ltd', 'LLC', 'GmbH', 'plc', 'Group', 'Corp.', 'AG', 'S.A.', 'BV'))}"
        if kind < 0.55:
            return f"{surname} & {self.surname()}{self.draw.choice((' LLP', '', ' Partners', ' Associates'))}"
        if kind < 0.62:
            return f"University of {city}"
        if kind < 0.7:
            return f"{city} {self.draw.choice(('General Hospital', 'Savings Bank', 'Rovers', 'Chamber of Commerce', 'Grammar School', 'Logistics', 'Port Authority'))}"
        if kind < 0.85:
            return f"{word} {other}"
        return word + self.draw.choice(("ix", "ly", "soft", "tec", "ware", "net", "io", "ora"))

    def city(self) -> str:
        """A town."""
        return str(self.faker().city())

    def country(self) -> str:
        """A country, in English."""
        return str(self._fakers["en_US"].country())

    def street(self) -> str:
        """A street with a number, before or behind."""
        faker = self.faker()
        line = str(faker.street_address()).replace("\n", ", ")
        if self.draw.random() < 0.2:
            line = f"{self.draw.randint(1, 99)} {line}"
        if self.draw.random() < 0.25:
            line += self.draw.choice((" Apt. {}", " Suite {}", ", Floor {}", " Apt {}", ", Unit {}")).format(self.draw.randint(1, 999))
        return line

    def address(self) -> str:
        """A whole address, on one line or several."""
        faker = self.faker()
        if self.draw.random() < 0.3:
            return str(faker.address()).replace("\n", self.draw.choice((", ", "\n", "\n", " ")))
        comma = self.draw.choice((", ", "\n", " ", "\n "))
        parts = [self.street(), self.city()]
        if self.draw.random() < 0.6:
            parts.append(self.draw.choice((str(faker.postcode()), f"{self.draw.choice(('CA', 'NY', 'TX', 'WA', 'IL', 'AB', 'ON'))} {self.draw.randint(10000, 99999)}")))
        if self.draw.random() < 0.5:
            parts.append(self.country())
        return comma.join(parts)

    def date(self) -> str:
        """A date in one of many writings."""
        day = self._fakers["en_US"].date_object()
        style = self.draw.choice(("%d %B %Y", "%B %d, %Y", "%m/%d/%Y", "%Y-%m-%d", "%d.%m.%Y", "%b %d", "%A", "%B %Y", "%Y", "%d %b %Y", "%H:%M", "%A, %d %B"))
        return day.strftime(style)

    def role(self) -> str:
        """What somebody is, which is no name."""
        return self.draw.choice(
            "Chief Financial Officer|Project Manager|Head of Procurement|the Supplier|Account Director|Managing Partner|"
            "Team Lead|Accounts Payable|the Purchaser|Senior Consultant|Company Secretary|the Tenant|Data Protection Officer".split("|")
        )

    def thing(self) -> str:
        """What has capitals and is nobody."""
        return self.draw.choice(
            "Master Services Agreement|Statement of Work|Purchase Order|Terms and Conditions|Annual Report|Schedule 2|"
            "Non-Disclosure Agreement|Risk Register|Change Request|Quarterly Review|Appendix B|Steering Committee|"
            "Service Level Agreement|Executive Summary|Next Steps|Key Findings|Will|Bill of Materials|Grant Agreement|"
            "Microsoft Word|Excel|PowerPoint|Outlook|Windows|Best Practice|Due Diligence|Effective Date|Work Package 3".split("|")
        )

    def phone(self) -> str:
        """A telephone number."""
        return str(self._fakers[self.draw.choice(("en_US", "en_GB", "de_DE", "fr_FR", "es_ES"))].phone_number())

    def email(self) -> str:
        """An e-mail address."""
        return str(self._fakers["en_US"].email())

    def amount(self) -> str:
        """An amount of money or a count."""
        return self.draw.choice(("$", "€", "£", "EUR ", "USD ")) + f"{self.draw.randint(1, 999)},{self.draw.randint(100, 999)}"

    def code(self) -> str:
        """A reference."""
        return self.draw.choice(("PO-", "INV ", "REF/", "C-", "SO", "")) + str(self.draw.randint(1000, 9999999))


_LABELS: dict[str, str | None] = {
    **dict.fromkeys(("person", "given", "surname", "titled"), "PERSON"),
    "org": "ORGANIZATION",
    **dict.fromkeys(("city", "country", "street", "address"), "LOCATION"),
    "date": "DATE_TIME",
    **dict.fromkeys(("role", "thing", "phone", "email", "amount"), None),
    "code": "?",
}
_FIELD = re.compile(r"\{(\w+)\}")

TEMPLATES = tuple(
    template.strip("\n")
    for template in """
Name: {person}
Position: {role}
Employer: {org}
Date of birth: {date}
Home address: {address}
Telephone: {phone}
---
Dear {given},

Thank you for your call on {date}. I have passed your question about the {thing} to {person} at {org}, who will come back to you. Our office in {city} is closed on Friday.

Kind regards,
{given} {surname}
{role}
---
{person}
{role}
{org}
{address}
T {phone}
{email}
---
FROM: {person}
TO: {person}; {person}
CC: {role}
SUBJECT: {thing}

{given} - can you send me the latest {thing} before {date}? {given} from {org} asked again.
---
Present: {person} ({role}), {person}, {titled}
Apologies: {person}
1. {surname} presented the {thing}. {surname} asked whether {org} had agreed.
2. Next Steps: {given} to update the {thing} by {date}.
---
This {thing} is made on {date} between {org}, a company whose registered office is at {address} ("the Supplier"), and {org} ("the Purchaser"). The Supplier shall deliver the Goods to the Purchaser under Schedule 1.
---
The Borrower shall repay the Lender {amount} under the {thing}. Notices to the Borrower go to {person}, {address}. The Administrative Agent may rely on any Notice.
---
hi {given}, its {given}. moved to {city} last week, new place is {address}. call me on {phone}
---
can you book {person} on the train to {city}? also {given} and {given} want to come along, they live in {country}
---
I would like to change the address on my account to {address}. The old one was {street} in {city}.
---
Please deliver the parcel to {street}, {city}. Ask for {given} or {titled}.
---
{titled} lives in {city} with his wife {given} and works for {org}. Before that {surname} was with {org} in {country}.
---
Witness statement of {person}
I, {person}, of {address}, say as follows. On {date} I met {titled} outside {org}.
---
| Name | Company | City |
| {person} | {org} | {city} |
| {person} | {org} | {city} |
| {person} | {org} | {country} |
---
{person}	{role}	{city}	{date}
{person}	{role}	{city}	{date}
---
Employee;Manager;Office
{person};{person};{city}
{person};{person};{country}
---
{{"name": "{person}", "employer": "{org}", "city": "{city}", "amount": "{amount}"}}
---
Q: Who approved it?
A: {given} did, I think. Or {titled} of {org}.
Q: Was {surname} there?
A: No.
---
{given}: are you coming tonight?
{given}: no, {given} is ill and I have to be in {city} by {date}
{given}: ok say hi to {given}
---
Reviewed by {surname} and {surname}; signed off by {titled} on {date}.
---
{org} has appointed {person} as {role}. {surname}, who joined {org} in {date}, succeeds {person}. "We are delighted," said {surname}, speaking in {city}.
---
{org} said on {date} that sales in {country} rose to {amount}. Shares of {org} fell. {surname} declined to comment.
---
The Executive Summary of the {thing} says that Best Practice was followed. Key Findings are in Appendix B. Will this change? May we ask Mark-ups of 5 %?
---
Please use Microsoft Word to open the {thing}. The Steering Committee will meet in Room 3. Press Enter. See Table 4 and Figure 2 of the Annual Report.
---
The Supplier shall, and shall ensure that its Subcontractors shall, comply with the {thing}. The Purchaser may terminate the Agreement on the Effective Date.
---
To Whom It May Concern: {person} was employed by {org} from {date} to {date} as {role}.
---
Patient: {person}, seen by {titled} at {org}. Lives alone in {city}; daughter {given} visits. Referred to {titled}.
---
Ship to:
{person}
{org}
{address}
Order {code}, {amount}
---
Invoice {code}
Bill to: {org}
Attn: {person}
{address}
Due: {date}
---
my name is {given} {surname} and i live in {city}, {country}
---
is {person} still working at {org}? i need to talk to {given} about the {thing}
---
@{given} thanks! cc {person}
---
Re: {surname} v {org}, claim {code}
{titled} for the claimant; {titled} for the defendant, instructed by {org}.
---
He was born in {city} and studied at {org}, where he met {person}. In {date} they moved to {country}.
---
Kids: {given}, {given} and {given}. Emergency contact: {given} ({phone}).
---
Approved: {person}    Checked: {surname}    Date: {date}
---
Meeting with {given}/{given}/{given} re {thing} moved to {date}.
---
{org} ({city}), {org} ({country}) and {org} were invited; {org} did not reply.
---
The flight from {city} to {city} via {city} was late, so {given} missed {titled}'s talk.
---
{surname}'s report and {given}'s notes are in {org}'s folder. {org}'s lawyer, {person}, has a copy.
---
{person} <{email}> wrote on {date}:
> I spoke to {given} at {org} about it.
> {given}
---
References
{surname}, J. and {surname}, K. ({date}). A study of things. {city}: {org}.
---
Thank you, operator. Good morning, this is {person} from {org}. {given}, could you say more on {country}?
---
Landlord: {person}
Tenant: {person}
Premises: {address}
Rent: {amount} from {date}
---
{city}, {date}. {person}, {role} of {org}, told reporters in {city} that {titled} had resigned.
---
Beneficiary {person}, {street}, {city}; bank: {org}, {country}.
---
we visited {city}, {city} and {city} in {country}; loved it. {given} got sick tho
---
Interview with {person}, {role}, {org}
Interviewer: {given}, what changed?
{surname}: We moved from {city} to {city}.
---
Deliver by hand to {titled}, {org}, {address}.
---
Signed for and on behalf of {org}
By: {person}
Title: {role}
Witness: {person}
""".split("---\n")
)


def invented(count: int, seed: int = 2012) -> Iterator[Passage]:
    """`count` passages."""
    inventor = Inventor(seed)
    for _ in range(count):
        yield _filled(inventor.draw.choice(TEMPLATES), inventor)


def _filled(template: str, inventor: Inventor) -> Passage:
    typing: Callable[[str], str] = str
    kind = inventor.draw.random()
    if kind < 0.12:
        typing = str.lower
    elif kind < 0.18:
        typing = str.upper
    text, names, done = "", [], 0
    for field in _FIELD.finditer(template):
        text += template[done : field.start()].replace("{{", "{").replace("}}", "}")
        done = field.end()
        value = str(getattr(inventor, field.group(1))()).strip()
        label = _LABELS[field.group(1)]
        if label:
            labels = ("CODE",) if label == "?" else (label,)
            names.append(Name(Span(len(text), len(text) + len(value)), labels, may_be_outside=label == "?"))
        text += value
    text += template[done:].replace("{{", "{").replace("}}", "}")
    changed = typing(text)
    return Passage(changed if len(changed) == len(text) else text, tuple(names), frozenset(("NRP", "CODE")))
