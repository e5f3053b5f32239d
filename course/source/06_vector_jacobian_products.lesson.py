# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 06 · Tensors and `gradient=`
#
# *About 25 minutes to read and run; the exercises take another 35.*
#
# After this unit you can
#
# - say why `backward()` refuses a tensor of several numbers, and give it what it lacks;
# - work out what `gradient=` brings to a leaf, and read off a whole table of slopes row by row;
# - find the backward rule of a matrix product from the shapes alone, and check it.
#
# **What you need from earlier units, in four sentences.** A computation records a graph of nodes. The
# backward pass starts at the end of the graph with the slope 1, and at every node it multiplies what arrives
# by the node's local slopes and sends the products on. Where several paths lead to a tensor, what they bring
# is added. The sum ends up in `.grad` of the leaves, on top of whatever was there before. You also need the
# matrix product `A @ B`: its entry in row i and column j is row i of `A` times column j of `B`, added up.

# %%
import minigrad

# %% tags=["minigrad-only"]
from classroom import draw, predict, question, step

# %% [markdown]
# ## The idea
#
# So far a computation ended in one number. Now it ends in several. A bakery pays three prices, for a kilogram
# of flour, sugar and butter, and makes two things, bread and cake. Here is what goes into them, and what they
# cost:
#
# | | flour | sugar | butter | cost at prices 1, 2, 4 |
# |---|---|---|---|---|
# | a bread | 2 | 0 | 1 | 2·1 + 0·2 + 1·4 = 6 |
# | a cake | 1 | 3 | 2 | 1·1 + 3·2 + 2·4 = 15 |
#
# What is *the* slope of the costs in the price of flour? There are two: a bread gets dearer by 2 when flour
# gets dearer by 1, and a cake by 1. Two costs and three prices make six slopes, and they are the six numbers
# of the table. Such a table, **one row for each output, one column for each input**, is called the
# **Jacobian**. A backward pass does not compute this table. It answers a smaller question, and `gradient=` is
# how you ask it: *if you order so many breads and so many cakes, how does the bill move with each price?*

# %%
recipes = minigrad.tensor([[2., 0., 1.],
                           [1., 3., 2.]])
prices = minigrad.tensor([1., 2., 4.], requires_grad=True)

costs = recipes @ prices
print(costs)

# %% tags=["minigrad-only"]
draw(costs)

# %% [markdown]
# ## Predict
#
# Answer before you run the cell that follows: replace the `...` by your answer and run the question's cell.

# %% tags=["minigrad-only"]
predict("06.two-numbers", "...")

# %%
try:
    costs.backward()
except RuntimeError as error:
    print(type(error).__name__)
print(prices.grad)

# %% tags=["minigrad-only"]
predict.settle("06.two-numbers")

# %% [markdown]
# There are six slopes, and `prices.grad` has room for three: one for each price. Which three? Those of the
# bread, of the cake, of both together? `backward()` does not guess. It asks for one number to start from, and
# there are two ways to give it one. The first: make one number yourself. The bill for one bread and one cake
# is the sum of the costs.

# %%
costs = recipes @ prices
bill = costs.sum()
bill.backward()
print(bill)
print(prices.grad)

# %% [markdown]
# Each slope is the sum of a column: flour 2 + 1, sugar 0 + 3, butter 1 + 2.
#
# The second way: say with `gradient=` how much each output counts. It needs one number for each output, so
# here two.

# %% tags=["minigrad-only"]
predict("06.ten-and-one", ...)

# %%
prices.grad = None
costs = recipes @ prices
order = minigrad.tensor([10., 1.])
costs.backward(gradient=order)
print(prices.grad)

# %% tags=["minigrad-only"]
predict.settle("06.ten-and-one", prices.grad)

# %% [markdown]
# Ten breads and one cake. When flour gets dearer by 1, each bread costs 2 more and each cake 1 more:
# 10 · 2 + 1 · 1 = 21. Sugar: 10 · 0 + 1 · 3 = 3. Butter: 10 · 1 + 1 · 2 = 12.
#
# **`gradient=` weights the outputs.** It gives each *row* of the table its own weight, and then the rows are
# added. It does not scale the result: no number by which [3, 3, 3] could be multiplied makes [21, 3, 12].

# %% [markdown]
# ## Under the hood
#
# ### The same thing, written out
#
# `costs.backward(gradient=order)` is a short way to write the bill, with the order as the weights:

# %%
prices.grad = None
costs = recipes @ prices
bill = (order * costs).sum()
bill.backward()
print(bill)
print(prices.grad)

