"""What the shop promises. Run in this folder, with the wholesaler running: pytest"""

from bikes.shop import shop

from loket.testing import talking

WISH = "Can you fix my puncture on 3 March 2027?"


async def test_a_booking_waits_for_a_yes_and_its_values_may_be_changed() -> None:
    async with talking(shop, config="loket.toml") as talk:
        await talk.say(WISH)
        held = (await talk.choose("11:30")).questions[0].held
        assert held is not None and held["args"] == {"repair": "puncture", "day": "2027-03-03", "time": "11:30"}
        assert str(await talk.edit(time="16:00")).startswith("See you on Wednesday at 16:00.")


async def test_the_mechanic_the_torque_table_and_the_wholesaler_are_asked() -> None:
    async with talking(shop, config="loket.toml") as talk:
        assert "brakes" in str(await talk.say("My bike is squeaking"))
        assert "6 Nm" in str(await talk.say("What is the torque of the stem bolt?"))
        await talk.say("Order two inner tubes")
        assert "Tomorrow in your shop" in str(await talk.approve())
        assert [step.name for step in talk.steps if step.kind == "tool"] == ["wholesaler.order"]
