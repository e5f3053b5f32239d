"""The operations as users call them: tensor methods, operators and module functions.

Most are a row of the table under the same name; ``binding`` gives the class those. The other modules hold the
functions that choose between rows (``sum`` of all or along a dimension), take arguments in several forms, or
are put together from others.
"""
