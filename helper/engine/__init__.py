"""How play works: moves and verdicts, resolutions with their steps, scoresheets, and the journal they fold from."""
