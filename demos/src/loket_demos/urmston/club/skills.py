"""What the club's agent can do: every skill as its card shows it and as the inner tool that does it."""

from dataclasses import dataclass

from loket.core.data import JsonObject

AVAILABILITY, SPACES = "check_team_availability_v1", "check_team_spaces"
CODE, SCHEDULE, REPORT = "validate_registration_code", "get_match_schedule", "report_issue"
TRAINING = "get_training_times"


@dataclass(frozen=True)
class ClubSkill:
    """A skill. `tool` is the inner tool behind it, `asks` the question when something it needs is missing. `protected`
    ones want a key when the club has set one; `writes`: it changes the club's books."""

    id: str
    name: str
    description: str
    tags: tuple[str, ...]
    parameters: JsonObject
    examples: tuple[str, ...]
    tool: str
    asks: str
    protected: bool = False
    writes: bool = False

    @property
    def required(self) -> tuple[str, ...]:
        return tuple(self.parameters.get("required", ()))


def _object(required: tuple[str, ...], **properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties, "required": list(required)}


SKILLS = (
    ClubSkill(
        AVAILABILITY,
        "TeamVacancyCheck",
        "Checks for available spaces in Urmston Town junior teams based on age.",
        ("football", "juniors", "availability", "registration", "vacancies"),
        _object(
            ("age",),
            age={"type": "integer", "description": "Age of the child in years."},
            date_of_birth={
                "type": "string",
                "format": "date",
                "description": "Date of birth of the child; settles the age group.",
            },
            school_year={
                "type": "integer",
                "minimum": 1,
                "maximum": 13,
                "description": "School year of the child in England; settles the age group.",
            },
            gender={
                "type": "string",
                "enum": ["boy", "girl"],
                "x-aliases": {
                    "boy": ["boys", "son", "grandson", "nephew", "brother", "lad"],
                    "girl": ["girls", "daughter", "granddaughter", "niece", "sister"],
                },
                "description": "Whether a boys' or a girls' team is meant; mixed teams always fit.",
            },
            position={
                "type": "string",
                "enum": ["goalkeeper", "defender", "midfielder", "forward"],
                "x-aliases": {"goalkeeper": ["goalie", "keeper"], "forward": ["striker", "attacker"]},
                "description": "Position the child likes to play.",
            },
            current_team={"type": "string", "maxLength": 80, "description": "Team of ours the child is in now."},
        ),
        ("Is there space for a 10 year old?", "Check availability for age 7."),
        "club.check_team_availability",
        "How old is the child? The age in years is enough; a date of birth or the school year is more exact.",
    ),
    ClubSkill(
        SPACES,
        "TeamSpacesCheck",
        "Tells how many places one team of Urmston Town has left, or that it is full, by the team's name.",
        ("football", "team", "spaces", "full", "capacity"),
        _object(
            ("team_name",),
            team_name={"type": "string", "maxLength": 80, "description": "Name of the team, such as U10 Lions."},
        ),
        ("Is the U12 Panthers full?", "How many spaces do the U10 Lions have left?"),
        "club.check_team_spaces",
        "Which team do you mean? Its name is enough, for instance U10 Lions.",
    ),
    ClubSkill(
        CODE,
        "RegistrationCodeCheck",
        "Tells whether a registration code of Urmston Town is valid.",
        ("registration", "code", "validate"),
        _object(
            ("code",),
            code={
                "type": "string",
                "maxLength": 140,
                "pattern": "^[A-Za-z0-9]",
                "description": "The registration code, such as 200-LIONS-U10-2627.",
            },
        ),
        ("Is the registration code 200-LIONS-U10-2627 valid?",),
        "club.validate_registration_code",
        "Which registration code do you want to check?",
        protected=True,
    ),
    ClubSkill(
        SCHEDULE,
        "MatchSchedule",
        "Lists matches and results of Urmston Town teams between two days.",
        ("football", "matches", "fixtures", "schedule", "results"),
        _object(
            (),
            team={"type": "string", "maxLength": 80, "description": "Team or age group, such as U12 Panthers or U12."},
            **{
                "from": {"type": "string", "format": "date", "description": "First day."},
                "to": {"type": "string", "format": "date", "description": "Last day."},
            },
        ),
        ("When do the U12 Panthers play next?", "Show me the match schedule of the U14."),
        "club.get_match_schedule",
        "Which team's matches would you like to see?",
    ),
    ClubSkill(
        TRAINING,
        "TeamTraining",
        "Tells when a team of Urmston Town trains.",
        ("football", "training", "practice"),
        _object(
            (),
            team={"type": "string", "maxLength": 80, "description": "Name or age group."},
        ),
        ("When is training for the U14?", "On which evening is training?"),
        "club.get_training_times",
        "Which team's training do you mean? Its name or the age group is enough, for instance U10 Lions or U10.",
    ),
    ClubSkill(
        REPORT,
        "ReportIssue",
        "Reports a problem to Urmston Town, for instance with a pitch, a kit or this service, and gives a ticket.",
        ("report", "issue", "problem", "complaint"),
        _object(("text",), text={"type": "string", "maxLength": 2000, "description": "What is wrong, in words."}),
        ("I want to report a problem: the goal net on pitch 2 is torn.",),
        "club.report_issue",
        "What is wrong? Please describe it in a sentence or two.",
        writes=True,
    ),
)


def skill_named(name: str) -> ClubSkill | None:
    """The skill with this id or this name."""
    return next((skill for skill in SKILLS if name in (skill.id, skill.name)), None)
