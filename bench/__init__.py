"""The benches of Loket: its own cost beside a floor of plain asyncio and sqlite3, and beside its peers."""
