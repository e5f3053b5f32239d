# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 08 · Gradient checking
#
# *About 20 minutes to read and run; the exercises take another 35.*
#
# After this unit you can
#
# - check a backward rule against differences, with an output gradient and a tolerance that you can defend;
# - tell a false alarm from a bug;
# - say what a passed check proves, and what it does not.
#
# **What you need from earlier units, in four sentences.** A central difference, (f(x + h) − f(x − h)) / 2h,
# measures a slope from the forward computation alone, best in float64. A backward rule receives one weight
# for each output, `g`, and sends on one number for each input. What it sends on are the slopes of the one
# number `(g * y).sum()`. Where several paths lead to an input, what they bring is added.

# %%
import numpy as np

import minigrad
from classroom import mine

numeric_grad = mine("01.numeric-grad")

# %% tags=["minigrad-only"]
from classroom import draw, predict, question, step

# %% [markdown]
# ## The idea
#
# A wrong gradient does not crash. The loss still goes down, only more slowly or to the wrong place, and you
# blame the learning rate. So gradients are checked before they are used, by asking two witnesses who have not
# spoken to each other:
#
# | | backward | differences |
# |---|---|---|
# | knows | the rules that somebody wrote | only the forward |
# | cost for n inputs | one pass | 2n forward runs |
# | error | rounding, or a bug of any size | small, but hardly ever 0 |
#
# Differences are too slow to train with and too inexact to believe to the last digit. But they do not share
# backward's bugs. If both say the same, a bug is unlikely.
#
# Here is a computation whose gradient is wrong. `x.detach()` is `x` as a plain number, which the graph does
# not know about. The value of `y` is right.

# %%
x = minigrad.tensor(3., dtype=minigrad.float64, requires_grad=True)
y = x * x.detach()
print(y.item())

# %% tags=["minigrad-only"]
draw(y)

# %% [markdown]
# ## Predict
#
# Answer before you run the cell that follows: replace the `...` by your answer and run the question's cell.

# %% tags=["minigrad-only"]
predict("08.detached", ...)

# %%
y.backward()
print(x.grad.item())

# %% tags=["minigrad-only"]
predict.settle("08.detached", x.grad)

# %% [markdown]
# The other witness knows only that the value is x². By hand, with h = 0.1: 3.1² = 9.61, 2.9² = 8.41, and
# (9.61 − 8.41) / 0.2 = **6**. Backward said 3. One of the two is wrong, and it is not the difference.

# %%
print(f"{numeric_grad(lambda x: x * x, np.array(3.)).item():.4f}")

# %% [markdown]
# ## Under the hood
#
# Step through the backward pass of the right and of the wrong product. In the second one, the path through
# the detached factor is missing, and half of the slope with it.

# %%
x = minigrad.tensor(3., requires_grad=True)
right = x * x
wrong = x * x.detach()

# %% tags=["minigrad-only"]
step(right)

# %% tags=["minigrad-only"]
step(wrong)

# %% [markdown]
# ### Several outputs: which number is measured?
#
# A rule with several outputs sends on the slopes of `(g * y).sum()`. Differences need one number as well.
# So both witnesses are asked about the same one: choose a `g`, give it to the rule, and take the differences
# of `(g * f(x)).sum()`.
#
# Take a forward that turns an array around. On the way back, what arrives has to be turned around too. The
# rule below forgets it.

# %%
def reverse(x):
    return x[::-1]                    # [x0, x1, x2] becomes [x2, x1, x0]


def reverse_rule(g, x):
    return g                          # it should be g[::-1]


# %% tags=["minigrad-only"]
predict("08.reversed", "...")

# %%
x = np.array([1., 2., 3.])

g = np.array([1., 1., 1.])
print("the rule says:   ", reverse_rule(g, x))
print("differences say: ", numeric_grad(lambda x: (g * reverse(x)).sum(), x).round(4))

# %% tags=["minigrad-only"]
predict.settle("08.reversed")

