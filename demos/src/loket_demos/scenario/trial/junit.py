"""A report as JUnit XML, which every CI shows: a suite for each scenario, a case for each trial."""

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from loket_demos.scenario.trial.results import TrialReport, TrialResult

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML can hold, not even escaped."""


def junit(report: TrialReport) -> bytes:
    """The document. A check that does not hold is a failure, a trial that came to no verdict an error."""
    counts = report.counted()
    root = Element("testsuites", name="loket bench", time=f"{report.seconds:.3f}")
    _count(root, len(report.results), counts["failed"], counts["broken"])
    for scenario in dict.fromkeys(one.trial.scenario for one in report.results):
        results = [one for one in report.results if one.trial.scenario == scenario]
        took = sum(one.figures.seconds for one in results)
        suite = SubElement(root, "testsuite", name=_text(scenario), timestamp=report.began, time=f"{took:.3f}")
        verdicts = [one.verdict for one in results]
        _count(suite, len(results), verdicts.count("failed"), verdicts.count("broken"))
        for result in results:
            _case(suite, result)
    indent(root)
    return tostring(root, encoding="utf-8", xml_declaration=True)


def _count(element: Element, tests: int, failures: int, errors: int) -> None:
    element.set("tests", str(tests))
    element.set("failures", str(failures))
    element.set("errors", str(errors))


def _case(suite: Element, result: TrialResult) -> None:
    of, took = _text(result.trial.scenario), f"{result.figures.seconds:.3f}"
    case = SubElement(suite, "testcase", classname=of, name=_text(result.trial.key), time=took)
    missed = [check.sentence or check.name for check in result.checks if not check.ok]
    if result.verdict == "failed":
        SubElement(case, "failure", message=_text(missed[0] if missed else result.why)).text = _text("\n".join(missed))
    if result.verdict == "broken":
        SubElement(case, "error", message=_text(result.why)).text = _text("\n".join((result.why, *missed)))
    told = [f"end: {result.end or 'none'}", f"turns: {result.figures.turns}"]
    if result.fault and result.fault.get("fault"):
        told.append(f"{result.fault['title']}: {result.fault['sentence']}")
    SubElement(case, "system-out").text = _text("\n".join((*told, *result.said)))


def _text(value: str) -> str:
    return NOT_XML.sub("\ufffd", value)
