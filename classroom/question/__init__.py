"""What the course asks: predictions before a cell is run, concept questions, and review.

An answer is written into the call, as in ``predict("05.second-backward", 12.)``, and the cell is run.

Why not with buttons? The notebook's own editor is all that this needs, so it works from the keyboard, with
a screen reader, in a page without a server, and in whatever else opens notebooks. Running all cells waits
for nobody. What a cell shows is text, so an exported notebook shows it too. Form controls need the kernel
that made them: in a notebook that is opened again, or exported, an error would stand in their place.

Read in this order:

- ``specification``: what a unit module writes: Prediction, Question, Choice;
- ``show``: Markdown as HTML and as plain text, and parts that unfold;
- ``catalog``: finding what "05.q1" names;
- ``prompt``: what is asked, as Markdown, also for the notebook's builder;
- ``answer``: reading what a learner wrote, and comparing it with what came out;
- ``kept``: the answers so far, in the learner's progress;
- ``ask``: ``predict``, ``predict.settle`` and ``question``;
- ``review``: questions from earlier units, those once missed first.
"""
