# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 07 · Broadcasting
#
# *About 25 minutes to read and run; the exercises take another 30.*
#
# After this unit you can
#
# - say which axes of a tensor are stretched when two shapes meet;
# - turn what arrives at the stretched shape into a gradient of the tensor's own shape;
# - find two bugs that broadcasting hides, because nothing raises an error.
#
# **What you need from earlier units, in three sentences.** What arrives at a node is one weight for each
# number of its output, and the node multiplies the weights by its local slopes and sends them on. Where
# several paths lead to the same number, what they bring is added. A gradient has the shape of its tensor.

# %%
import minigrad

# %% tags=["minigrad-only"]
from classroom import draw, predict, question, step

# %% [markdown]
# ## The idea
#
# A market has three stalls and is open for four days. `sales` has a row for each day and a column for each
# stall. Each stall gets a fixed subsidy a day, the same every day: one number for each stall, three in all.
#
# `sales + subsidy` adds a table of shape (4, 3) and a row of shape (3,). The row is **stretched**, as if it
# were written down four times, once for each day. This is **broadcasting**. Nothing is copied; the same three
# numbers are *used* four times. And a number that is used four times has four paths to the result. So going
# backward, four weights arrive for each of them, and they are **added**. That is the whole rule of this unit:
# *stretched on the way forward, summed on the way back*.

# %%
sales = minigrad.tensor([[3., 1., 4.],
                         [1., 5., 9.],
                         [2., 6., 5.],
                         [3., 5., 8.]])
subsidy = minigrad.tensor([2., 0., 1.], requires_grad=True)

income = sales + subsidy
total = income.sum()
print(income)
print(total)

# %% tags=["minigrad-only"]
draw(total)

# %% [markdown]
# The picture shows one arrow from `subsidy` to the sum of shape (4, 3). It stands for twelve uses of three
# numbers.

# %% [markdown]
# ## Predict
#
# Answer before you run the cell that follows: replace the `...` by your answer and run the question's cell.

# %% tags=["minigrad-only"]
predict("07.subsidy", ...)

# %%
total.backward()
print(subsidy.grad)

# %% tags=["minigrad-only"]
predict.settle("07.subsidy", subsidy.grad)

# %% [markdown]
# When one stall gets 1 more a day, the total grows by 4, because there are four days. A finite difference
# says the same: with `subsidy` [3, 0, 1] the total is 68 instead of 64.
#
# Now a tensor that is stretched the other way. Each day has its own weather, which multiplies the sales of
# all stalls on that day: one number for each day, in a column of shape (4, 1).

# %% tags=["minigrad-only"]
predict("07.weather-shape", ...)

# %%
weather = minigrad.tensor([[1.], [2.], [0.], [1.]], requires_grad=True)
total = (sales * weather).sum()
total.backward()
print(weather.grad.shape)
print(weather.grad)

# %% tags=["minigrad-only"]
predict.settle("07.weather-shape", weather.grad)

# %% [markdown]
# The weather of day 0 multiplies 3, 1 and 4, so its slope is 3 + 1 + 4 = 8. The sum runs over the stalls, and
# the axis of length 1 stays: a gradient has the shape of its tensor, and (4,) is not (4, 1).

# %% [markdown]
# ## Under the hood
#
# ### Which axes are stretched
#
# Axis 0 runs over the rows, axis 1 over the columns. Write the two shapes one below the other, **aligned at
# the right**. Then in each place
#
# - two equal lengths fit;
# - a length of 1 is stretched to the other one;
# - a missing length at the left counts as 1, and the axis is added;
# - anything else is an error.
#
# | first | second | result | the first is stretched over | the second is stretched over |
# |---|---|---|---|---|
# | (4, 3) | (3,) | (4, 3) | none | axis 0, which it lacks |
# | (4, 3) | (4, 1) | (4, 3) | none | axis 1 |
# | (4, 1) | (3,) | (4, 3) | axis 1 | axis 0, which it lacks |
# | (4, 3) | () | (4, 3) | none | axes 0 and 1, which it lacks |
# | (2, 4, 3) | (1, 1, 3) | (2, 4, 3) | none | axes 0 and 1 |
# | (4, 3) | (1, 1, 3) | (1, 4, 3) | axis 0, which it lacks | axis 1 |
# | (4, 3) | (4,) | error | | |
#
# The last line surprises people: four days and four numbers, and yet it does not fit. Aligned at the right, 3
# meets 4.

