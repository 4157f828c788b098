"""Texts full of numbers, codes and names of which none is personal data: every one is left alone."""

import pytest

from backend.detection.patterns.recognisers import find_patterns

NEGATIVES = """
The build 20.11.4-rc2 failed after 1,204 tests
Upgrade from version 10.0.19045.3693 to 10.0.22631
Python 3.11.9 and numpy 1.26.4 are required
v2024.10.01 is the last release with this flag
See section 4.1.2.2 and clause 10.2.3.4 above
Article 6 § 1 and Article 35 §§ 3 and 4
Rule 10b-5 under the Act, and Form 10-K
the Company's Form 10-Q, Form 8-K and Schedule 13D
SHA-256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
commit 9fceb02d0ae598e95dc970b74767f19372d61af8 fixes it
md5 d41d8cd98f00b204e9800998ecf8427e
uuid 123e4567-e89b-12d3-a456-426614174000
ISBN 978-3-16-148410-0 and ISBN 0-306-40615-2
ISSN 2049-3630
the part number is 555-123-4567-A
Part no. 4711-0815-42
SKU 100-200-3000-X
Inventory code 1234567890123456
EAN 4006381333931
barcode 0 12345 67890 5
Model XJ-900 with 16 GB
Serial: none
order of 1,000,000 shares at $12.50
revenue of $1,234,567.89 and costs of €987.654,32
EUR 5,443.70 plus 4.5% interest
a margin of 12.5% on 2,048 units
between 50% and 79%
747 767 777 787 2007
1 2 3 4 5 6 7 8 9 10
0.5 mm, 2.25 in and 1.75 kg
the matrix 1.0 0.0 0.0 1.0
pi is 3.14159265358979
the service listens at http://localhost:8080/health
import com.company.app and org.apache.commons.lang
compile main.rs and build.rs, then load socket.io
see https://www.w3.org/TR/xml/ and www.w3.org/TR/html5
see [the manual](https://example.com/manual/3) and www.example.org
the name space http://schemas.openxmlformats.org/wordprocessingml/2006/main
temperatures of -12.5 to 31.25 degrees
open 24/7 and 365 days
a ratio of 16:9 and a score of 3:2
the final score was 10:25
at 12:30 and again at 17:45
Luke 10:25 and John 3:16
7/8 inch bolts and 3/4 cup
ATX 4/20 mA input
No. 5 wood, No. 2 pencil
Protocol No. 11 to the Convention
Law no. 2942 on expropriation
Regulation (EC) No 1346/2000 applies
Directive 2004/48/EC was transposed
Decree no. 285/2001 of the Ministry
Resolution 1244 of the Security Council
Council Framework Decision 2002/584/JHA
section 39(2) no. 6 of the Act
paragraph 12 of the judgment
the 1983 Ordinance and the 1991 Act
fiscal 2015, Q3 2015 and FY 2016
fiscal years 2014 and 2015
tax year 2013
in 2000 cases of 3000
more than 1900 people and 2000 employees
after 1500 metres and 2000 km
about 1800 pages of evidence
a 2015 model with 1600 rpm
10-year bonds and 30-year mortgages
a 3-year-old company
persons aged 18 or over
must be 21 years or older
children aged 16 or under
the 100-year-old building
ages ago they left
you may 3 times march 4 miles
it may be that they may
march on, and may they
they will march in 3 rows
may 5 of them go
a decimal .5 and 1.000.000
chapters 12 to 15 of volume 3
Figure 3.2, Table 4 and Exhibit 99.1
page 12/34
RFC 2822 and RFC 5321
ISO 27001, ISO 9001 and EN 50128
IEC 60601-1-2
ICD-10 code in the list
IPv4 and IPv6 addresses
ports 80, 443 and 8080
HTTP 404 and 500 errors
host mailserver.local accepted
error 0x80070005 in ntdll.dll
0xdeadbeef and 0x1F
registers A0 to A7
std::vector and boost::asio
a::b and c::d
time 00:00:00 elapsed
12:30:45.123 in the log
C:\\Program Files\\App\\bin
/usr/lib/python3/dist-packages
/var/log/app@2/current
not-an-email@ and @alone
the @handle of nobody
logo@2x.png and icon@3x.png
user at example dot com
git@ and scp:
foo@bar
e.g. this and i.e. that
finished.In the end
ASP.NET, ADO.NET and Node.js
main.py, README.md and a.out
etc.The rest
256.1.1.1 and 300.0.0.1
192.168.1 and 10.0
1.2.3.4.5
00:1A:2B:3C:4D
ZIP 1234 and ZIP 123456
zip the file 12345 times
the zip archive
000-12-3456 and 666-12-9999
123-45-678 and 123-45-67890
123-00-4567 and 123-45-0000
reference value 536904399 in the table
4111111111111112
1234 5678 9012 3456
41 11 11 11 11 11 11 11
GB82 WEST 1234 5698 7654 33
DE136695977
AT THE BEGINNING OF IT
IN WITNESS WHEREOF
a SWIFT response from CUSTOMER
SWIFT programming in XCODE
bic pens and bic lighters
1NEDqZPvTWRaoho48qXuLLsrYomMXPABfE
NHS trust spending
a passport to success
Passport control opens at nine
driver's license required
the license of the driver
bank account and routing rules
account of the events
account number unknown
routing table with 9 entries
license plate frames
the plate tectonics of 3 zones
coordinates 3.5, 4.5
51.5, -0.1
the case of 12 jurors
in case 12 people come
a case study of 14 firms
order no longer valid
no. 1 choice
policy number to follow
claim 1 of the patent
claims 1-15 are rejected
customer satisfaction of 98.5
application 2 of the theorem
docket sheet
a file of 12 pages
patient 12 improved
contract for 100 units
invoice total 1,250.00
ticket price 45.50
reference 3
user 42
member of 12 committees
Suite of tests 12 to 14
test suite 12 passed
unit tests 12
room for 12
flat rate of 3%
flat 10% discount
the Way forward
High Court and Supreme Court
the 12 Supreme Court judges
33a of the Administrative Court Act
5 Star Hotel
PO 12
box 12
Unit 3 of the course
a PhD in 4 years
H2O, CO2 and B12
F16, A380 and B52
Q4 results and H1 targets
3G, 4G and 5G networks
COVID-19 and SARS-CoV-2
M25, A40 and B4009
BRCA1 and TP53
Boeing 737-800
Windows 11 and Office 365
GPT-4 and Llama 3
10 Downing
three to five days
twenty-one questions
one year and eight months
15 months' imprisonment
first of all, second of two
the second of may options
in thirty minutes
in his work and in her house
S1234567E
54362315-A
131052-308U
X-2482300-A
RCCMNL83S18D969A
971013-9019903
880320-0017
390.533.447-06
756.9217.0769.86
123456-7898 alone
83 914 571 673 alone
111000025 alone
""".strip().splitlines()


@pytest.mark.parametrize("text", NEGATIVES)
def test_a_number_that_is_nobodys_is_left_alone(text):
    assert [(match.entity, match.why, match.span.of(text)) for match in find_patterns(text)] == []


def test_there_are_enough_samples_without_duplicates():
    assert len(set(NEGATIVES)) == len(NEGATIVES) >= 120
