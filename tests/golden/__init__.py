"""Playthroughs kept as text: whatever changes in them is a change of the rules, or of what is told.

``python -m tests.golden`` writes them anew; read the difference before you keep it.
"""
