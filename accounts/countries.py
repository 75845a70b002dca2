"""The countries that users can choose, named as the Unicode CLDR names them."""

from functools import cache
from unicodedata import combining, normalize

from django.utils.translation import get_language

LANGUAGES = ("en", "fr", "de")
"""The order of the names below."""


def name_of(code: str) -> str:
    """Return the name of a country in the active language; "" for no country."""
    names = COUNTRIES.get(code)
    return "" if names is None else names[_active()]


def choices() -> tuple[tuple[str, str], ...]:
    """Return all countries as (code, name), sorted by name."""
    return _sorted(_active())


@cache
def _sorted(language: int) -> tuple[tuple[str, str], ...]:
    named = ((code, names[language]) for code, names in COUNTRIES.items())
    return tuple(sorted(named, key=lambda country: _plain(country[1])))


def _active() -> int:
    """Return the position of the active language in `LANGUAGES`, or that of English."""
    language = (get_language() or "en").partition("-")[0]
    return LANGUAGES.index(language) if language in LANGUAGES else 0


def _plain(name: str) -> str:
    """Return the sort key of a name: É sorts as E."""
    return "".join(c for c in normalize("NFD", name.casefold()) if not combining(c))


_LINES = """
AD|Andorra|Andorre|Andorra
AE|United Arab Emirates|Émirats arabes unis|Vereinigte Arabische Emirate
AF|Afghanistan|Afghanistan|Afghanistan
AG|Antigua & Barbuda|Antigua-et-Barbuda|Antigua und Barbuda
AI|Anguilla|Anguilla|Anguilla
AL|Albania|Albanie|Albanien
AM|Armenia|Arménie|Armenien
AO|Angola|Angola|Angola
AQ|Antarctica|Antarctique|Antarktis
AR|Argentina|Argentine|Argentinien
AS|American Samoa|Samoa américaines|Amerikanisch-Samoa
AT|Austria|Autriche|Österreich
AU|Australia|Australie|Australien
AW|Aruba|Aruba|Aruba
AX|Åland Islands|Îles Åland|Ålandinseln
AZ|Azerbaijan|Azerbaïdjan|Aserbaidschan
BA|Bosnia & Herzegovina|Bosnie-Herzégovine|Bosnien und Herzegowina
BB|Barbados|Barbade|Barbados
BD|Bangladesh|Bangladesh|Bangladesch
BE|Belgium|Belgique|Belgien
BF|Burkina Faso|Burkina Faso|Burkina Faso
BG|Bulgaria|Bulgarie|Bulgarien
BH|Bahrain|Bahreïn|Bahrain
BI|Burundi|Burundi|Burundi
BJ|Benin|Bénin|Benin
BL|St. Barthélemy|Saint-Barthélemy|St. Barthélemy
BM|Bermuda|Bermudes|Bermuda
BN|Brunei|Brunei|Brunei Darussalam
BO|Bolivia|Bolivie|Bolivien
BQ|Caribbean Netherlands|Pays-Bas caribéens|Karibische Niederlande
BR|Brazil|Brésil|Brasilien
BS|Bahamas|Bahamas|Bahamas
BT|Bhutan|Bhoutan|Bhutan
BV|Bouvet Island|Île Bouvet|Bouvetinsel
BW|Botswana|Botswana|Botsuana
BY|Belarus|Biélorussie|Belarus
BZ|Belize|Belize|Belize
CA|Canada|Canada|Kanada
CC|Cocos (Keeling) Islands|Îles Cocos|Kokosinseln
CD|Congo - Kinshasa|Congo-Kinshasa|Kongo-Kinshasa
CF|Central African Republic|République centrafricaine|Zentralafrikanische Republik
CG|Congo - Brazzaville|Congo-Brazzaville|Kongo-Brazzaville
CH|Switzerland|Suisse|Schweiz
CI|Côte d’Ivoire|Côte d’Ivoire|Côte d’Ivoire
CK|Cook Islands|Îles Cook|Cookinseln
CL|Chile|Chili|Chile
CM|Cameroon|Cameroun|Kamerun
CN|China|Chine|China
CO|Colombia|Colombie|Kolumbien
CR|Costa Rica|Costa Rica|Costa Rica
CU|Cuba|Cuba|Kuba
CV|Cape Verde|Cap-Vert|Cabo Verde
CW|Curaçao|Curaçao|Curaçao
CX|Christmas Island|Île Christmas|Weihnachtsinsel
CY|Cyprus|Chypre|Zypern
CZ|Czechia|Tchéquie|Tschechien
DE|Germany|Allemagne|Deutschland
DJ|Djibouti|Djibouti|Dschibuti
DK|Denmark|Danemark|Dänemark
DM|Dominica|Dominique|Dominica
DO|Dominican Republic|République dominicaine|Dominikanische Republik
DZ|Algeria|Algérie|Algerien
EC|Ecuador|Équateur|Ecuador
EE|Estonia|Estonie|Estland
EG|Egypt|Égypte|Ägypten
EH|Western Sahara|Sahara occidental|Westsahara
ER|Eritrea|Érythrée|Eritrea
ES|Spain|Espagne|Spanien
ET|Ethiopia|Éthiopie|Äthiopien
FI|Finland|Finlande|Finnland
FJ|Fiji|Fidji|Fidschi
FK|Falkland Islands (Islas Malvinas)|Îles Malouines (Îles Falkland)|Falklandinseln (Malwinen)
FM|Micronesia|Micronésie|Mikronesien
FO|Faroe Islands|Îles Féroé|Färöer
FR|France|France|Frankreich
GA|Gabon|Gabon|Gabun
GB|United Kingdom|Royaume-Uni|Vereinigtes Königreich
GD|Grenada|Grenade|Grenada
GE|Georgia|Géorgie|Georgien
GF|French Guiana|Guyane française|Französisch-Guayana
GG|Guernsey|Guernesey|Guernsey
GH|Ghana|Ghana|Ghana
GI|Gibraltar|Gibraltar|Gibraltar
GL|Greenland|Groenland|Grönland
GM|Gambia|Gambie|Gambia
GN|Guinea|Guinée|Guinea
GP|Guadeloupe|Guadeloupe|Guadeloupe
GQ|Equatorial Guinea|Guinée équatoriale|Äquatorialguinea
GR|Greece|Grèce|Griechenland
GS|South Georgia & South Sandwich Islands|Géorgie du Sud-et-les Îles Sandwich du Sud|Südgeorgien und die Südlichen Sandwichinseln
GT|Guatemala|Guatemala|Guatemala
GU|Guam|Guam|Guam
GW|Guinea-Bissau|Guinée-Bissau|Guinea-Bissau
GY|Guyana|Guyana|Guyana
HK|Hong Kong|Hong Kong|Hongkong
HM|Heard & McDonald Islands|Îles Heard-et-MacDonald|Heard und McDonaldinseln
HN|Honduras|Honduras|Honduras
HR|Croatia|Croatie|Kroatien
HT|Haiti|Haïti|Haiti
HU|Hungary|Hongrie|Ungarn
ID|Indonesia|Indonésie|Indonesien
IE|Ireland|Irlande|Irland
IL|Israel|Israël|Israel
IM|Isle of Man|Île de Man|Isle of Man
IN|India|Inde|Indien
IO|British Indian Ocean Territory|Territoire britannique de l’océan Indien|Britisches Territorium im Indischen Ozean
IQ|Iraq|Irak|Irak
IR|Iran|Iran|Iran
IS|Iceland|Islande|Island
IT|Italy|Italie|Italien
JE|Jersey|Jersey|Jersey
JM|Jamaica|Jamaïque|Jamaika
JO|Jordan|Jordanie|Jordanien
JP|Japan|Japon|Japan
KE|Kenya|Kenya|Kenia
KG|Kyrgyzstan|Kirghizstan|Kirgisistan
KH|Cambodia|Cambodge|Kambodscha
KI|Kiribati|Kiribati|Kiribati
KM|Comoros|Comores|Komoren
KN|St. Kitts & Nevis|Saint-Christophe-et-Niévès|St. Kitts und Nevis
KP|North Korea|Corée du Nord|Nordkorea
KR|South Korea|Corée du Sud|Südkorea
KW|Kuwait|Koweït|Kuwait
KY|Cayman Islands|Îles Caïmans|Kaimaninseln
KZ|Kazakhstan|Kazakhstan|Kasachstan
LA|Laos|Laos|Laos
LB|Lebanon|Liban|Libanon
LC|St. Lucia|Sainte-Lucie|St. Lucia
LI|Liechtenstein|Liechtenstein|Liechtenstein
LK|Sri Lanka|Sri Lanka|Sri Lanka
LR|Liberia|Liberia|Liberia
LS|Lesotho|Lesotho|Lesotho
LT|Lithuania|Lituanie|Litauen
LU|Luxembourg|Luxembourg|Luxemburg
LV|Latvia|Lettonie|Lettland
LY|Libya|Libye|Libyen
MA|Morocco|Maroc|Marokko
MC|Monaco|Monaco|Monaco
MD|Moldova|Moldavie|Republik Moldau
ME|Montenegro|Monténégro|Montenegro
MF|St. Martin|Saint-Martin|St. Martin
MG|Madagascar|Madagascar|Madagaskar
MH|Marshall Islands|Îles Marshall|Marshallinseln
MK|North Macedonia|Macédoine du Nord|Nordmazedonien
ML|Mali|Mali|Mali
MM|Myanmar (Burma)|Myanmar (Birmanie)|Myanmar
MN|Mongolia|Mongolie|Mongolei
MO|Macao|Macao|Macau
MP|Northern Mariana Islands|Îles Mariannes du Nord|Nördliche Marianen
MQ|Martinique|Martinique|Martinique
MR|Mauritania|Mauritanie|Mauretanien
MS|Montserrat|Montserrat|Montserrat
MT|Malta|Malte|Malta
MU|Mauritius|Maurice|Mauritius
MV|Maldives|Maldives|Malediven
MW|Malawi|Malawi|Malawi
MX|Mexico|Mexique|Mexiko
MY|Malaysia|Malaisie|Malaysia
MZ|Mozambique|Mozambique|Mosambik
NA|Namibia|Namibie|Namibia
NC|New Caledonia|Nouvelle-Calédonie|Neukaledonien
NE|Niger|Niger|Niger
NF|Norfolk Island|Île Norfolk|Norfolkinsel
NG|Nigeria|Nigeria|Nigeria
NI|Nicaragua|Nicaragua|Nicaragua
NL|Netherlands|Pays-Bas|Niederlande
NO|Norway|Norvège|Norwegen
NP|Nepal|Népal|Nepal
NR|Nauru|Nauru|Nauru
NU|Niue|Niue|Niue
NZ|New Zealand|Nouvelle-Zélande|Neuseeland
OM|Oman|Oman|Oman
PA|Panama|Panama|Panama
PE|Peru|Pérou|Peru
PF|French Polynesia|Polynésie française|Französisch-Polynesien
PG|Papua New Guinea|Papouasie-Nouvelle-Guinée|Papua-Neuguinea
PH|Philippines|Philippines|Philippinen
PK|Pakistan|Pakistan|Pakistan
PL|Poland|Pologne|Polen
PM|St. Pierre & Miquelon|Saint-Pierre-et-Miquelon|St. Pierre und Miquelon
PN|Pitcairn Islands|Îles Pitcairn|Pitcairninseln
PR|Puerto Rico|Porto Rico|Puerto Rico
PS|Palestine|Palestine|Palästina
PT|Portugal|Portugal|Portugal
PW|Palau|Palaos|Palau
PY|Paraguay|Paraguay|Paraguay
QA|Qatar|Qatar|Katar
RE|Réunion|La Réunion|Réunion
RO|Romania|Roumanie|Rumänien
RS|Serbia|Serbie|Serbien
RU|Russia|Russie|Russland
RW|Rwanda|Rwanda|Ruanda
SA|Saudi Arabia|Arabie saoudite|Saudi-Arabien
SB|Solomon Islands|Îles Salomon|Salomonen
SC|Seychelles|Seychelles|Seychellen
SD|Sudan|Soudan|Sudan
SE|Sweden|Suède|Schweden
SG|Singapore|Singapour|Singapur
SH|St. Helena|Sainte-Hélène|St. Helena
SI|Slovenia|Slovénie|Slowenien
SJ|Svalbard & Jan Mayen|Svalbard et Jan Mayen|Spitzbergen und Jan Mayen
SK|Slovakia|Slovaquie|Slowakei
SL|Sierra Leone|Sierra Leone|Sierra Leone
SM|San Marino|Saint-Marin|San Marino
SN|Senegal|Sénégal|Senegal
SO|Somalia|Somalie|Somalia
SR|Suriname|Suriname|Suriname
SS|South Sudan|Soudan du Sud|Südsudan
ST|São Tomé & Príncipe|Sao Tomé-et-Principe|São Tomé und Príncipe
SV|El Salvador|Salvador|El Salvador
SX|Sint Maarten|Saint-Martin (partie néerlandaise)|Sint Maarten
SY|Syria|Syrie|Syrien
SZ|Eswatini|Eswatini|Eswatini
TC|Turks & Caicos Islands|Îles Turques-et-Caïques|Turks- und Caicosinseln
TD|Chad|Tchad|Tschad
TF|French Southern Territories|Terres australes françaises|Französische Süd- und Antarktisgebiete
TG|Togo|Togo|Togo
TH|Thailand|Thaïlande|Thailand
TJ|Tajikistan|Tadjikistan|Tadschikistan
TK|Tokelau|Tokelau|Tokelau
TL|Timor-Leste|Timor oriental|Timor-Leste
TM|Turkmenistan|Turkménistan|Turkmenistan
TN|Tunisia|Tunisie|Tunesien
TO|Tonga|Tonga|Tonga
TR|Türkiye|Turquie|Türkei
TT|Trinidad & Tobago|Trinité-et-Tobago|Trinidad und Tobago
TV|Tuvalu|Tuvalu|Tuvalu
TW|Taiwan|Taïwan|Taiwan
TZ|Tanzania|Tanzanie|Tansania
UA|Ukraine|Ukraine|Ukraine
UG|Uganda|Ouganda|Uganda
UM|U.S. Outlying Islands|Îles mineures éloignées des États-Unis|Amerikanische Überseeinseln
US|United States|États-Unis|Vereinigte Staaten
UY|Uruguay|Uruguay|Uruguay
UZ|Uzbekistan|Ouzbékistan|Usbekistan
VA|Vatican City|État de la Cité du Vatican|Vatikanstadt
VC|St. Vincent & Grenadines|Saint-Vincent-et-les Grenadines|St. Vincent und die Grenadinen
VE|Venezuela|Venezuela|Venezuela
VG|British Virgin Islands|Îles Vierges britanniques|Britische Jungferninseln
VI|U.S. Virgin Islands|Îles Vierges des États-Unis|Amerikanische Jungferninseln
VN|Vietnam|Viêt Nam|Vietnam
VU|Vanuatu|Vanuatu|Vanuatu
WF|Wallis & Futuna|Wallis-et-Futuna|Wallis und Futuna
WS|Samoa|Samoa|Samoa
YE|Yemen|Yémen|Jemen
YT|Mayotte|Mayotte|Mayotte
ZA|South Africa|Afrique du Sud|Südafrika
ZM|Zambia|Zambie|Sambia
ZW|Zimbabwe|Zimbabwe|Simbabwe
"""
COUNTRIES = {
    code: names for code, *names in (line.split("|") for line in _LINES.strip().splitlines())
}
"""ISO 3166 code -> its names."""
