"""The recipes of docs/frameworks.md, run with the libraries that they are for."""
