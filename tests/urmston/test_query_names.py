"""An organisation is known by the word for its kind beside its name, in four languages, and searched for by both."""

import pytest

from loket.planners.finding.query import query_of
from loket.planners.finding.words import finding_words, spoken


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Was kostet eine Nacht für meinen Dackel in der Tierpension Kastanienhof?", "Tierpension Kastanienhof"),
        ("Hat die Tierpension Kastanienhof am 24. Dezember noch Platz?", "Tierpension Kastanienhof"),
        ("Bietet die Fahrschule Meier Kurse für Motorräder an?", "Fahrschule Meier"),
        ("Wie hoch ist der Strompreis bei den Stadtwerken Lindenau?", "Stadtwerken Lindenau"),
        ("Wann öffnet die Kastanienhof Tierpension?", "Kastanienhof Tierpension"),
        ("Hat das Hotel zum Goldenen Hirschen noch ein Zimmer frei?", "Hotel zum Goldenen Hirschen"),
        ("Nimmt die Zahnarztpraxis Dr. Huber neue Patienten auf?", "Zahnarztpraxis Dr. Huber"),
        ("Kann mein Sohn Finn in die Musikschule Talwiesen?", "Musikschule Talwiesen"),
        ("Hoe laat is bibliotheek De Leeslamp zaterdag open?", "bibliotheek De Leeslamp"),
        ("Zijn jullie, bibliotheek De Leeslamp, morgen open?", "bibliotheek De Leeslamp"),
        ("Neemt huisartsenpraktijk Wilgenhof nog patiënten aan?", "huisartsenpraktijk Wilgenhof"),
        ("Kan mijn dochter Fleur bij zwemschool Het Waterhoen op les?", "zwemschool Het Waterhoen"),
        ("Wat kost een jaarkaart bij kinderboerderij Zonnedauw?", "kinderboerderij Zonnedauw"),
        ("Heeft kapsalon De Krul dinsdag een plek vrij?", "kapsalon De Krul"),
        ("Verhuurt camping Bosrand caravans in mei?", "camping Bosrand"),
        ("Is er in de Wilgenhof kliniek een wachtlijst?", "Wilgenhof kliniek"),
        ("A clínica Aurora tem vaga de pediatria na próxima terça às 15h?", "clínica Aurora"),
        ("A clínica Aurora faz implantes dentários?", "clínica Aurora"),
        ("Quanto custa a matrícula na escola Monteiro Vidal?", "escola Monteiro Vidal"),
        ("A autoescola Bom Caminho tem aulas à noite?", "autoescola Bom Caminho"),
        ("A padaria Dois Irmãos abre no domingo?", "padaria Dois Irmãos"),
        ("Tem lugar pro meu cachorro no hotel Vila do Sol em abril?", "hotel Vila do Sol"),
        ("O consultório Nova Era atende crianças?", "consultório Nova Era"),
        ("Does the library Larkfield lend jigsaws?", "library Larkfield"),
        ("When does the Larkfield library open?", "Larkfield library"),
        ("Has the swimming pool Brookside got lessons for my son Seb?", "pool Brookside"),
        ("Can I bring two cats to Hillcrest cattery in May?", "Hillcrest cattery"),
    ],
)
def test_an_organisation_is_searched_for_by_its_kind_and_name(text: str, name: str) -> None:
    said = finding_words(spoken((text,), "en"))
    found = query_of(text, (), said)
    assert (found.text, found.doubtful) == (said.query.format(name=name), False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Verkauft die Bäckerei Kuchen?", "Bäckerei Kuchen"),
        ("Gibt es im Hallenbad Kurse für Kinder?", "Hallenbad Kurse"),
        ("Wo ist die nächste Bibliothek?", "nächste Bibliothek"),
        ("Kan mijn zoon in mei naar de zwemschool?", "zwemschool"),
        ("Welke kapper is zaterdag open?", "kapper open"),
        ("Qual escola tem vaga para crianças?", "escola vaga crianças"),
        ("Is there a vet with an emergency service?", "vet emergency service"),
    ],
)
def test_a_kind_without_a_name_is_no_organisation(text: str, words: str) -> None:
    found = query_of(text, (), finding_words(spoken((text,), "en")))
    assert not (found.named or found.doubtful)
    assert set(words.split()) <= set(found.text.split())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Kann Petra Zimmermann in die Tanzschule?", "zimmermann"),
        ("Is mijn dochter Fleur op school?", "fleur"),
        ("A escola do João abre amanhã?", "joão"),
        ("Is the school of Seb open on Monday?", "seb"),
        ("Geht meine Tochter Lena in die Schule?", "lena"),
        ("Kan mijn zoon Ben, school begint maandag, komen?", "ben"),
    ],
)
def test_a_person_beside_a_kind_is_no_organisation(text: str, name: str) -> None:
    found = query_of(text, (), finding_words(spoken((text,), "en")))
    assert found.doubtful or name not in found.text.lower()