# %% [markdown]
# The bill is 10 · 6 + 1 · 15 = 75, and its slopes are the ones we had. This is all that `gradient=` means:
#
# **`y.backward(gradient=v)` computes the slopes of the one number `(v * y).sum()`, with `v` held fixed.**
#
# On paper it is a product of the row of weights `v` and the table `J`, and that is its name: a
# **vector-Jacobian product**, `v @ J`.
#
# | weights | times the row | flour | sugar | butter |
# |---|---|---|---|---|
# | 10 | bread | 10 · 2 = 20 | 10 · 0 = 0 | 10 · 1 = 10 |
# | 1 | cake | 1 · 1 = 1 | 1 · 3 = 3 | 1 · 2 = 2 |
# | | added | **21** | **3** | **12** |

# %%
print(order @ recipes)

# %% [markdown]
# ### It is what arrives at a node
#
# Step through the backward pass of the bill. Watch what arrives at `costs`.

# %%
prices.grad = None
costs = recipes @ prices
costs.retain_grad()
bill = (order * costs).sum()

# %% tags=["minigrad-only"]
step(bill)

# %%
bill.backward()
print(costs.grad)

# %% [markdown]
# [10, 1] arrives: the order. The bill moves by 10 for each unit that the cost of a bread moves. So the
# weights are nothing new. They are the gradient of some later number with respect to *this* tensor, which is
# why PyTorch calls the argument `gradient`. Usually the rest of the graph works it out. With `gradient=` you
# hand it in, as if a rest of the graph were there.
#
# Try it with a bill that is not a plain sum: the squares of the costs, added. Its slope is 2 · 6 = 12 in the
# cost of a bread and 2 · 15 = 30 in that of a cake.

# %%
prices.grad = None
costs = recipes @ prices
(costs * costs).sum().backward()
print("through the whole graph:  ", prices.grad)

prices.grad = None
costs = recipes @ prices
costs.backward(gradient=minigrad.tensor([12., 30.]))
print("the second half by hand:  ", prices.grad)

# %% [markdown]
# Flour, by hand: 12 · 2 + 30 · 1 = 54.
#
# Every node does just this. It receives weights, one for each of *its* outputs, and sends on weights, one for
# each of its inputs. And `backward()` without an argument starts with the weight 1: a loss is one number,
# it counts once, and nothing has to be said.
#
# ### A node does not build the table
#
# A node squares three numbers. Its table has nine entries, and six of them are 0, because each output depends
# on one input only:
#
# | | x₀ = 1 | x₁ = 2 | x₂ = 3 |
# |---|---|---|---|
# | y₀ = x₀² | 2 | 0 | 0 |
# | y₁ = x₁² | 0 | 4 | 0 |
# | y₂ = x₂² | 0 | 0 | 6 |

# %%
x = minigrad.tensor([1., 2., 3.], requires_grad=True)
y = x * x
y.backward(gradient=minigrad.tensor([1., 10., 100.]))
print(x.grad)

# %% [markdown]
# 1 · 2, 10 · 4, 100 · 6. The node multiplied three weights by three slopes, element by element, and never saw
# a zero. For a thousand numbers the table would have a million entries; the node does a thousand
# multiplications.
#
# ### The table, row by row
#
# Do you want the table all the same? Order one bread and nothing else. The weights [1, 0] pick out the first
# row, and [0, 1] the second. Each row is a backward pass of its own. Two things from unit 05 matter here.
# What arrives is added, so clear `.grad` between the passes. And a pass releases what the graph had saved, so
# either compute the costs again, or tell the pass to keep it, with `retain_graph=True`.

# %%
costs = recipes @ prices
rows = []
for weights in [[1., 0.], [0., 1.]]:
    prices.grad = None
    costs.backward(gradient=minigrad.tensor(weights), retain_graph=True)
    rows.append(prices.grad)
print(minigrad.stack(rows))

# %% [markdown]
# These are the recipes again. The table has as many rows as there are outputs, so it costs as many backward
# passes. A loss is *one* output. Its table is a single row, and one pass finds all of it, for however many
# parameters. That is why training needs one number at the end.

