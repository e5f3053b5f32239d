# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 01 · Slopes you can trust
#
# *About 25 minutes to read and run; the exercises take another 30.*
#
# After this unit you can
#
# - find the slope of any function from its values alone, by forward and by central differences;
# - say how wrong such a slope is, and choose a step for which it is right to many digits;
# - recognize when the numbers themselves are too coarse, as float32 often is.
#
# **What you need from earlier units, in two sentences.** A slope says how much a result changes for each unit
# that an input changes: rise divided by run. `backward()` finds slopes by rules and leaves them in `.grad`; a
# small step and a division find them without any rule, but only about right.

# %%
import math

import matplotlib.pyplot as plt
import numpy as np

import minigrad

# %% tags=["minigrad-only"]
from classroom import predict, question, step

# %% [markdown]
# ## The idea
#
# This course is about a clever way to find slopes. Clever things can be wrong, so we want a simple way that
# can check it. The simplest: move the input a little, see how much the output moves, divide. All that is
# needed of the function is that it can be called. Nothing has to be known about what happens inside.
#
# There are two ways to move. The **forward difference** compares `x` with a place to the right of it. The
# **central difference** compares a place to the left with a place to the right. Here they are for f(x) = x²
# at x = 3, with a step that is much too large, so that something can be seen.

# %%
places = np.linspace(0.5, 5.3, 100)
plt.figure(figsize=(7, 4))
plt.plot(places, places**2, color="black", label="f(x) = x²")
plt.plot([3, 5], [9, 25], "o--", color="tab:orange", label="forward: from 3 to 5, slope 8")
plt.plot([1, 5], [1, 25], "s-.", color="tab:blue", label="central: from 1 to 5, slope 6")
plt.plot(places, 9 + 6 * (places - 3), ":", color="gray", label="tangent at 3, slope 6")
plt.legend()
plt.show()

# %% [markdown]
# The dotted line touches the curve at x = 3, and its slope is the one we want: 6. The dashed chord goes from
# (3, 9) to (5, 25) and is too steep: (25 − 9) / 2 = 8. The chord from (1, 1) to (5, 25) lies elsewhere, but
# it runs in the same direction as the tangent: (25 − 1) / 4 = 6. In code, with `h` for the step:

# %%
def forward(f, x, h):
    return (f(x + h) - f(x)) / h


def central(f, x, h):
    return (f(x + h) - f(x - h)) / (2 * h)


def square(x):
    return x * x


print(forward(square, 3.0, 2.0))
print(central(square, 3.0, 2.0))

# %% [markdown]
# A smaller step should bring the forward difference closer to 6. How close?
#
# ## Predict
#
# Answer before you run the cell that follows: replace the `...` by your answer and run the question's cell.
# Your answer is kept, so that you can compare.

# %% tags=["minigrad-only"]
predict("01.forward-of-square", ...)

# %%
estimate = forward(square, 3.0, 0.1)
print(estimate)

# %% tags=["minigrad-only"]
predict.settle("01.forward-of-square", estimate)

# %% [markdown]
# With h = 2 the error was 2, with h = 0.1 it is 0.1. That is no accident. Multiply out: (3 + h)² − 9 = 6h +
# h². Divided by h, this is 6 + h. The error *is* h.
#
# (The last digits, 6.100000000000012, are not what you learned at school. We come to them now.)
#
# If the error is h, the smallest step should be the best.

# %% tags=["minigrad-only"]
predict("01.tiny-step", ...)

# %%
estimate = forward(square, 3.0, 1e-16)
print(estimate)

# %% tags=["minigrad-only"]
predict.settle("01.tiny-step", estimate)

# %% [markdown]
# ## Under the hood
#
# ### Numbers have neighbors
#
# A float in Python (its type is called **float64**) has about sixteen digits. So there is a next number after
# 3, and a gap between the two. `np.spacing` says how wide it is.

# %%
print(np.spacing(3.0))
print(3.0 + 1e-16 == 3.0)

# %% [markdown]
# The step 0.0000000000000001 is smaller than the gap. `3.0 + 1e-16` has to be rounded to a number that
# exists, and the closest one is 3.0 itself. The function was called twice at the same place, and the rise was
# 0.
#
# ### Few digits are left in a difference
#
# Larger steps survive, but they suffer. Look at the two values that are subtracted when h = 10⁻¹³:

# %%
h = 1e-13
print(square(3.0 + h))
print(square(3.0))
print(square(3.0 + h) - square(3.0))
print(forward(square, 3.0, h))

