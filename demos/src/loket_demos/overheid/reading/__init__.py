"""What a message says about an allowance, and what has to be asked before an amount can be named."""
