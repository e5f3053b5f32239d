# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 05 · Leaves, accumulation, zero_grad
#
# *About 25 minutes to read and run; the exercises take another 30.*
#
# After this unit you can
#
# - tell which tensors receive a `.grad`, and why the others have none;
# - work out what `.grad` holds after two paths, two backward passes, or two mini-batches;
# - put `zero_grad` in its right place in a training loop, and name an error that it does not mend.
#
# **What you need from earlier units, in four sentences.** A computation such as `y = a * b + a` records a
# graph, in which every operation is a node that remembers its inputs. Every node knows its *local slopes*:
# how much its output changes for each unit that one of its inputs changes. The backward pass starts at the
# end of the graph with the slope 1, visits the nodes in reverse order, and multiplies by the local slopes on
# the way. What it computes for a tensor is that tensor's *gradient*: how much the final number changes for
# each unit that the tensor changes, which a finite difference (change the tensor a little, see how much the
# final number moves, divide) can always check.

# %%
import minigrad

# %% tags=["minigrad-only"]
from classroom import draw, predict, question, step

# %% [markdown]
# ## The idea
#
# A gradient has to end up where you can read it. Take `y = a * b + a` with `a = 2` and `b = 3`. You made `a`
# and `b` yourself; the product and the sum were made by operations. Tensors that no recorded operation made
# are the **leaves** of the graph, and there the backward pass leaves its results: in `a.grad` and `b.grad`.
# Two things about this are not as plain as they look. `a` acts on `y` along two paths, through the product
# and directly, so two amounts arrive at one `.grad`. And there may be something in `.grad` already, from an
# earlier pass. One rule answers both. This unit is about that rule: why it is right, what it is good for, and
# when it is a trap.

# %%
a = minigrad.tensor(2., requires_grad=True)
b = minigrad.tensor(3., requires_grad=True)
p = a * b
y = p + a
print(p)
print(y)

# %% tags=["minigrad-only"]
draw(y)

# %% [markdown]
# Read the picture from top to bottom, in the order in which the numbers were computed: `a` and `b` go into
# the product, and the product goes into the sum. Then find the second arrow that leaves `a`: it goes straight
# to the sum. The product saves its two factors, called `self` and `other`, because it needs them for its
# local slopes.

# %% [markdown]
# ## Predict
#
# Answer before you run the cell that follows: replace the `...` by your answer and run the question's cell.
# Your answer is kept, so that you can compare.

# %% tags=["minigrad-only"]
predict("05.two-paths", ...)

# %%
y.backward()
print(a.grad)

# %% tags=["minigrad-only"]
predict.settle("05.two-paths", a.grad)

# %% [markdown]
# Two amounts arrived at `a`. The direct path brought 1: when `a` grows by a unit, the sum grows by a unit.
# The path through the product brought 3: when `a` grows by a unit, the product grows by `b`. Together they
# make 4.
#
# Now the same computation once more, on the same `a` and `b`.

# %% tags=["minigrad-only"]
predict("05.second-backward", ...)

# %%
y = a * b + a
y.backward()
print(a.grad)

# %% tags=["minigrad-only"]
predict.settle("05.second-backward", a.grad)

# %% [markdown]
# The slope of `y` at `a = 2` is still 4. But `a.grad` held 4 before this pass, and 4 more arrived. This is
# the rule, for both cases:
#
# **new `.grad` = old `.grad` + what arrives**
#
# So `.grad` is not "the gradient". It is the sum of all gradients that arrived since it was last cleared.

# %% [markdown]
# ## Under the hood
#
# ### Which tensors are leaves
#
# Every tensor knows whether it wants a gradient (`requires_grad`), whether it is a leaf (`is_leaf`), and
# which operation made it (`grad_fn`). Here are the four tensors of the picture, and two more that do not ask
# for gradients.

# %%
c = minigrad.tensor(5.)
d = c * 2
p = a * b
y = p + a

