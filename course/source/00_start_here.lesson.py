# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 00 · Start here
#
# *Ten minutes. You need Python, and from school what a slope is.*
#
# Training a neural network means turning millions of numbers a little, again and again, so that one number,
# the error, gets smaller. For this you must know for each of the millions: if I raise it a little, how much
# does the error rise or fall? That is a slope. This course is about the method that finds all these slopes in
# one go, **reverse-mode automatic differentiation**. You will take it apart and build it again, in small
# pieces, and each piece checks itself.
#
# This first unit only shows how a unit works. At the end you will have handed in one exercise.

# %% [markdown]
# ## Running cells
#
# This page is a notebook: text, and cells of Python. Click into the next cell and press **Shift+Enter**. The
# cell runs, what it prints appears below it, and the next cell is selected. Run the cells of a lesson from
# top to bottom.

# %%
import minigrad

x = minigrad.tensor(2., requires_grad=True)
y = x ** 3
print(x)
print(y)

# %% [markdown]
# A `tensor` is a number, or an array of numbers, that can remember what was done with it.
# `requires_grad=True` says: I will ask for the slope at this one. So `y` knows that it was made by a power,
# from `x`. It prints as `PowBackward0`: the step that leads back through a power (`Pow`).
#
# One more cell brings in the course's tools.

# %% tags=["minigrad-only"]
from classroom import draw, predict, progress, question, step

# %% [markdown]
# ## The first prediction
#
# In each lesson you say what will come out *before* you run the code. A wrong prediction is worth more than
# no prediction: it shows you where your picture of the matter differs from the machine's. Predictions are
# kept and never graded.
#
# How steep is x³ at x = 2? You can find out with a calculator. Raise x a little, and see how much x³ rises:
#
# | x | x³ |
# |---|---|
# | 2 | 8 |
# | 2.001 | 8.012006001 |
#
# Divide the rise of x³ by the rise of x. Now replace the `...` by a whole number and run the cell.

# %% tags=["minigrad-only"]
predict("00.slope-of-cube", ...)

# %% [markdown]
# The next cell lets minigrad find the slope. `backward()` goes from `y` back to `x`, and leaves the slope in
# `x.grad`. The cell after it compares your prediction with what came out.

# %%
y.backward()
print(x.grad)

# %% tags=["minigrad-only"]
predict.settle("00.slope-of-cube", x.grad)

# %% [markdown]
# Two methods, one answer. The calculator's 0.012006001 / 0.001 = 12.006001 is a little off, because 0.001 is
# not infinitely small. The 12 of `backward()` is exact: it comes from the rule that x³ has the slope 3x², and
# 3 · 2² = 12. Throughout the course, the first method will check the second.

# %% [markdown]
# ## The picture
#
# What `backward()` walks along is a graph: which number was made from which. You can draw it, and you can
# walk along it yourself.

# %% tags=["minigrad-only"]
x = minigrad.tensor(2., requires_grad=True)
y = x ** 3 + x
draw(y)

# %% [markdown]
# The arrows show how the numbers were computed, from `x` at the top to `y` at the bottom. `backward()` goes
# the other way. Walk along with the button *Forward* below, or press Tab until one of the round buttons is
# selected and use the arrow keys. Every step says which number is multiplied by which. Two words stand there
# that later units explain: a *gradient* is a slope of `y`, and a *leaf* is a number that you put in yourself.
# You need not understand each detail now. Notice only where it starts (at `y`, with 1) and where it ends: at
# `x`, where two numbers arrive and are added.

# %% tags=["minigrad-only"]
step(y)

# %% [markdown]
# ## A question
#
# Lessons end with a few questions. Replace the `...` by the letter of your choice and run the cell. Every
# choice comes with a reason, so a wrong one tells you something too. Try more than one.

# %% tags=["minigrad-only"]
question("00.what-a-slope-says", "...")

# %% [markdown]
# ## Your first check
#
# Exercises live in a notebook of their own. Open
# **[exercises/00_start_here](../exercises/00_start_here/00_start_here.ipynb)**, do its one task, and come
# back here.
#
# In it you write a small function and run `check(...)`. The check tries your function at once, and when
# something is wrong it says what it tried, what should have come out, what came out, and which mistake that
# looks like. It does not print the answer. There is no limit to how often you run it.
#
# If you are stuck, run `hint("00.slope")` in a cell. The first hint names the idea; call it again for where
# to look, and once more for nearly the code. Hints cost no points.

# %% [markdown]
# ## Handing in
#
# Save the exercise notebook (**Ctrl+S**, on a Mac Cmd+S). Then, in a terminal in the course's folder:
#
# ```
# minigrad-course submit 00
# ```
#
# (JupyterLab has a terminal: *File → New → Terminal*.) Your notebook is graded with further tests, on other
# numbers than the check uses, and the feedback opens as a web page. Hand in as often as you like.
#
# In a class, you hand in through *Nbgrader → Assignment List* in JupyterLab's menu instead: *Fetch* gets the
# exercise, *Submit* hands it in, and your instructor returns the feedback in the same place.

# %% [markdown]
# ## Where progress shows
#
# Checks passed, hints seen, predictions made: all is kept in the file `progress.json` in the course's folder,
# on your own machine. The next cell shows it. In a terminal, `minigrad-course progress` shows the same.

# %% tags=["minigrad-only"]
progress()

# %% [markdown]
# ## When something goes wrong
#
# | what you see | what to do |
# |---|---|
# | `NameError: name 'x' is not defined` | A cell above was not run: *Run → Run All Above Selected Cell*. |
# | numbers that make no sense any more | Start afresh: *Kernel → Restart Kernel and Run All Cells*. |
# | a cell shows `[*]` and never ends | *Kernel → Interrupt Kernel*, then look for a loop without an end. |
# | `NotImplementedError` in an exercise | Put your answer in the place of that line. |
# | `No module named 'minigrad'` | The notebook runs in another Python. Start JupyterLab with `make lab`. |
# | you changed a lesson and want it back | Take the file from the course again. Your progress is not in it. |

# %% [markdown]
# ## The units
#
# Units build on each other, so take them in order. A unit takes 30 to 60 minutes: the idea, two predictions,
# the graph, an example with every number, code, a classic bug, exercises, and questions.
#
# | unit | what it is about |
# |---|---|
# | **00 Start here** | how a unit works (this page) |
# | [01 Slopes you can trust](01_slopes_you_can_trust.ipynb) | finite differences, the step, and where they break |
# | [02 Building the graph](02_building_the_graph.ipynb) | how a computation remembers itself |
# | [03 Local rules](03_local_rules.ipynb) | the slope of one operation |
# | [04 Backward order](04_backward_order.ipynb) | why the graph is walked in reverse, and in which order |
# | [05 Leaves, accumulation, zero_grad](05_leaves_and_accumulation.ipynb) | where gradients land and add up |
# | [06 Tensors and `gradient=`](06_vector_jacobian_products.ipynb) | arrays, and vector-Jacobian products |
# | [07 Broadcasting](07_broadcasting.ipynb) | what stretches forward is summed backward |
# | [08 Gradient checking](08_gradient_checking.ipynb) | testing a derivative |
# | [09 Fitting a line](09_fitting_a_line.ipynb) | y = 2x + 1 from three points |
# | 10 Cutting the graph | `detach`, `no_grad`, `.data`, NumPy |
#
# Units without a link are still being written. Practice units (11 to 16) and deeper ones (17 to 22) follow.
