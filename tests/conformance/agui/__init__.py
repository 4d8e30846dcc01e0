"""Foreign front ends against our door for AG-UI."""