print("name  requires_grad  is_leaf  made by a recorded operation")
for name, t in {"a": a, "b": b, "p": p, "y": y, "c": c, "d": d}.items():
    print(f"{name:4}  {t.requires_grad!s:13}  {t.is_leaf!s:7}  {t.grad_fn is not None}")

# %% [markdown]
# The last two columns are opposites, and that is the whole definition: **a leaf is a tensor whose `grad_fn`
# is `None`.** A tensor gets there in two ways:
#
# - you made it from numbers, like `a`, `b` and `c`; or
# - it was computed, like `d`, but only from tensors that do not require a gradient, so that there was nothing
#   to record.
#
# Of the leaves, only those with `requires_grad=True` are given a `.grad`. Here these are `a` and `b`.
#
# One thing surprises many people. What counts is the *last* thing that made the tensor:

# %%
start = minigrad.tensor([1., 2.], requires_grad=True)
small = start * 0.1
print(small.is_leaf)

right = (minigrad.tensor([1., 2.]) * 0.1).requires_grad_()
print(right.is_leaf)

# %% [markdown]
# `small` looks like a freshly made weight, but a multiplication made it. Its gradient would go on to `start`.
# `right` was scaled first and asked to require a gradient afterwards (the underscore in `requires_grad_()`
# says that it changes the tensor itself), so nothing was recorded, and it is a leaf.

# %% [markdown]
# ### Where the gradients land
#
# We clear both gradients, build `y` again, and go through its backward pass one node at a time, from the
# bottom of the picture to the top. Use the button *Forward*, or select one of the round buttons and move with
# the arrow keys. At each node look at two things: the number that arrives there, and the local slopes that it
# is multiplied by. Then watch `a`: it is reached twice.

# %%
a.grad = None
b.grad = None
p = a * b
y = p + a

# %% tags=["minigrad-only"]
step(y)

# %% [markdown]
# ### Between the leaves: no `.grad`
#
# A gradient passed through the product `p` as well: 1 arrived there and was sent on as 3 and 2. Can we read
# it?

# %% tags=["warns"]
y.backward()
print(a.grad)
print(p.grad)

# %% [markdown]
# `p.grad` is `None`, and a warning says so. The 1 was there for a moment; once `p`'s own node had used it,
# nothing needed it any more, and it was dropped. In a large model the tensors between the leaves outnumber
# the leaves by far, and keeping a gradient for each of them would cost as much memory as the tensors
# themselves.
#
# If you want to look at one of them, ask *before* the backward pass:

# %%
p = a * b
p.retain_grad()
y = p + a
y.backward()
print(p.grad)

# %% [markdown]
# `p` is still no leaf. It only keeps what passes through it.
#
# By the way: that was one more backward pass on the same leaves, without clearing. What is `a.grad` now? Work
# it out before you run the cell.

# %%
print(a.grad)

# %% [markdown]
# ## Worked example: every number
#
# Again `y = a * b + a` with `a = 2`, `b = 3`, and this time on paper. Forward:
#
# | tensor | computed as | value |
# |---|---|---|
# | `p` | a · b = 2 · 3 | 6 |
# | `y` | p + a = 6 + 2 | 8 |
#
# Backward, newest node first, starting from slope 1 at `y`:
#
# | node | arrives | local slopes | sends |
# |---|---|---|---|
# | the sum | 1 | 1 for `p`, 1 for `a` | 1 · 1 = **1 to `p`**, 1 · 1 = **1 to `a`** |
# | the product | 1 | `b` = 3 for `a`, `a` = 2 for `b` | 1 · 3 = **3 to `a`**, 1 · 2 = **2 to `b`** |
#
# At the leaves, if both were cleared before:
#
# | leaf | old `.grad` | arrives | new `.grad` |
# |---|---|---|---|
# | `a` | `None` | 1 and 3 | 4 |
# | `b` | `None` | 2 | 2 |
#
# Is the sum right, or should one of the two have won? Finite differences know nothing of graphs. They decide:
#
# - Raise `a` from 2 to 2.1. Then y = 2.1 · 3 + 2.1 = 8.4, which is 0.4 more, and 0.4 / 0.1 = **4**.
# - Raise `b` from 3 to 3.1. Then y = 2 · 3.1 + 2 = 8.2, which is 0.2 more, and 0.2 / 0.1 = **2**.
#
# Raising `a` raises *both* places where `a` stands. That is why the paths add up.
#
# Now a second pass, through another graph on the same leaf: `z = 5 * a`. Its slope is 5.
#
# | leaf | old `.grad` | arrives | new `.grad` |
# |---|---|---|---|
# | `a` | 4 | 5 | 9 |
# | `b` | 2 | nothing | 2 |
#
# The next cell does the same by machine.