# %% [markdown]
# The two values agree in their first thirteen digits. These cancel in the difference, and with them go the
# digits that we could rely on: of sixteen, about three are left. The true rise is 0.0000000000006. What came
# out starts with 6.004, and the division by h turns that into a slope of about 6.004. The division is not to
# blame. It only makes visible what was lost before.
#
# So a step can be too large, because the chord is not the tangent. And it can be too small, because of
# rounding. These are two different errors:
#
# | error | forward | central | as h gets smaller |
# |---|---|---|---|
# | the chord is not the tangent | about h | about h² | falls |
# | values are rounded | about ε / h | about ε / h | grows |
#
# Here ε ("epsilon") is the gap after the number 1: `np.finfo(np.float64).eps`, which is 0.00000000000000022,
# or 2.2 · 10⁻¹⁶. A value near 1 is rounded by up to about ε, the difference of two such values is wrong by
# about as much, and dividing it by h makes ε / h. "About" leaves out factors that depend on the function, such
# as how strongly it is curved.

# %% [markdown]
# ## Worked example: every number
#
# f(x) = x³ at x = 2. The exact slope is 3x² = 12. All values can be worked out on paper:
#
# | h | f(2 − h) | f(2) | f(2 + h) | forward | error | central | error |
# |---|---|---|---|---|---|---|---|
# | 1 | 1 | 8 | 27 | (27 − 8) / 1 = 19 | 7 | (27 − 1) / 2 = 13 | 1 |
# | 0.1 | 6.859 | 8 | 9.261 | 1.261 / 0.1 = 12.61 | 0.61 | 2.402 / 0.2 = 12.01 | 0.01 |
# | 0.01 | 7.880599 | 8 | 8.120601 | 0.120601 / 0.01 = 12.0601 | 0.0601 | 0.240002 / 0.02 = 12.0001 | 0.0001 |
#
# From row to row the step is a tenth. The forward error becomes about a tenth, the central error exactly a
# hundredth.
#
# Why? Multiply out: (2 + h)³ = 8 + 12h + 6h² + h³, and (2 − h)³ = 8 − 12h + 6h² − h³.
#
# - forward: subtract 8, divide by h. What remains is 12 + **6h** + h².
# - central: subtract the two. The 8 and the 6h² stand in both and cancel. Divided by 2h, what remains is 12 +
#   **h²**.
#
# Looking to both sides costs the same two calls, and the largest error cancels. The next cell does the table
# by machine.

# %%
def cube(x):
    return x * x * x


for h in [1.0, 0.1, 0.01]:
    print(f"h = {h:<4}   forward {forward(cube, 2.0, h):.4f}   central {central(cube, 2.0, h):.4f}")

# %% [markdown]
# ## In code
#
# ### The error curve
#
# Now let h run from 0.1 down to 10⁻¹⁵, and write down how far off each slope is. The function is the sine at
# x = 1, whose exact slope is cos(1) = 0.5403.

# %%
exact = math.cos(1.0)
steps = [10.0**-k for k in range(1, 16)]
forward_errors = [abs(forward(math.sin, 1.0, h) - exact) for h in steps]
central_errors = [abs(central(math.sin, 1.0, h) - exact) for h in steps]

print("h        forward error   central error")
for h, of_forward, of_central in zip(steps, forward_errors, central_errors, strict=True):
    print(f"{h:.0e}    {of_forward:.0e}           {of_central:.0e}")

# %% [markdown]
# `4e-02` is Python's way to write 4 · 10⁻² = 0.04. Read each column from top to bottom. It falls, in equal
# strides, to a smallest value. Then it rises again, and less evenly, because rounding is a matter of luck. On
# paper with powers of ten along both sides, the equal strides become straight lines:

# %%
plt.figure(figsize=(7, 4.5))
plt.loglog(steps, forward_errors, "o--", color="tab:orange", label="forward")
plt.loglog(steps, central_errors, "s-", color="tab:blue", label="central")
plt.xlabel("step h")
plt.ylabel("distance from the exact slope")
plt.legend()
plt.grid(alpha=0.3)
plt.show()

# %% [markdown]
# Large steps are on the right. Coming from there, the forward error falls by a factor of 10 for each factor
# of 10 in h, the central error by a factor of 100. On the left, both climb along the same line, upward as h
# shrinks: that is rounding, ε / h.
#
# Each curve is lowest about where its two errors are equal:
#
# - forward: h = ε / h, so h² = ε and **h = √ε**, about 10⁻⁸. The error there is about 10⁻⁸: half of the
#   sixteen digits.
# - central: h² = ε / h, so h³ = ε and **h = ∛ε**, about 6 · 10⁻⁶. The error there is about 10⁻¹¹: two thirds
#   of the digits.
#
# For a number x far from 1, the gaps are wider in proportion to x, so the step has to grow with it.
#
# ### When you do not know the exact slope
#
# Usually you don't; otherwise why compute it? Then take two steps and compare. Where the slopes agree, you
# can trust the digits that agree.