# %% [markdown]
# ## Worked example: every number
#
# A layer of a network is a matrix product: `y = x @ W`. Each row of `x` is an example, and each column of `W`
# belongs to one output. We need the gradients of both factors.
#
# ### The shapes find the rule
#
# Take `x` of shape (2, 3) and `W` of shape (3, 4), so that `y` has the shape (2, 4). What arrives, call it
# `g`, is one weight for each entry of `y`: shape (2, 4). What is sent to `W` must have one number for each
# entry of `W`: shape (3, 4). We may use `x`, `W` and `g`. How do we get (3, 4)?
# (`x.T` is `x` with rows and columns exchanged: shape (3, 2).)
#
# | for | wanted | from | the only product that fits |
# |---|---|---|---|
# | `W` | (3, 4) | `x` (2, 3) and `g` (2, 4) | (3, 2) @ (2, 4), which is `x.T @ g` |
# | `x` | (2, 3) | `g` (2, 4) and `W` (3, 4) | (2, 4) @ (4, 3), which is `g @ W.T` |
#
# It could not have been `W` that appears in the gradient of `W`: in a product, the local slope of one factor
# is the other factor.
#
# ### The numbers confirm it
#
# Now small numbers, with two outputs, so that `y` is (2, 2):
#
# x = [[1, 2, 0], [0, 1, 3]], W = [[1, 0], [2, 1], [0, 1]], g = [[1, 0], [10, 100]]
#
# Forward, row times column:
#
# | | column 0 | column 1 |
# |---|---|---|
# | row 0 | 1·1 + 2·2 + 0·0 = 5 | 1·0 + 2·1 + 0·1 = 2 |
# | row 1 | 0·1 + 1·2 + 3·0 = 2 | 0·0 + 1·1 + 3·1 = 4 |
#
# Which entries of `y` contain W[1, 0], the 2 in the second row of `W`? Both of column 0, one in each row.
# There it is multiplied by x[0, 1] = 2 and by x[1, 1] = 1. Two paths, and what they bring is added, each with
# the weight that arrives: 1 · 2 + 10 · 1 = **12**. The same for all six:
#
# | `x.T @ g` | column 0 | column 1 |
# |---|---|---|
# | row 0 | 1·1 + 0·10 = 1 | 1·0 + 0·100 = 0 |
# | row 1 | 2·1 + 1·10 = **12** | 2·0 + 1·100 = 100 |
# | row 2 | 0·1 + 3·10 = 30 | 0·0 + 3·100 = 300 |
#
# The sum over the examples is inside the product: `x.T @ g` adds up over the rows of the batch.
#
# And x[1, 1], the 1 in the second row of `x`? It appears in both columns of row 1, times W[1, 0] = 2 and
# W[1, 1] = 1: 10 · 2 + 100 · 1 = **120**.
#
# Finite differences agree about W[1, 0]. Raise it from 2 to 2.1, and column 0 becomes 5.2 and 2.1. The
# weighted sum of `y` was 1·5 + 0·2 + 10·2 + 100·4 = 425, and now it is 1·5.2 + 0·2 + 10·2.1 + 100·4 = 426.2.
# That is 1.2 more, and 1.2 / 0.1 = **12**.

# %%
x = minigrad.tensor([[1., 2., 0.], [0., 1., 3.]], requires_grad=True)
W = minigrad.tensor([[1., 0.], [2., 1.], [0., 1.]], requires_grad=True)
g = minigrad.tensor([[1., 0.], [10., 100.]])

y = x @ W
y.backward(gradient=g)
print(y)
print(W.grad)
print(x.grad)

# %% [markdown]
# **A warning.** The shapes decide only where they differ. If everything is 3 by 3, then `x.T @ g`, `x @ g`
# and `g @ x.T` all fit, and two of them are wrong. Find the rule with shapes that differ, and check it with
# numbers.

# %% [markdown]
# ## In code
#
# ### Many parameters, one loss
#
# This is the shape of deep learning: four examples with three features each, a weight matrix, a bias, and one
# number at the end.

# %%
x = minigrad.tensor([[1., 0., 2.], [0., 1., 1.], [2., 1., 0.], [1., 1., 1.]])     # (4, 3)
target = minigrad.tensor([[1., 0.], [0., 2.], [1., 1.], [3., 0.]])                # (4, 2)
W = minigrad.tensor([[1., 0.], [0., 1.], [1., 1.]], requires_grad=True)           # (3, 2)
b = minigrad.tensor([0., 1.], requires_grad=True)                                 # (2,)

prediction = x @ W + b                                                            # (4, 2)
loss = ((prediction - target) ** 2).mean()                                        # ()
print(prediction)
print(loss)

# %%
loss.backward()
print(W.grad.shape, b.grad.shape)
print(W.grad)
print(b.grad)

# %% [markdown]
# **A gradient has the shape of its tensor**: `W` has 6 numbers, so there are 6 slopes; `b` has 2, so there
# are 2. One backward pass found all eight. It has to be so: a step of training is `W - lr * W.grad`, entry by
# entry.
#
# Check b[0] by hand. The errors (prediction − target) in column 0 are 2, 1, 1, −1. The loss is the mean of 8
# squares, so each error e counts 2 · e / 8. All four examples use b[0]: 2 · (2 + 1 + 1 − 1) / 8 = 6 / 8 =
# 0.75.
#
# ### What arrives at `prediction`
#
# The gradient of the loss with respect to the prediction is a table of weights of shape (4, 2): 2 · error /
# 8. Hand it in with `gradient=`, and the loss itself is no longer needed.

# %%
W.grad = None
b.grad = None
prediction = x @ W + b
weights = (2 * (prediction - target) / 8).detach()
print(weights)

prediction.backward(gradient=weights)
print(W.grad)
print(x.T @ weights)