# %%
try:
    sales + minigrad.tensor([1., 2., 3., 4.])
except RuntimeError as error:
    print(type(error).__name__)

# %% [markdown]
# ### Stretching is an operation of its own
#
# `expand` does nothing but stretch. With it, one sum that broadcasts becomes two operations, and we can look
# at the second half alone: a sum of two tables of one shape, whose local slopes are all 1.

# %%
subsidy.grad = None
stretched = subsidy.expand(4, 3)
stretched.retain_grad()
income = sales + stretched
print(stretched)

# %% [markdown]
# To see more than ones, weight the days: income of day 0 counts once, of day 1 ten times, and so on.

# %%
days = minigrad.tensor([[1.], [10.], [100.], [1000.]])
total = (income * days).sum()

# %% tags=["minigrad-only"]
step(total)

# %%
total.backward()
print(stretched.grad)
print(subsidy.grad)

# %% [markdown]
# At the stretched tensor the weights still have the shape (4, 3). On the way to `subsidy` each column is
# added up: 1 + 10 + 100 + 1000 = 1111. **The backward of a stretch is a sum over the stretched axes.**
#
# It is a sum and not a mean. A mean would say 277.75, and a finite difference says otherwise: raise the
# first subsidy by 1, and the weighted total grows by 1 + 10 + 100 + 1000. If a mean is wanted, the loss
# takes it, and then the division has already happened to the weights that arrive.
#
# ### The mirror image
#
# The backward of a sum is a stretch. `t.sum(dim=1)` adds up each row; every number of the row has the local
# slope 1, so each of them receives the row's weight.

# %%
t = minigrad.tensor([[1., 2., 3.], [4., 5., 6.]], requires_grad=True)
t.sum(dim=1).backward(gradient=minigrad.tensor([1., 10.]))
print(t.grad)

# %% [markdown]
# The mean of a row is its sum divided by 3, and so every number receives a third of the row's weight.

# %%
t.grad = None
t.mean(dim=1).backward(gradient=minigrad.tensor([3., 30.]))
print(t.grad)

# %% [markdown]
# ## Worked example: every number
#
# `y = x * s + b`, with `x` of shape (2, 3), a column `s` of shape (2, 1) and a row `b` of shape (3,):
#
# x = [[1, 2, 3], [4, 5, 6]], s = [[2], [−1]], b = [10, 20, 30]
#
# | y | column 0 | column 1 | column 2 |
# |---|---|---|---|
# | row 0 | 1·2 + 10 = 12 | 2·2 + 20 = 24 | 3·2 + 30 = 36 |
# | row 1 | 4·(−1) + 10 = 6 | 5·(−1) + 20 = 15 | 6·(−1) + 30 = 24 |
#
# Let these weights arrive: g = [[1, 0, 2], [10, 100, 1000]].
#
# **To `b`.** The local slope is 1. `b` lacks axis 0, so add up over the rows, and the axis is gone:
#
# | | column 0 | column 1 | column 2 |
# |---|---|---|---|
# | row 0 | 1 | 0 | 2 |
# | row 1 | 10 | 100 | 1000 |
# | **b.grad**, shape (3,) | **11** | **100** | **1002** |
#
# **To `s`.** First the local slope, which is `x`, entry by entry, still in the shape (2, 3). *Then* add up
# over axis 1, and keep the axis:
#
# | g · x | column 0 | column 1 | column 2 | **s.grad**, shape (2, 1) |
# |---|---|---|---|---|
# | row 0 | 1·1 = 1 | 0·2 = 0 | 2·3 = 6 | **7** |
# | row 1 | 10·4 = 40 | 100·5 = 500 | 1000·6 = 6000 | **6540** |
#
# The order matters. Whoever adds first has 3 and 1110 and can no longer tell with which x to multiply.
#
# **To `x`.** The local slope is `s`, stretched as in the forward: g · s = [[2, 0, 4], [−10, −100, −1000]].
# `x` was not stretched, so nothing is added.
#
# Check s[0] by hand: raise it from 2 to 3. Row 0 of `y` becomes 13, 26, 39, which is 1, 2, 3 more. Weighted:
# 1·1 + 0·2 + 2·3 = **7**.

