"""From the course's text to its notebooks, and to the learners' copy.

Read in this order:

- ``source``: reads one file of ``course/source/`` into cells that know their line;
- ``rules``: what a source must keep to, as sentences about a line;
- ``prompts``: what a cell asks, as text above it;
- ``release``: the exercise, made from the solution by nbgrader's own preprocessors;
- ``stamp``: how a generated notebook shows that nobody has worked in it;
- ``generate``: every notebook of the course, as its source says it must be;
- ``compare``: which notebooks on disk are not that, and where the first difference is;
- ``write``: writes them, without destroying what a person typed into one;
- ``handout``: the learners' copy;
- ``commands``: ``minigrad-course notebooks`` and ``minigrad-course handout``.
"""