# %%
a.grad = None
b.grad = None

y = a * b + a
y.backward()
print(a.grad, b.grad)

z = 5 * a
z.backward()
print(a.grad, b.grad)

# %% [markdown]
# The 9 is a slope too: that of `y + z`. Two backward passes without clearing give the gradient of the sum.

# %% [markdown]
# ## In code
#
# ### One backward pass fills every leaf, each in its own shape
#
# `w` has three numbers, so `w.grad` has three numbers: one slope for each. `b` has one.

# %%
w = minigrad.tensor([1., 0., 2.], requires_grad=True)
b = minigrad.tensor(1., requires_grad=True)
x = minigrad.tensor([1., 2., 3.])

output = (w * x).sum() + b
loss = (output - 10) ** 2
print(output)
print(loss)

loss.backward()
print(w.grad, w.grad.shape)
print(b.grad, b.grad.shape)

# %% [markdown]
# Check one entry by hand. The output is 1·1 + 0·2 + 2·3 + 1 = 8, two too small, so the loss is (−2)² = 4. The
# slope of the square is 2 · (−2) = −4, and the third weight is multiplied by 3: −4 · 3 = −12. `x` does not
# require a gradient, so it got none.
#
# ### `.grad` is added to in place
#
# The second pass does not put a new tensor into `a.grad`; it changes the one that is there. Any name you gave
# it sees the change.

# %%
a = minigrad.tensor(2., requires_grad=True)
(3 * a).backward()
first = a.grad
kept = a.grad.clone()
print(first, kept)

(3 * a).backward()
print(first, kept)
print(a.grad is first)

# %% [markdown]
# To keep a gradient for later, keep a `clone()`, which is a copy.
#
# ### Clearing
#
# There are two ways to clear. `a.grad = None` says "nothing has arrived yet": the next pass starts with a new
# tensor, and `first` keeps its 6. `a.grad.zero_()` fills the tensor that is there with zeros, so that `first`
# is zeroed too.

# %%
a.grad = None
print(a.grad, first)

(3 * a).backward()
first = a.grad
a.grad.zero_()
print(a.grad, first)

# %% [markdown]
# ### A training step
#
# Training changes the leaves, here called parameters, so that a loss gets smaller. An optimizer does it. It
# is given a list of parameters, and can do two things with them:
#
# - `optimizer.step()` moves every parameter `p` of its list a little against its slope, which is downhill:
#   `p` becomes `p - lr * p.grad`. The learning rate `lr` says how far. Where `p.grad` is `None`, `p` stays.
# - `optimizer.zero_grad()` clears `p.grad` for every `p` of its list, by setting it to `None`.
#   (`optimizer.zero_grad(set_to_none=False)` zeroes in place instead.)
#
# The simplest optimizer, and the one used here, is `SGD`, for *stochastic gradient descent*. It knows no loss
# and no graph. Whatever stands in `.grad` when `step()` is called, it takes for the gradient. So a training
# step is four lines: **clear, compute, backward, step.**

# %%
w = minigrad.tensor(0., requires_grad=True)
optimizer = minigrad.optim.SGD([w], lr=0.25)

for _ in range(4):
    optimizer.zero_grad()
    loss = (w - 3) ** 2
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():7.4f}   gradient {w.grad.item():7.4f}   w is now {w.item():7.4f}")

