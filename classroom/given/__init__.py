"""What the course gives in place of an earlier answer that is not written yet. See `classroom.earlier`.

One module per unit, `unit_01.py` for unit 01. Its `GIVEN` says which tasks have a stand-in, and what it is:
`GIVEN = {"numeric-grad": numeric_grad}`. The stand-in has the name and the parameters that the exercise asks
for, and passes the task's check; it is here only where a later unit goes on with the answer.
"""
