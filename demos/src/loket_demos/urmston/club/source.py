"""Where the club's data is: the configuration chooses the source, and only that one is imported."""

from importlib import import_module

from loket.core.errors import ConfigError
from loket.house.bundle import Services
from loket_demos.urmston.club.port import ClubData
from loket_demos.urmston.club.sqlite import SqliteClub

DATABASE = "URMSTON_CLUB_DB"
"""The file of the club's database; by default `club.sqlite` in the data folder."""
AIRTABLE = ("URMSTON_AIRTABLE_KEY", "URMSTON_AIRTABLE_BASE", "URMSTON_AIRTABLE_URL")
"""With the first two the data is read from that base; the third is where the service is, when it is elsewhere."""


def club_data(services: Services) -> ClubData:
    """Where the club's data is. ConfigError when Airtable is half configured or its library is missing."""
    key, base, url = (services.env.get(name, "").strip() for name in AIRTABLE)
    if not (key or base):
        told = services.env.get(DATABASE, "").strip()
        return SqliteClub(services.data.joinpath(told or "club.sqlite"))
    if not (key and base):
        raise ConfigError("bad_config", f"Airtable needs both {AIRTABLE[0]} and {AIRTABLE[1]}.")
    try:
        module = import_module("loket_demos.urmston.club.airtable")
    except ImportError as error:
        text = "Airtable is configured, but its library is not installed: pip install 'loket[airtable]'."
        raise ConfigError("bad_config", text) from error
    return module.AirtableClub(module.AirtableSettings(key=key, base=base, **({"url": url} if url else {})))