# %% [markdown]
# By hand, the first line: w = 0, the loss is (0 − 3)² = 9, its slope is 2 · (0 − 3) = −6, and w = 0 − 0.25 ·
# (−6) = 1.5. Each step halves the distance to 3.
#
# ### An optimizer moves only what it was given
#
# Here the loss depends on `w` and on `b`, and the backward pass fills both gradients. The optimizer's list
# holds only `w`.

# %%
w = minigrad.tensor(0., requires_grad=True)
b = minigrad.tensor(0., requires_grad=True)
optimizer = minigrad.optim.SGD([w], lr=0.25)

for _ in range(2):
    optimizer.zero_grad()
    loss = (w + b - 3) ** 2
    loss.backward()
    optimizer.step()
    print(f"w {w.item():5.2f}, w.grad {w.grad.item():5.2f};  b {b.item():5.2f}, b.grad {b.grad.item():5.2f}")

# %% [markdown]
# `b` stays where it was. Its gradient is not cleared either: the optimizer does not know of it, so −6 and −3
# add up to −9.
#
# ### What accumulation is good for
#
# Suppose the data do not fit in memory at once. You want the gradient of the mean loss over *all* rows, but
# can only build a graph for a few rows at a time, a **mini-batch**, or batch for short. Accumulation does it:
# one backward pass a batch, no clearing in between. Three rows, the model `w * x`, and `w = 1`:
#
# | row | x | target | error w·x − target | squared | slope 2 · error · x |
# |---|---|---|---|---|---|
# | 1 | 1 | 2 | −1 | 1 | −2 |
# | 2 | 2 | 3 | −1 | 1 | −4 |
# | 3 | 3 | 6 | −3 | 9 | −18 |
#
# `w` is used in every row, so three paths lead to it, and what they bring adds up as before. The mean over
# all three rows has the slope (−2 − 4 − 18) / 3 = −8. Now in two batches, rows 1–2 and row 3:

# %%
x = minigrad.tensor([1., 2., 3.])
target = minigrad.tensor([2., 3., 6.])
w = minigrad.tensor(1., requires_grad=True)

((w * x - target) ** 2).mean().backward()
print("all rows at once:         ", w.grad)

w.grad = None
for rows in (slice(0, 2), slice(2, 3)):
    loss = ((w * x[rows] - target[rows]) ** 2).mean()
    loss.backward()
print("two batches, as they come:", w.grad)

# %% [markdown]
# Not the same. The means of the batches have the slopes (−2 − 4) / 2 = −3 and −18 / 1 = −18, and accumulation
# adds them: −21. Dividing by the number of batches does not help either (−10.5), because row 3 alone then
# counts as much as rows 1 and 2 together. Each batch's mean must count by its *share of the rows*: ⅔ · (−3) +
# ⅓ · (−18) = −2 − 6 = −8.

# %%
w.grad = None
for rows in (slice(0, 2), slice(2, 3)):
    loss = ((w * x[rows] - target[rows]) ** 2).mean()
    share = len(x[rows]) / len(x)
    (loss * share).backward()
    print("so far:", w.grad)

# %% [markdown]
# ### What `zero_grad` does not mend
#
# For the local slopes of a product, the graph keeps the values of both factors. A backward pass releases them
# when it is done, to free the memory. A second pass through the *same* graph finds them gone:

# %%
a = minigrad.tensor(2., requires_grad=True)
b = minigrad.tensor(3., requires_grad=True)
y = a * b + a
y.backward()

a.grad = None
b.grad = None
try:
    y.backward()
except RuntimeError as error:
    print(type(error).__name__)

# %% [markdown]
# Clearing `.grad` made no difference. `.grad` belongs to the leaves; what is missing belongs to the graph.
# The cure is to run the forward computation again, which builds a new graph. That is why the forward line
# stands *inside* a training loop.

# %%
y = a * b + a
y.backward()
print(a.grad)

# %% [markdown]
# ## Break it
#
# This loop should bring `w` to 3, like the one above. It raises no error. Run it.

