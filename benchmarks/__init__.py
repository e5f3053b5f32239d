"""The speed table: minigrad beside its peers, in one run. ``make bench`` prints it and saves a plot."""
