"""The wires of the workbench: the library of scenarios, what is remembered of a person, a language model."""
