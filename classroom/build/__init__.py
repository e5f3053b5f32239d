"""From the course's text to its notebooks, and to the learners' copy.

Read in this order:

- ``source``: reads one file of ``course/source/`` into cells that know their line;
- ``rules``: what a source must keep to, as sentences about a line;
- ``release``: the exercise, made from the solution by nbgrader's own preprocessors;
- ``stamp``: how a generated notebook shows that nobody has worked in it;
- ``notebooks``: all notebooks of the course: generate, compare, write without destroying work;
- ``handout``: the learners' copy;
- ``commands``: ``minigrad-course notebooks`` and ``minigrad-course handout``.
"""
