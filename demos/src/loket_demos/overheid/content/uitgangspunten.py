"""What an amount was computed with, in words for people: what was understood, how, and what nobody said."""

from collections.abc import Iterator

from loket_demos.overheid.content import huurtoeslag, kinderopvangtoeslag
from loket_demos.overheid.content.arguments import Understood
from loket_demos.overheid.content.dutch_dates import month_of
from loket_demos.overheid.content.indication import Basis, Care, Facts, listed
from loket_demos.overheid.content.money import euro
from loket_demos.overheid.content.regelingen import RegelingCode
from loket_demos.overheid.content.risk_notes import wealth_limit

CARE = {"dagopvang": "dagopvang", "buitenschools": "opvang na school", "gastouder": "een gastouder"}
WITH_AGE: frozenset[RegelingCode] = frozenset({"zorgtoeslag", "huurtoeslag"})


def uitgangspunten(code: RegelingCode, jaar: int, known: Understood) -> tuple[Basis, ...]:
    """Everything the amount of this allowance depends on, as far as we know it, in the order of the form."""
    return tuple(_basis(code, jaar, known))


def _basis(code: RegelingCode, jaar: int, known: Understood) -> Iterator[Basis]:
    facts, assumed = known.facts, known.assumed
    yield Basis(veld="jaar", naam="Jaar", waarde=str(jaar), gegeven="jaar" not in assumed)
    yield Basis(
        veld="situatie",
        naam="Huishouden",
        waarde=_household(code, facts),
        hoe=known.rule,
        gegeven="situatie" not in assumed,
    )
    if facts.inkomen is not None:
        yield Basis(
            veld="inkomen",
            naam=_whose(code, facts),
            waarde=f"{euro(facts.inkomen)} per jaar",
            hoe=known.how,
            gegeven=True,
        )
    if code == "huurtoeslag" and facts.huur is not None:
        yield Basis(veld="huur", naam="Kale huur", waarde=f"{euro(facts.huur)} per maand", gegeven=True)
    if code in ("kindgebonden_budget", "huurtoeslag") and facts.kinderen:
        ages = listed(f"{age} jaar" for age in facts.kinderen)
        yield Basis(veld="kinderen", naam="Leeftijd van uw kinderen", waarde=ages, gegeven=True)
    if code == "kindgebonden_budget":
        yield from _of_children(facts)
    for care in facts.opvang if code == "kinderopvangtoeslag" else ():
        hours = f"{care.uren:f}".replace(".", ",")
        kind = f", {CARE[care.soort]}" if care.soort else ""
        words = f"{hours} uur per maand, {euro(care.uurprijs)} per uur{kind}"
        yield Basis(veld="opvang", naam="Opvang", waarde=words, hoe=_most_of_care(jaar, care), gegeven=True)
    if code == "kinderopvangtoeslag":
        yield Basis(veld="werk", naam="Werk", waarde=_work(known), gegeven=facts.werk is not None)
    if code in WITH_AGE:
        told = facts.leeftijd is not None
        yield Basis(veld="leeftijd", naam="Uw leeftijd", waarde=_age(code, jaar, facts), gegeven=told)
    if code == "zorgtoeslag" and facts.verzekerd is not None:
        where = "uit Nederland" if facts.verzekerd else "niet uit Nederland"
        yield Basis(veld="verzekerd", naam="Zorgverzekering", waarde=where, gegeven=True)
    if code == "huurtoeslag" and facts.zelfstandig is not None:
        own = "met eigen voordeur, keuken en wc" if facts.zelfstandig else "een kamer zonder eigen keuken of wc"
        yield Basis(veld="zelfstandig", naam="Woning", waarde=own, gegeven=True)
    limit = wealth_limit(code, jaar, facts.partner)
    if facts.vermogen is not None:
        yield Basis(veld="vermogen", naam="Vermogen", waarde=euro(facts.vermogen), gegeven=True)
    elif limit is not None:
        yield Basis(veld="vermogen", naam="Vermogen", waarde=f"niet hoger dan {euro(limit)}", gegeven=False)


def _of_children(facts: Facts) -> Iterator[Basis]:
    """The day on which a child comes of age, and who gets the child benefit: the speaker, unless they deny it."""
    if facts.kind_wordt_18 is not None:
        month = month_of(facts.kind_wordt_18)
        yield Basis(veld="kind_wordt_18", naam="Kind wordt 18", waarde=month, gegeven=True)
    whose = "u krijgt die niet" if facts.kinderbijslag is False else "u krijgt die"
    yield Basis(veld="kinderbijslag", naam="Kinderbijslag", waarde=whose, gegeven=facts.kinderbijslag is not None)


def _work(known: Understood) -> str:
    """Who works or learns; of a partner whom nobody denied it is said as well."""
    if known.facts.werk is False:
        return "niet allebei werk of studie" if known.facts.partner else "geen werk of studie"
    if known.facts.partner:
        return "u en uw partner werken of leren"
    return "u werkt of leert" + (", en een partner ook" if "situatie" in known.assumed else "")


def _most_of_care(jaar: int, care: Care) -> str:
    """What counts of it at most, where that is less."""
    year, hours = kinderopvangtoeslag.rules_of(jaar), kinderopvangtoeslag.rules().wet.uren_per_maand.value
    price = year.price(care).value if year and care.soort else care.uurprijs
    most = [f"{hours:f} uur"] if care.uren > hours else []
    most += [f"{euro(price)} per uur"] if care.uurprijs > price else []
    count = "tellen" if len(most) > 1 else "telt"
    return f"hooguit {' en '.join(most)} {count} mee" if most else ""


def _household(code: RegelingCode, facts: Facts) -> str:
    who = "u en uw partner" if facts.partner else "u, zonder toeslagpartner"
    if code != "huurtoeslag" or facts.persons == 1 + int(facts.partner):
        return who
    return f"{who}, samen {facts.persons} mensen in huis"


def _whose(code: RegelingCode, facts: Facts) -> str:
    if code == "huurtoeslag" and facts.persons > 1:
        return "Inkomen van iedereen in huis"
    if facts.partner:
        return "Inkomen van u en uw partner"
    return "Uw inkomen"


def _age(code: RegelingCode, jaar: int, facts: Facts) -> str:
    if facts.wordt_18 is not None:
        return f"18 jaar in {month_of(facts.wordt_18)}"
    if facts.leeftijd is not None:
        return f"{facts.leeftijd} jaar"
    year = huurtoeslag.rules_of(jaar) if code == "huurtoeslag" else None
    return f"{year.jong_tot.value if year else 18} jaar of ouder"