# %% [markdown]
# `detach()` says that the weights are plain numbers here, not part of the graph.
#
# ### The weights have the shape of what you call `backward` on
#
# Anything else is refused. Weights of shape (3,) would be right for the inputs; but it is the two outputs
# that are weighted.

# %%
costs = recipes @ prices
try:
    costs.backward(gradient=minigrad.tensor([1., 1., 1.]))
except RuntimeError as error:
    print(type(error).__name__)

# %% [markdown]
# ### Counting
#
# The loss above has eight parameters. Finite differences would run the forward computation sixteen times, two
# for each parameter. The backward pass runs through the graph once. A model with a hundred million parameters
# changes the sixteen into two hundred million, and the once stays once.

# %% [markdown]
# ## Break it
#
# This loop fits `w * x` to points that lie on `2 * x`. Its author saw the error for a vector, and found a
# line on the web that makes it go away: `gradient=minigrad.ones_like(losses)`. With the *mean* of the losses,
# the rate 0.1 brings `w` close to 2 in a few steps. Run it.

# %%
x = minigrad.tensor([1., 2., 3., 4.])
target = 2 * x
w = minigrad.tensor(0., requires_grad=True)
optimizer = minigrad.optim.SGD([w], lr=0.1)

for _ in range(4):
    optimizer.zero_grad()
    losses = (w * x - target) ** 2
    losses.backward(gradient=minigrad.ones_like(losses))
    optimizer.step()
    print(f"w.grad {w.grad.item():9.1f}   w is now {w.item():9.1f}")

# %% [markdown]
# By hand, the first step: the slope of (w·x − 2x)² is 2 · (w − 2) · x², at w = 0 that is −4 · x². For the
# four points: −4, −16, −36, −64. Compare with the −120 that was printed, *then* answer.

# %% tags=["minigrad-only"]
question("06.ones", "...")

# %% [markdown]
# Here is the same loop with the mean:

# %%
w = minigrad.tensor(0., requires_grad=True)
optimizer = minigrad.optim.SGD([w], lr=0.1)

for _ in range(4):
    optimizer.zero_grad()
    losses = (w * x - target) ** 2
    losses.mean().backward()
    optimizer.step()
    print(f"w.grad {w.grad.item():9.1f}   w is now {w.item():9.3f}")

# %% [markdown]
# ## Exercises
#
# Now write the pieces yourself. The exercise notebook has five tasks, each with a check that answers at once:
# [06 exercises](../exercises/06_vector_jacobian_products/06_vector_jacobian_products.ipynb). Come back
# afterwards for the last questions.

# %% [markdown]
# ## Check yourself

# %% tags=["minigrad-only"]
question("06.weights", "...")

# %% tags=["minigrad-only"]
question("06.rows", "...")

# %% tags=["minigrad-only"]
question("06.square", "...")

# %% [markdown]
# Two questions about earlier units:

# %% tags=["minigrad-only"]
question("06.review-accumulate", "...")

# %% tags=["minigrad-only"]
question("06.review-paths", "...")

# %% [markdown]
# ## Key takeaways
#
# - Several outputs and several inputs make a table of slopes, the Jacobian: a row for each output, a column
#   for each input.
# - `backward()` on a tensor of several numbers is a `RuntimeError`, because it is not said which slopes are
#   wanted.
# - `y.backward(gradient=v)` gives the slopes of `(v * y).sum()`: the rows of the table, weighted by `v` and
#   added. `v` has the shape of `y`. It weights; it does not scale.
# - Weights with a single 1 pick out one row. The whole table costs one pass for each output.
# - For `y = x @ W`, when `g` arrives: `W` gets `x.T @ g`, and `x` gets `g @ W.T`. Shapes that differ find the
#   rule.
# - A gradient has the shape of its tensor. One loss, one pass, all parameters.
#
# ## In PyTorch
#
# **The same.** With `import torch as minigrad` in the first cell, the code cells print the same; only `draw`,
# `step` and the questions are this course's. The argument is called `gradient`, it must have the shape of the
# tensor that `backward` is called on, and the errors are of the same types.
#
# **What differs.** The wording of errors. In PyTorch a vector without weights reads "grad can be implicitly
# created only for scalar outputs".
#
# **More of it.** `torch.autograd.functional.jacobian` does the loop over the rows for you, and
# `torch.func.vjp` gives the vector-Jacobian product as a function. minigrad has
# `minigrad.autograd.functional.jacobian` and `minigrad.autograd.functional.vjp`.
#
# ## Further reading
#
# - In minigrad: `minigrad/ops/linalg.py`, where the rule of the matrix product stands beside its forward.
# - PyTorch's note [Autograd mechanics](https://docs.pytorch.org/docs/stable/notes/autograd.html).
# - PyTorch's
#   [Tensor.backward](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html), on
#   `gradient`.