# %%
def unknown(x):
    return math.exp(math.sin(3.0 * x)) / (1.0 + x * x)


for h in [1e-4, 1e-5, 1e-13]:
    print(f"h = {h:.0e}   central {central(unknown, 0.7, h):.10f}")

# %% [markdown]
# The first two differ by less than 0.0000002, so six digits behind the point can be trusted. The third step
# is too small, and its slope is another one from the fourth digit on.
#
# ### Where float32 breaks
#
# Tensors hold **float32** unless you ask for something else. It takes half the memory and is good enough for
# training. But it has about seven digits, and its ε is 1.2 · 10⁻⁷.

# %%
print(np.finfo(np.float32).eps)
print(np.spacing(np.float32(2.0)))

# %% [markdown]
# The gap after 2 is 0.00000024. A step of 10⁻⁶ is only four gaps wide, and is rounded to whole gaps. The next
# cell takes central differences of x³ at 2 on tensors, first in float32 and then in float64. The type of a
# tensor's numbers is its *dtype*, and `.item()` takes the number out of a tensor.

# %%
for dtype in [minigrad.float32, minigrad.float64]:
    print(dtype)
    x = minigrad.tensor(2.0, dtype=dtype)
    for h in [1e-1, 1e-2, 1e-3, 1e-5, 1e-6, 1e-8]:
        print(f"    h = {h:.0e}   central {central(cube, x, h).item():.7f}")

# %% [markdown]
# In float32 the best of these steps is 10⁻², as ∛ε = 0.005 says, and the slope is off by 0.00008. With 10⁻⁶,
# fine in float64, it is wrong in its second digit, and with 10⁻⁸ it is 0. Nothing warns you.
#
# The same picture as above, with both kinds of numbers. The function is x³ at x = 2 again, worked out in
# NumPy.

# %%
plt.figure(figsize=(7, 4.5))
for kind, style, color in [(np.float32, "o--", "tab:red"), (np.float64, "s-", "tab:blue")]:
    errors = [abs(float(central(cube, kind(2.0), kind(h))) - 12.0) for h in steps]
    plt.loglog(steps, errors, style, color=color, label=f"central, {kind.__name__}")
plt.xlabel("step h")
plt.ylabel("distance from the exact slope")
plt.legend()
plt.grid(alpha=0.3)
plt.show()

# %% [markdown]
# The float32 curve turns around at h = 0.01 and stays flat at an error of 12 on the left: there the
# difference is 0. **To check a slope, compute in float64.** A slope that `backward()` finds in float32
# can still be right to seven digits. It is the *difference* that cannot stand so few.
#
# ### Many numbers, one at a time
#
# A function of many numbers has a slope for each of them. Move one, and leave the others where they are. For
# f(x) = x[0] · x[1] at (3, 5):

# %%
def product(x):
    return x[0] * x[1]


h = 1e-6
up, down = product(np.array([3.0 + h, 5.0])), product(np.array([3.0 - h, 5.0]))
print(f"slope in x[0]: {(up - down) / (2 * h):.6f}")
up, down = product(np.array([3.0, 5.0 + h])), product(np.array([3.0, 5.0 - h]))
print(f"slope in x[1]: {(up - down) / (2 * h):.6f}")

# %% [markdown]
# When x[0] grows by a unit, the product grows by x[1] = 5, and the other way round by 3. The list of the
# slopes, here (5, 3), is called the **gradient**. It has one number for each number of x.
#
# Two calls for each number: count what that costs when there are many. The numbers that training turns are
# called *weights*, and the error that it makes small is called the *loss*; here they are only names.

# %%
calls = 0


def loss(weights):
    global calls
    calls += 1
    return (weights * weights).sum()


weights = np.arange(1000.0)
slopes = []
for i in range(len(weights)):
    up, down = weights.copy(), weights.copy()
    up[i] += h
    down[i] -= h
    slopes.append((loss(up) - loss(down)) / (2 * h))
print("calls by central differences:", calls)

calls = 0
tensor = minigrad.tensor(weights, requires_grad=True)
loss(tensor).backward()
print("calls for one backward pass: ", calls)
print("slopes of the last weight:", round(slopes[999]), "and", tensor.grad[999].item())

