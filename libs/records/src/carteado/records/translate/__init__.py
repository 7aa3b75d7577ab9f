"""Wire and rules, each in the words of the other: the only place that knows both."""
