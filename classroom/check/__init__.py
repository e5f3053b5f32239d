"""`check("05.accumulate", accumulate)`: try a learner's answer at once, and say what is wrong with it."""