# %% [markdown]
# 2000 calls against one. A model with 100 million weights would need 200 million runs of the model for a
# single gradient. So differences are not how gradients are found. They are how gradients are *checked*, on a
# few numbers.
#
# ### Why `backward()` needs no step
#
# The slope of x³ = x · x · x at 2 once more, now with its graph. Walk through the backward pass with the
# button *Forward* or the arrow keys.

# %% tags=["minigrad-only"]
x = minigrad.tensor(2.0, dtype=minigrad.float64, requires_grad=True)
square_of_x = x * x
y = square_of_x * x
step(y)

# %% [markdown]
# At each node a number arrives and is multiplied by numbers that are already there, such as 2.0 and 4.0.
# There is no h, so there is nothing to choose and nothing that cancels. In the end 4, 4 and 4 arrive at `x`,
# once for each place where `x` stands.

# %%
x = minigrad.tensor(2.0, dtype=minigrad.float64, requires_grad=True)
cube(x).backward()
print(x.grad)
print(central(cube, 2.0, 1e-6))

# %% [markdown]
# 12 is exact; the difference below it is right to ten digits or so. Two methods that have nothing in common,
# and one answer: that is what makes the check worth something.

# %% [markdown]
# ## Break it
#
# This function should return the gradient, by central differences, of any function of an array of shape (n,).
# For f(x) = x[0] · x[1] at (3, 5) it should be (5, 3). Run it.

# %%
def slopes_of(f, x, h=1e-6):
    grad = np.zeros(x.shape)
    for i in range(len(x)):
        old = x[i]
        x[i] = old + h
        up = f(x)
        x[i] = old - h
        down = f(x)
        x[i] = old
        grad[i] = (up - down) / (2 * h)
    return grad


x = np.array([3, 5])
print(slopes_of(product, x))

# %% [markdown]
# Every line of the function is right. Print `x` inside the loop after each move, find out what is wrong,
# *then* answer.

# %% tags=["minigrad-only"]
question("01.integers", "...")

# %% [markdown]
# And here is the same slope twice, once right and once not.

# %%
print(forward(cube, np.float64(2.0), np.float64(1e-8)))
print(forward(cube, np.float32(2.0), np.float32(1e-8)))

# %% tags=["minigrad-only"]
question("01.zero-in-single", "...")

# %% [markdown]
# ## Exercises
#
# Now write the pieces yourself. The exercise notebook has five tasks, each with a check that answers at once:
# [01 exercises](../exercises/01_slopes_you_can_trust/01_slopes_you_can_trust.ipynb). The fourth,
# `numeric_grad`, will be used again: later units check gradients with the one that you wrote. Come back
# afterwards for the last questions.

# %% [markdown]
# ## Check yourself

# %% tags=["minigrad-only"]
question("01.a-tenth-of-the-step", "...")

# %% tags=["minigrad-only"]
question("01.why-errors-grow", "...")

# %% tags=["minigrad-only"]
question("01.how-many-calls", "...")

# %% [markdown]
# Two questions about the first unit:

# %% tags=["minigrad-only"]
question("01.review-downhill", "...")

# %% tags=["minigrad-only"]
question("01.review-backward", "...")

# %% [markdown]
# ## Key takeaways
#
# - Forward difference: (f(x + h) − f(x)) / h. Its error is about h.
# - Central difference: (f(x + h) − f(x − h)) / (2h). The same two calls, and an error of about h².
# - Too small a step is as bad as too large a one: below the best step, rounding costs about ε / h.
# - In float64, h = 10⁻⁶ is good for central differences of numbers near 1. The step grows with the number.
# - Check in float64. In float32 a difference has five good digits at best, and can be 0 without a warning.
# - n numbers need 2n calls. `backward()` needs one, and no step.
#
# ## In PyTorch
#
# **The same.** With `import torch as minigrad` in the first cell, the code cells print the same. Tensors are
# float32 there too, unless you ask for `torch.float64`, with the same gaps.
#
# **What differs.** Printing a dtype says `torch.float32` in both: minigrad uses PyTorch's names.
#
# **Ready made.** `torch.autograd.gradcheck` (and `minigrad.autograd.gradcheck`) compares `backward()` with
# central differences, with a step of 10⁻⁶. It asks for float64, and now you know why. Unit 08 is about it.
#
# ## Further reading
#
# - In minigrad: `minigrad/autograd/gradcheck.py`, central differences in use.
# - NumPy's [finfo](https://numpy.org/doc/stable/reference/generated/numpy.finfo.html), which knows ε for
#   every dtype.
# - PyTorch's note [Gradcheck mechanics](https://docs.pytorch.org/docs/stable/notes/gradcheck.html).
