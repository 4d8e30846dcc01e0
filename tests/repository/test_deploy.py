"""The files for several machines have the form that their programs take, and say what must not be forgotten."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema_rs
import kubernetes_validate
import pytest
import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"
KUBERNETES = "1.35"


def documents(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((DEPLOY / "kubernetes" / name).read_text("utf-8")))


def test_compose_takes_it() -> None:
    schema = json.loads((files("check_jsonschema") / "builtin_schemas/vendor/compose-spec.json").read_text("utf-8"))
    compose = yaml.safe_load((DEPLOY / "compose/compose.yaml").read_text("utf-8"))
    validator = jsonschema_rs.validator_for(schema)
    assert [error.message for error in validator.iter_errors(compose)] == []
    assert not validator.is_valid({**compose, "services": {"loket": {"imago": "loket"}}})
    nodes = [one["environment"] for name, one in compose["services"].items() if name.startswith("loket")]
    assert len({one["LOKET_INSIDE"] for one in nodes}) == 3 and len({one["LOKET_STORE"] for one in nodes}) == 1


@pytest.mark.parametrize("name", ["nats.yaml", "loket.yaml"])
def test_kubernetes_takes_it(name: str) -> None:
    for document in documents(name):
        kubernetes_validate.validate(document, KUBERNETES, strict=True)
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate({**documents(name)[-1], "spec": {"replica": 3}}, KUBERNETES, strict=True)


def test_what_was_acknowledged_is_on_the_disks() -> None:
    assert "sync_interval: always" in documents("nats.yaml")[0]["data"]["nats.conf"]
    assert "sync_interval: always" in (DEPLOY / "compose/nats.conf").read_text("utf-8")