# %%
x = minigrad.tensor([[1., 2., 3.], [4., 5., 6.]], requires_grad=True)
s = minigrad.tensor([[2.], [-1.]], requires_grad=True)
b = minigrad.tensor([10., 20., 30.], requires_grad=True)
g = minigrad.tensor([[1., 0., 2.], [10., 100., 1000.]])

y = x * s + b
y.backward(gradient=g)
print(y)
print(b.grad)
print(s.grad)
print(x.grad)

# %% [markdown]
# ## In code
#
# ### Two steps that always work
#
# `g` has arrived in the stretched shape, and the tensor has the shape `shape`.
#
# 1. **Axes that the tensor lacks**: sum over them, and they are gone. They are the first ones of `g`.
# 2. **Axes of length 1 that were stretched**: sum over them and keep them, with `keepdim=True`.
#
# Here are five shapes that all fit the same (2, 4, 3). Every weight is 1, so the gradients count how often
# each number was used.

# %%
table = minigrad.zeros(2, 4, 3)
for shape in [(3,), (4, 1), (1, 1, 3), (2, 1, 1), ()]:
    t = minigrad.zeros(shape, requires_grad=True)
    (table + t).sum().backward()
    print(f"{shape!s:10} {tuple(t.grad.shape)!s:10} each used {t.grad.max().item():.0f} times")

# %% [markdown]
# (3,) is used for 2 · 4 = 8 rows. (4, 1) lacks the first axis and is stretched over the last: 2 · 3 = 6. The
# single number of shape () is used 24 times. (1, 1, 3) is used as often as (3,), but its gradient keeps both
# axes of length 1.
#
# By hand, for (1, 1, 3), then for (4, 1):

# %%
g = minigrad.ones(2, 4, 3)
print(g.sum(dim=(0, 1), keepdim=True))
print(g.sum(dim=0).sum(dim=1, keepdim=True))

# %% [markdown]
# ### The bias of a batch
#
# The most common stretch in deep learning: a layer adds one bias, of shape (2,), to every row of a batch of
# four.

# %%
x = minigrad.tensor([[1., 0., 2.], [0., 1., 1.], [2., 1., 0.], [1., 1., 1.]])     # (4, 3)
target = minigrad.tensor([[1., 0.], [0., 2.], [1., 1.], [3., 0.]])                # (4, 2)
W = minigrad.tensor([[1., 0.], [0., 1.], [1., 1.]], requires_grad=True)           # (3, 2)
b = minigrad.tensor([0., 1.], requires_grad=True)                                 # (2,)

prediction = x @ W + b                                                            # (4, 2)
prediction.retain_grad()
loss = ((prediction - target) ** 2).mean()
loss.backward()
print(prediction.grad)
print(b.grad)

# %% [markdown]
# Column 0: 0.5 + 0.25 + 0.25 − 0.25 = 0.75. The mean of the loss is in these numbers already: each is 2 ·
# error / 8. Nothing has to be divided again.

# %% [markdown]
# ## Break it
#
# ### A stretch does not undo itself
#
# Here somebody goes backward by hand. What arrives at the prediction has the shape (4, 1), and they subtract
# it from the bias as it is, trusting that the shapes will sort themselves out. Nothing fails. Run it.

# %%
x = minigrad.tensor([[0.], [1.], [2.], [3.]])
target = minigrad.tensor([[1.], [4.], [3.], [8.]])
w = minigrad.tensor([[2.]])
b = minigrad.tensor([0.])

