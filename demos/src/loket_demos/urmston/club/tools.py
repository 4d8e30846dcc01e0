"""The club's skills as tools of its assistant: arguments in, the club's data asked, the result's shape out."""

from collections.abc import Awaitable, Callable
from datetime import date

from loket.core.data import Json, JsonObject
from loket.core.shapes import object_at
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.tools.function import FunctionTool
from loket_demos.urmston.club.addressee import speaks_only, strangers
from loket_demos.urmston.club.availability import Child, check_team_availability
from loket_demos.urmston.club.children import BOTH, EVIDENCE, SEXES
from loket_demos.urmston.club.codes import validate_registration_code
from loket_demos.urmston.club.limits import Tries
from loket_demos.urmston.club.places import GROUP
from loket_demos.urmston.club.port import ClubData
from loket_demos.urmston.club.reading import DAY, ORGANISATIONS
from loket_demos.urmston.club.reports import report_issue
from loket_demos.urmston.club.schedule import get_match_schedule
from loket_demos.urmston.club.skills import AVAILABILITY, CODE, REPORT, SCHEDULE, SKILLS, SPACES, TRAINING, ClubSkill
from loket_demos.urmston.club.spaces import check_team_spaces, teams_meant
from loket_demos.urmston.club.training import get_training_times

SECONDS = 12.0
CALLER = "caller"
"""The extra argument of a protected skill: who tries, as a digest."""
AS_TOLD = "as_told"
"""The extra argument that says that a child is the one of the last answer: that is told with the next."""
EXTRA = (CALLER, ORGANISATIONS, AS_TOLD)
"""What is no part of what was asked for."""
OTHER = "other_organisation"
"""Why nothing is told of an organisation that the club is not."""

Work = Callable[[JsonObject, CallContext], Awaitable[Json]]


def club_tools(data: ClubData, today: Callable[[], date], tries: Tries) -> tuple[Tool, ...]:
    """One tool for each skill. `today` is the day where the club is."""

    async def availability(args: JsonObject, context: CallContext) -> Json:
        days = {name: _day(args, name) for name in ("date_of_birth", "born_from", "born_to")}
        told = {name: value for name, value in args.items() if name not in days}
        first, last = days["born_from"], days["born_to"]
        born = (first, last) if first is not None and last is not None else None
        child = Child(date_of_birth=days["date_of_birth"], born=born, **told)
        return (await check_team_availability(data, child, today())).model_dump(mode="json")

    async def spaces(args: JsonObject, context: CallContext) -> Json:
        return await check_team_spaces(data, args["team_name"], today())

    async def code(args: JsonObject, context: CallContext) -> Json:
        if not tries.allowed(args.get(CALLER, "")):
            raise ToolFailed("rate_limited", "Too many codes were tried. Please wait a minute and try again.")
        return await validate_registration_code(data, args["code"], today())

    async def schedule(args: JsonObject, context: CallContext) -> Json:
        team = await _team(data, args.get("team"))
        return await get_match_schedule(data, team, (_day(args, "from"), _day(args, "to")), today())

    async def training(args: JsonObject, context: CallContext) -> Json:
        return await get_training_times(data, await _team(data, args.get("team")) or "", args.get(DAY, ""))

    async def report(args: JsonObject, context: CallContext) -> Json:
        return await report_issue(data, args["text"], context.key, today())

    work: dict[str, Work] = {
        AVAILABILITY: availability,
        SPACES: spaces,
        CODE: code,
        SCHEDULE: schedule,
        TRAINING: training,
        REPORT: report,
    }
    return tuple(FunctionTool(_spec(skill), _of_ours(data, work[skill.id])) for skill in SKILLS)


def _of_ours(data: ClubData, work: Work) -> Work:
    """The work, for who names nobody that the club's books don't know."""

    async def checked(args: JsonObject, context: CallContext) -> Json:
        names = args.get(ORGANISATIONS, ())
        if names and (others := strangers(names, await data.teams())):
            raise ToolFailed(OTHER, speaks_only(others[0]))
        return await work(
            {name: value for name, value in args.items() if name not in (ORGANISATIONS, AS_TOLD)}, context
        )

    return checked


async def _team(data: ClubData, told: str | None) -> str | None:
    """The team that is told; its age group alone where the word in small letters behind it is no team's (`U10 win`)."""
    group, _, small = (told or "").partition(" ")
    known = not small.islower() or not GROUP.fullmatch(group) or teams_meant(await data.teams(), told or "")
    return told if known else group


def _spec(skill: ClubSkill) -> ToolSpec:
    named: JsonObject = {ORGANISATIONS: {"type": "array", "items": {"type": "string"}}}
    properties = {**object_at(skill.parameters, "properties"), **named}
    schema = {**skill.parameters, "properties": properties}
    if skill.id == AVAILABILITY:
        group = {"type": "string", "pattern": r"^[Uu]\d{1,2}$"}
        options = [{"required": [name]} for name in EVIDENCE]
        born = {name: {"type": "string", "format": "date"} for name in ("born_from", "born_to")}
        sexes: JsonObject = {"type": "string", "enum": [*SEXES.values(), BOTH]}
        schema = {
            "type": "object",
            "properties": {**properties, "age_group": group, **born, "gender": sexes, AS_TOLD: {"type": "boolean"}},
            "anyOf": options,
        }
    if skill.id == TRAINING:
        schema = {**schema, "properties": {**properties, DAY: {"type": "string", "maxLength": 20}}}
    if skill.protected:
        schema = {**schema, "properties": {**properties, CALLER: {"type": "string"}}}
    return ToolSpec(
        name=skill.tool,
        title=skill.name,
        description=skill.description,
        input=schema,
        read_only=not skill.writes,
        idempotent=True,
        deadline=SECONDS,
    )


def _day(args: JsonObject, name: str) -> date | None:
    """The day of an argument. ToolFailed when it is none, whatever the schema let pass."""
    told = args.get(name)
    if told is None:
        return None
    try:
        return date.fromisoformat(told)
    except ValueError as error:
        raise ToolFailed("invalid_parameters", f"{name} must be a day such as 2016-09-01.") from error
