"""The terms of the rulebooks in English, French and German."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A term in three languages, and the place of the rules page that explains it."""

    en: str
    fr: str
    de: str
    anchor: str


GLOSSARY = (
    Term("agent card", "carte Agent", "Diplomatenkarte", "turn"),
    Term("planet", "planète", "Planet", "start"),
    Term(
        "Mercury, Venus, Terra, Mars, Jupiter",
        "Mercure, Vénus, Terre, Mars, Jupiter",
        "Merkur, Venus, Erde, Mars, Jupiter",
        "start",
    ),
    Term("faction", "faction", "Fraktion", "turn"),
    Term("animod, human, robot", "Animod, Humain, Robot", "Animod, Mensch, Roboter", "turn"),
    Term("influence disc", "disque Influence", "Einflussscheibe", "influence"),
    Term("control zone", "zone de contrôle", "Kontrollbereich", "influence"),
    Term("credits, zenithium", "Crédits, Zenithium", "Kredite, Zenithium", "start"),
    Term(
        "leader badge (silver, gold)",
        "badge Leader (Argent, Or)",
        "Privileg-Abzeichen (silbern, golden)",
        "lead",
    ),
    Term("bonus token", "jeton Bonus", "Bonusmarker", "token"),
    Term("technology board", "plateau Technologie", "Technologietableau", "develop"),
    Term("line bonus", "prime de ligne", "Stufenprämie", "line"),
    Term("diplomacy board", "plateau Diplomatie", "Statustableau", "lead"),
    Term("recruit an agent", "recruter un Agent", "einen Diplomaten anwerben", "recruit"),
    Term(
        "develop a technology",
        "développer une Technologie",
        "eine Technologie entwickeln",
        "develop",
    ),
    Term("take the leadership", "prendre le Leadership", "das Privileg-Abzeichen nehmen", "lead"),
    Term("mobilize", "mobiliser", "mobilisieren", "mobilize"),
    Term("exile", "exiler", "verbannen", "exile"),
    Term("transfer", "transférer", "Seite wechseln", "transfer"),
    Term("absolute victory", "victoire absolue", "Souveräner Sieg", "win"),
    Term("democratic victory", "victoire démocratique", "Quotensieg", "win"),
    Term("popular victory", "victoire populaire", "Sieg der Basis", "win"),
)
