"""The page of a report in a real browser, opened as a file: without a script, in light and in dark, for everybody."""

from pathlib import Path

from loket_demos.scenario.trial.comparing import compared
from loket_demos.scenario.trial.page import report_page
from tests.browser import Open, assert_accessible, assert_fits
from tests.scenario.trial.test_reports import FAULT, report, result


async def test_the_page_is_read_without_a_script(open_page: Open, tmp_path: Path) -> None:
    said = ("patient: Hello", "clinic: Which day?")
    made = report(result(1), result(2, "failed", fault=FAULT, said=said, log=({"type": "status"},)))
    at = tmp_path / "report.html"
    at.write_text(report_page(made, compared(report(result(2)), made)), "utf-8")
    for scheme in ("light", "dark"):
        page = await open_page(color_scheme=scheme)
        await page.goto(at.as_uri())
        assert await page.get_by_role("heading", level=1).inner_text() == "Bench of agents"
        assert await page.get_by_text("clinic: Which day?").is_visible(), "what did not pass is open"
        assert not await page.get_by_text("It ended passed").is_visible()
        await page.get_by_text("✓ passed: visit").click()
        assert await page.get_by_text("It ended passed").is_visible()
        await assert_accessible(page, f"the report in {scheme}")
    await assert_fits(page)
    await page.set_viewport_size({"width": 320, "height": 700})
    await assert_fits(page)