# %% [markdown]
# The check passes, and the rule is wrong. This is a **false pass**. It is what you get when you check
# `f(x).sum()`, because the sum hands the weight 1 to every output. Give every output a weight of its own:

# %%
g = np.array([1., 10., 100.])
print("the rule says:   ", reverse_rule(g, x))
print("differences say: ", numeric_grad(lambda x: (g * reverse(x)).sum(), x).round(4))

# %% [markdown]
# x₀ comes out last, with the weight 100, so its slope is 100. The rule gave it 1. In practice one draws a
# **random** `g`. It is very unlikely that a bug hides from it, and nobody has to think of the right weights.

# %% [markdown]
# ## Worked example: every number
#
# ### How near is near enough?
#
# Check y = x³ at x = [2, 100], with the right rule `g * 3 * x**2`, the weights g = [1, −1] and the step 0.01.
#
# | | x₀ = 2 | x₁ = 100 |
# |---|---|---|
# | the rule | 1 · 3 · 4 = 12 | −1 · 3 · 10,000 = −30,000 |
# | (x + h)³ | 8.120601 | 1,000,300.030001 |
# | (x − h)³ | 7.880599 | 999,700.029999 |
# | difference / 0.02, times g | 12.0001 | −30,000.0001 |
#
# The two witnesses never agree exactly. How much may they differ? A fixed amount is not enough: in a slope of
# 30,000, a difference of 0.1 is only a few millionths. A share of the slope is not enough either: where the
# slope is 0, a share of it is 0. So both are allowed, and added:
#
# **|found − measured| ≤ atol + rtol · |measured|**
#
# With atol = 0.00001 and rtol = 0.001:
#
# | | x₀ = 2 | x₁ = 100 | at x = 0 |
# |---|---|---|---|
# | found | 12 | −30,000 | 0 |
# | measured | 12.0001 | −30,000.0001 | 0.0001 |
# | they differ by | 0.0001 | 0.0001 | 0.0001 |
# | tolerated | 0.0120101 | 30.0000101 | 0.0000101 |
#
# At x = 0 the right rule fails, because the step is too long: (0.01³ + 0.01³) / 0.02 = 0.0001. With the step
# 0.000001 of `numeric_grad` that error is 0.000000000001, far below the fixed part. Step, dtype and tolerance
# belong together: float64, 1e-6, `atol=1e-5`, `rtol=1e-3` are what PyTorch's check uses.

# %%
x = np.array([2., 100., 0.])
g = np.array([1., -1., 1.])

found = g * 3 * x**2
for h in (0.01, 1e-6):
    measured = numeric_grad(lambda x: (g * x**3).sum(), x, h)
    tolerated = 1e-5 + 1e-3 * np.abs(measured)
    print("step", h, "agrees:", np.abs(found - measured) <= tolerated)

# %% [markdown]
# ## In code
#
# ### Ready made
#
# `gradcheck` takes a function and a float64 input, and checks every entry of the table of slopes, row by row.
# It returns `True`, or raises an error; with `raise_exception=False` it returns `False`.

# %%
x = minigrad.tensor([1., -2., 3.], dtype=minigrad.float64, requires_grad=True)

print(minigrad.autograd.gradcheck(lambda x: x * x, x))
print(minigrad.autograd.gradcheck(lambda x: x * x.detach(), x, raise_exception=False))

# %% [markdown]
# ### A false alarm: float32
#
# The rule is right, the slope of x² at 3 is 6, and the step is 1e-6. Only the dtype changes.

# %%
for dtype in (np.float64, np.float32):
    x, h = dtype(3.), dtype(1e-6)
    slope = ((x + h) ** 2 - (x - h) ** 2) / (2 * h)
    print(f"{dtype.__name__}: {slope:.3f}")

# %% [markdown]
# Near 9 the neighbors of a float32 number are about 0.000001 away. The two squares differ by 0.000012, only a
# dozen such steps, so the quotient may be off by a twelfth. The alarm is about the witness, not about the rule.
#
# ### A false alarm: a kink
#
# max(x, 0) has the slope 0 to the left of 0 and 1 to the right. At 0 a rule has to choose; PyTorch's choice
# is 0. The central difference takes half from each side.

