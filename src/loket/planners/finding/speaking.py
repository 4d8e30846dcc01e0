"""Which of the sites that a search found speak of what was asked: nobody is sent to a site of somebody else."""

from loket.core.shapes import text_at
from loket.planners.finding.agents import Agent
from loket.planners.finding.answer import site_name
from loket.planners.finding.identity import is_named
from loket.planners.finding.query import named_in, site_of
from loket.planners.finding.trail import Trail
from loket.planners.finding.unspoken import speaks_of
from loket.planners.finding.words import FindingWords


def speaking_of(trail: Trail, said: FindingWords) -> tuple[list[str], str]:
    """The addresses of the results that are of the organisation that the message names, or that speak of its subject
    when it names none; and the name of which none was found."""
    text = trail.message.last
    names = named_in(text, said)
    results = [(text_at(one, "url"), text_at(one, "title"), text_at(one, "snippet")) for one in trail.results]
    if not names:
        about = {url: f"{title} {snippet} {site_name(url)}" for url, title, snippet in results}
        return [url for url, told in about.items() if speaks_of(text, told, said)], ""
    there = [
        url
        for url, title, _ in results
        if is_named(Agent("", "", site_of(url), url, (), title=title), names, said, text)
    ]
    met = there or any(is_named(agent, names, said, text) for agent in trail.agents)
    return there, "" if met else names[0]