for _ in range(3):
    prediction = x @ w + b
    arriving = 2 * (prediction - target) / 4
    b = b - 1.0 * arriving
    print(f"loss {((prediction - target) ** 2).mean().item():7.4f}   shape of b {tuple(b.shape)}")
print(b)

# %% [markdown]
# With the weight 2, the four points ask for the biases 1, 2, −1 and 2. The best single bias is their mean, 1,
# and it leaves a loss of 1.5. This loop goes far below that. Look at the shape of `b`, *then* answer.

# %% tags=["minigrad-only"]
question("07.many-biases", "...")

# %% [markdown]
# The cure is one sum: `b = b - 1.0 * arriving.sum(dim=0)`. With `b` as a leaf and `b.grad` from a backward
# pass, the engine does the sum, and the shape stays.
#
# ### A column minus a row
#
# The second bug is in the forward, and the backward is innocent. The target has the shape (4,), the
# prediction (4, 1).

# %%
x = minigrad.tensor([[0.], [1.], [2.], [3.]])
target = minigrad.tensor([1., 3., 5., 7.])
w = minigrad.tensor([[2.]], requires_grad=True)
b = minigrad.tensor([1.], requires_grad=True)

prediction = x @ w + b
errors = prediction - target
print(errors.shape)
print(errors)

# %% [markdown]
# The line 2x + 1 goes through all four points. Every error should be 0, and the four on the diagonal are.

# %% tags=["minigrad-only"]
question("07.column-minus-row", "...")

# %%
errors = prediction - target.reshape(4, 1)
print(errors.shape, (errors ** 2).mean())

# %% [markdown]
# Two lines of defense: print the shapes once, and make the target the prediction's shape with `reshape`.

# %% [markdown]
# ## Exercises
#
# Now write the pieces yourself. The exercise notebook has five tasks, each with a check that answers at once:
# [07 exercises](../exercises/07_broadcasting/07_broadcasting.ipynb). Come back afterwards for the last
# questions.

# %% [markdown]
# ## Check yourself

# %% tags=["minigrad-only"]
question("07.sum-or-mean", "...")

# %% tags=["minigrad-only"]
question("07.three-by-three", "...")

# %% tags=["minigrad-only"]
question("07.local-slope-first", "...")

# %% [markdown]
# Two questions about earlier units:

# %% tags=["minigrad-only"]
question("07.review-weights", "...")

# %% tags=["minigrad-only"]
question("07.review-matmul", "...")

# %% [markdown]
# ## Key takeaways
#
# - Shapes are aligned at the right. A length of 1, or a missing one, is stretched to the other.
# - A stretched number is used several times, so it has several paths, and what they bring is **added**. Not
#   averaged.
# - Local slope first, in the stretched shape; then the sum.
# - Axes that the tensor lacks are summed away. Axes of length 1 are summed and kept (`keepdim=True`).
# - The backward of a stretch is a sum; the backward of a sum is a stretch.
# - Broadcasting does not undo itself. The engine does the sum for you; where you write a backward by hand,
#   you do it. A wrong shape often raises no error.
#
# ## In PyTorch
#
# **The same.** With `import torch as minigrad` in the first cell, the code cells print the same; only `draw`,
# `step` and the questions are this course's. The rules of stretching are also NumPy's, where `dim` is called
# `axis` and `keepdim` is called `keepdims`.
#
# **What differs.** The wording of errors. `torch.nn.functional.mse_loss` warns when the target's shape
# differs from the prediction's; a loss written by hand does not.
#
# **More of it.** PyTorch has the two steps as a method: `g.sum_to_size(shape)`.
#
# ## Further reading
#
# - In minigrad: `sum_to_size` in `minigrad/autograd/graph.py`, which undoes the stretch for all operations.
# - PyTorch's [Broadcasting semantics](https://docs.pytorch.org/docs/stable/notes/broadcasting.html).
# - NumPy's [Broadcasting](https://numpy.org/doc/stable/user/basics.broadcasting.html).