# %%
x = minigrad.tensor(0., dtype=minigrad.float64, requires_grad=True)
x.relu().backward()
print("backward:   ", x.grad.item())
print("difference: ", numeric_grad(lambda x: np.maximum(x, 0.), np.array(0.)).round(4).item())

# %% [markdown]
# By hand: (0.000001 − 0) / 0.000002 = 0.5. Nobody claims the slope 0.5. It is the mean of the two. To see that
# there are two, take one-sided differences: 1 to the right, 0 to the left. Then move the point away from the
# kink and check again. Do not change the rule.

# %% [markdown]
# ## Break it
#
# This rule for sin was checked as it should be: float64, a random `g`, a tolerance with two parts. The check
# is at x = 0, "because the numbers are easy there". The rule is wrong. Run it, and answer.

# %%
def sin_rule(g, x):
    return g * (1 - x**2)


def both_say(x):
    g = np.random.default_rng(0).standard_normal(3)
    print("the rule says:   ", sin_rule(g, x).round(4))
    print("differences say: ", numeric_grad(lambda x: (g * np.sin(x)).sum(), x).round(4))


both_say(np.array([0., 0., 0.]))

# %% tags=["minigrad-only"]
question("08.zero", "...")

# %% [markdown]
# A check is made **at a point**. Zeros and ones are the worst of all points: at 0 many formulas are alike, and
# at 1 so are x, x² and 1/x. Random points are better, and several of them better still.

# %%
both_say(np.array([0.3, -1.2, 2.]))

# %% [markdown]
# And what no check of this kind can see: a forward that computes the wrong thing. Differences take the forward
# at its word. If you meant x³ and wrote `x * x` with the rule `2 * x`, the two agree.

# %% [markdown]
# ## Exercises
#
# Now write the checker yourself, and convict three rules with it. The exercise notebook has four tasks, each
# with a check that answers at once:
# [08 exercises](../exercises/08_gradient_checking/08_gradient_checking.ipynb). Come back afterwards for the
# last questions.

# %% [markdown]
# ## Check yourself

# %% tags=["minigrad-only"]
question("08.float32", "...")

# %% tags=["minigrad-only"]
question("08.proof", "...")

# %% [markdown]
# Two questions about earlier units:

# %% tags=["minigrad-only"]
question("08.review-step", "...")

# %% tags=["minigrad-only"]
question("08.review-weights", "...")

# %% [markdown]
# ## Key takeaways
#
# - A wrong gradient does not crash. Check it against differences, which know only the forward.
# - Both sides must speak of the same number: `(g * f(x)).sum()`, with a random `g`. With `.sum()`, a weight
#   that goes to the wrong place is not seen.
# - Tolerated is `atol + rtol * |measured|`: the fixed part for slopes near 0, the share for large ones. In
#   float64.
# - A false alarm: float32, a step that is too long or too short, a kink. Look before you change the rule.
# - A false pass: special points, equal weights, a tolerance that is too wide. A check speaks of the points it
#   was made at, and takes the forward at its word.
#
# ## In PyTorch
#
# **The same.** With `import torch as minigrad` in the first cell, the code cells print the same; only `draw`,
# `step` and the questions are this course's. `torch.autograd.gradcheck` has the same names and the same
# tolerances.
#
# **What differs.** The wording of errors. PyTorch's has more options, for complex numbers and for a quick
# check with random weights in place of the whole table (`fast_mode=True`).
#
# **More of it.** `gradgradcheck` checks second derivatives in the same way. minigrad has it too.
#
# ## Further reading
#
# - In minigrad: `minigrad/autograd/gradcheck.py`.
# - PyTorch's note [Gradcheck mechanics](https://docs.pytorch.org/docs/stable/notes/gradcheck.html).