# %%
w = minigrad.tensor(0., requires_grad=True)
optimizer = minigrad.optim.SGD([w], lr=0.25)

for _ in range(8):
    loss = (w - 3) ** 2
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():7.4f}   w.grad {w.grad.item():7.4f}   w is now {w.item():7.4f}")

# %% [markdown]
# The first line is right, the second is not: at w = 1.5 the slope is 2 · (1.5 − 3) = −3, but `w.grad` says
# −9. Find out where the −9 comes from and which line is missing, *then* answer.

# %% tags=["minigrad-only"]
question("05.forgotten-zero-grad", "...")

# %% [markdown]
# What makes this bug hard to see is that the loss does fall at first. Then `w` runs past 3, and swings from
# one side to the other for ever: the sum of old gradients goes on pushing, as a swing goes on moving at its
# lowest point.
#
# Here is a second loop. Somebody knew that `zero_grad` was needed, and put it in.

# %%
w = minigrad.tensor(0., requires_grad=True)
optimizer = minigrad.optim.SGD([w], lr=0.25)

for _ in range(3):
    loss = (w - 3) ** 2
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
    print(f"loss {loss.item():7.4f}   w.grad {w.grad}   w is now {w.item():7.4f}")

# %% tags=["minigrad-only"]
question("05.cleared-too-early", "...")

# %% [markdown]
# ## Exercises
#
# Now write the pieces yourself. The exercise notebook has six tasks, each with a check that answers at once:
# [05 exercises](../exercises/05_leaves_and_accumulation/05_leaves_and_accumulation.ipynb). Come back
# afterwards for the last questions.

# %% [markdown]
# ## Check yourself

# %% tags=["minigrad-only"]
question("05.none-between", "...")

# %% tags=["minigrad-only"]
question("05.same-graph-twice", "...")

# %% tags=["minigrad-only"]
question("05.not-in-the-list", "...")

# %% [markdown]
# Two questions about earlier units:

# %% tags=["minigrad-only"]
question("05.review-central", "...")

# %% tags=["minigrad-only"]
question("05.review-order", "...")

# %% [markdown]
# ## Key takeaways
#
# - A leaf is a tensor that no recorded operation made: its `grad_fn` is `None`.
# - `backward()` fills `.grad` of every leaf that requires a gradient, in one pass, each in the leaf's own
#   shape. Tensors in between have `.grad` `None`, unless you called `retain_grad()` on them first.
# - new `.grad` = old `.grad` + what arrives. Within one pass that joins the paths that lead to a leaf; across
#   passes it adds up gradients of different losses.
# - To add up mini-batches, weight each batch's mean by its share of the rows.
# - A training step is: clear, compute, backward, step. The optimizer clears and moves only what it was given.
# - Clearing `.grad` does not bring back a graph that a backward pass has released. Compute again.
#
# ## In PyTorch
#
# **The same.** With `import torch as minigrad` in the first cell, the code cells print the same; only `draw`,
# `step` and the questions are this course's. `is_leaf`, `grad_fn`, `retain_grad`, adding in place,
# `zero_grad` with its `set_to_none=True`, the type of each error: all are PyTorch's.
#
# **What differs.** The wording of errors and warnings is minigrad's own. In PyTorch a forgotten second graph
# reads "Trying to backward through the graph a second time", and `p.grad` of a tensor between the leaves
# warns that "the .grad attribute of a Tensor that is not a leaf Tensor is being accessed".
#
# **A trap on both.** `nn.Module` also has a `zero_grad()`; it clears the parameters of that module. The
# optimizer's clears the optimizer's list. They differ when the list is shorter than the model.
#
# ## Further reading
#
# - In minigrad: `AccumulateGrad` in `minigrad/autograd/graph.py`, the node that adds what arrives to a leaf's
#   `.grad`.
# - PyTorch's note [Autograd mechanics](https://docs.pytorch.org/docs/stable/notes/autograd.html), on leaves
#   and on what a graph keeps.
# - PyTorch's
#   [zero_grad](https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html), on
#   setting to `None` and zeroing.
