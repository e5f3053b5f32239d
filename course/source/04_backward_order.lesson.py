# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 04 · Backward order
#
# *About 30 minutes to read and run; the exercises take another 30.*
#
# After this unit you can
#
# - say when a node may send its gradient on, and show by hand what goes wrong when it does so too early;
# - find such an order for any graph, without a function that calls itself;
# - count what a backward pass costs, and say when going backward is better than going forward.
#
# **What you need from earlier units, in four sentences.** A computation records a graph: every result is a
# node that remembers its parents, the nodes it was computed from. For each parent a node has a local
# derivative, also called local slope: how much the node's value changes for each unit that this parent
# changes. The slope of the end of the graph in one of its nodes is found by multiplying the local derivatives
# along each path between the two and adding over the paths. There can be far more paths than nodes: 40 sums
# can make more than a million times a million of them.

# %%
import time

import minigrad

# %% tags=["minigrad-only"]
from classroom import draw, predict, question, step

# %%
from classroom.units.nodes import Node

# %% [markdown]
# `Node` is the class of unit 03. A node has a `value`, `parents`, `local_derivatives` (one number for each
# parent) and room for a `grad`. It knows `+` and `*`, and a plain number beside a node counts as a constant.
#
# ## The idea
#
# Instead of following every path to its end, let the nodes collect. Each node gets a number `grad`: the slope
# of the end of the graph in this node. The end itself has the `grad` 1. A node that knows its `grad` sends
# (local derivative) · `grad` to each parent, and the parent adds up what it is sent. Where paths meet, they
# are joined to one number, and from there on they are one path.
#
# It works only if a node waits: **it may send when everything that will arrive has arrived.** This unit is
# about that condition. The smallest graph in which it matters has three nodes.

# %%
a = Node(1.0)
b = a + a
c = b + b
print(c.value)

# %% tags=["minigrad-only"]
draw(c)

# %% [markdown]
# c = 2b and b = 2a, so c = 4a: the slope of c in a is **4**. Or by paths: two ways from c to b, two from b to
# a, so four paths with the slope 1 each.
#
# ## Predict
#
# This is how most people write it first: a node sends to a parent, then the function calls itself for that
# parent.

# %%
def backward_recursive(node):
    for parent, local in zip(node.parents, node.local_derivatives):
        sent = local * node.grad
        parent.grad += sent
        backward_recursive(parent)


# %% tags=["minigrad-only"]
predict("04.calls-itself", ...)

# %%
a.grad, b.grad, c.grad = 0.0, 0.0, 1.0
backward_recursive(c)
print(a.grad)

# %% tags=["minigrad-only"]
predict.settle("04.calls-itself", a.grad)

# %% [markdown]
# Follow it with a pencil. All local derivatives are 1.
#
# | at | what happens | b.grad | a.grad |
# |---|---|---|---|
# | c | sends 1 to b, for its first use of b | **1** | 0 |
# | b, called by c | sends its 1 to a, twice | 1 | **2** |
# | c | sends 1 to b, for its second use of b | **2** | 2 |
# | b, called again | sends its **2** to a, twice | 2 | **6** |
#
# When b was called for the first time, only half of its gradient was there. It sent that half. When it was
# called again, it sent everything, and so the first half a second time: 2 too much at a.
#
# ## Under the hood: wrong, slow, crashed
#
# ### Mended, but slow
#
# One can mend it: send only what is new.

# %%
def backward_paths(node, new):
    """Send what is new on to the parents. Returns how many calls that took."""
    node.grad += new
    calls = 1
    for parent, local in zip(node.parents, node.local_derivatives):
        calls += backward_paths(parent, local * new)
    return calls


a.grad, b.grad, c.grad = 0.0, 0.0, 0.0
print("calls:", backward_paths(c, 1.0))
print("a.grad:", a.grad)

# %% [markdown]
# 4 is right. But there were seven calls for three nodes: one for c, two for b, four for a. This function
# walks along every path. With more sums in a row, each of them twice the one before:

# %%
def doubled(times):
    """A list of nodes: a leaf 1.0, and then each node the sum of the one before with itself."""
    nodes = [Node(1.0)]
    for _ in range(times):
        nodes.append(nodes[-1] + nodes[-1])
    return nodes


for times in (4, 8, 12, 16):
    nodes = doubled(times)
    for node in nodes:
        node.grad = 0.0
    print(f"{len(nodes):2} nodes, {backward_paths(nodes[-1], 1.0):6} calls")

# %% [markdown]
# Each further sum doubles the calls. 40 sums would take 2⁴¹ − 1 calls, which is days. Such graphs are nothing
# special: every layer of a network uses the values before it more than once.
#
# ### And then it crashes
#
# Even without any sharing there is a limit. Here is a chain of 5,000 sums, x + 1 + 1 + …, with one single
# path:

# %%
x = Node(0.0)
y = x
for _ in range(5000):
    y = y + 1.0
    y.grad = 0.0
x.grad = 0.0

try:
    backward_paths(y, 1.0)
except RecursionError as error:
    print(type(error).__name__)

# %% [markdown]
# Every call that has not returned takes up room, and Python allows only about a thousand to three thousand of
# them. A loop of 5,000 steps in a forward pass is nothing unusual. The limit can be raised, but then it is
# the memory behind it that runs out.
#
# ### The right order
#
# Back to the condition: a node may send when everything that will arrive has arrived. What arrives at a node
# comes from the nodes that use it. So:
#
# **Visit every node once, and only after all nodes that use it.**
#
# Such an order is called a *reverse topological order*. For c, b, a it is just that: c, then b, then a. One
# visit to b, when its 2 is complete; it sends 2 and 2; a has 4.
#
# How does one find it in a larger graph? With pencil and paper: write beside every node how many arrows leave
# it, that is, how often it is used. Start at the end. Whenever a node sends along an arrow, cross one off at
# the parent. A node with none left is ready.

# %% [markdown]
# ## Worked example: every number
#
# The graph of unit 03: x = 2, `u = x * x`, `v = x * 3`, `s = u + v`, `y = s * u`. How often is each node
# used? y: 0. s: 1, by y. u: 2, by s and by y. v: 1, by s. x: 3, twice by u and once by v.
#
# | step | node, its `grad` | sends | left to arrive |
# |---|---|---|---|
# | 1 | y, 1 | 4 · 1 = **4 to s**, 10 · 1 = **10 to u** | s 0, u 1, v 1, x 3 |
# | 2 | s, 4 | 1 · 4 = **4 to u**, 1 · 4 = **4 to v** | u 0, v 0, x 3 |
# | 3 | u, 10 + 4 = 14 | 2 · 14 = **28 to x**, and 28 once more | v 0, x 1 |
# | 4 | v, 4 | 3 · 4 = **12 to x** | x 0 |
# | 5 | x, 28 + 28 + 12 = **68** | nothing | |
#
# 68 is what the five paths of unit 03 gave together. Here there were five nodes and seven arrows, each used
# once.
#
# After step 2 both u and v were ready. Steps 3 and 4 may change places: there can be several right orders.
# What may not be is u before s: u would send 2 · 10 and lose, or have to send later, what comes from s.

# %%
x = Node(2.0)
u = x * x
v = x * 3.0
s = u + v
y = s * u

# %% [markdown]
# Step through it. At each node, compare with the table: what has arrived, what is sent.

# %% tags=["minigrad-only"]
step(y)

# %% [markdown]
# ## In code
#
# ### The order that is there already
#
# A node is made after its parents. So the order in which the nodes were made, read from the newest to the
# oldest, has every node before its parents: it is a right order, for nothing. A list that records the nodes
# as they are made is called a *tape*.

# %%
def backward_on_tape(tape):
    """Fill .grad of all nodes; the tape holds them in the order of making. Returns the arrows followed."""
    for node in tape:
        node.grad = 0.0
    tape[-1].grad = 1.0
    arrows = 0
    for node in reversed(tape):
        for parent, local in zip(node.parents, node.local_derivatives):
            sent = local * node.grad
            parent.grad += sent
            arrows += 1
    return arrows


print("arrows:", backward_on_tape([x, u, v, s, y]))
for name, node in {"y": y, "s": s, "u": u, "v": v, "x": x}.items():
    print(name, node.grad)

# %% [markdown]
# No call of itself, one visit to each node. So the two graphs that were out of reach are easy now: 40 sums
# with their 2⁴⁰ paths, and the chain of 5,000.

# %%
nodes = doubled(40)
print(len(nodes), "nodes,", backward_on_tape(nodes), "arrows")
print(nodes[0].grad == 2.0**40)

chain = [Node(0.0)]
for _ in range(5000):
    chain.append(chain[-1] + 1.0)
print(len(chain), "nodes,", backward_on_tape(chain), "arrows")
print(chain[0].grad)

# %% [markdown]
# A tape is long, though: it also holds nodes that have nothing to do with the end you ask about. In the
# exercises you find a right order from the graph alone, by counting uses. `minigrad` gives each node a number
# when it is made and always takes the node with the largest number among those that something has arrived at.
# That is the tape's order, for the part of the graph that matters.

# %%
x = minigrad.tensor(1., requires_grad=True)
y = x
for _ in range(40):
    y = y + y
y.backward()
print(x.grad)

x = minigrad.tensor(0., requires_grad=True)
y = x
for _ in range(5000):
    y = y + 1
y.backward()
print(x.grad)

# %% [markdown]
# ### Why backward, and not forward?
#
# Multiplying along a path can begin at either end. Going **forward**, one carries for each node its slope *in
# x*: begin with 1 at x, and give each node the sum of (local derivative) · (slope of that parent). No waiting
# is needed; the slopes are computed along with the values. Why does nobody train a network like that?
#
# Because of what one pass gives:
#
# - A forward pass begins at **one input** and gives the slopes of all nodes in that input.
# - A backward pass begins at **one result** and gives the slopes of that result in all nodes.
#
# A loss is one number, and it depends on many parameters. Let us count. The loss of n weights is (w₁·1 + w₂·2
# + … − 10)², with all weights 1.

# %%
def build_loss(n):
    """Return the tape of the loss and its n weights."""
    weights = [Node(1.0) for _ in range(n)]
    tape = list(weights)
    total = None
    for number, w in enumerate(weights, start=1):
        term = w * float(number)
        tape.append(term)
        if total is None:
            total = term
        else:
            total = total + term
            tape.append(total)
    error = total + -10.0
    tape += [error, error * error]
    return tape, weights


def forward_in_one(tape, start):
    """The slope of the last node in `start`, carried forward. Returns it, and the arrows followed."""
    slopes = {}
    arrows = 0
    for node in tape:
        slopes[node] = 1.0 if node is start else 0.0
        for parent, local in zip(node.parents, node.local_derivatives):
            slopes[node] += local * slopes[parent]
            arrows += 1
    return slopes[tape[-1]], arrows


tape, weights = build_loss(3)
print("forward: ", [forward_in_one(tape, w)[0] for w in weights])
backward_on_tape(tape)
print("backward:", [w.grad for w in weights])

# %% [markdown]
# By hand: 1 + 2 + 3 − 10 = −4, the slope of the square is 2 · (−4) = −8, and the weights are multiplied by 1,
# 2 and 3. Both ways give the same slopes. The way forward took three passes, one for each weight; the way
# back took one.

# %% tags=["minigrad-only"]
predict("04.forward-or-backward", ...)

# %%
times = None
print("weights   forward: passes, arrows   backward: passes, arrows")
for n in (1, 10, 100):
    tape, weights = build_loss(n)
    forward = sum(forward_in_one(tape, w)[1] for w in weights)
    backward = backward_on_tape(tape)
    times = forward / backward
    print(f"{n:7}   {n:15}, {forward:6}   {1:16}, {backward:6}")

# %% tags=["minigrad-only"]
predict.settle("04.forward-or-backward", times)

# %% [markdown]
# Finite differences are no better than forward: two computations of the loss for each weight. With 100
# million weights, 100 million passes are out of the question, and one is not. This is why "backward" is the
# word that everybody knows.
#
# With one weight there is no difference. And where there are few inputs and many results, it is the other way
# round: one pass forward gives the slopes of all results in one input, while going backward takes one pass
# for each result.
#
# ### What one backward pass costs
#
# In the table, the one backward pass follows as many arrows as one forward pass does, and the forward
# computation of the values follows each of them as well, to fetch a number. So the price is a small multiple
# of the forward computation, *however many parameters there are*. Let us measure, on a network of six layers
# with about 400,000 weights. The best of 20 runs counts, because whatever else the computer does only makes a
# run longer.

# %% tags=["minigrad-only"]
minigrad.manual_seed(0)
layers = [(minigrad.randn(256, 256) * 0.05).requires_grad_() for _ in range(6)]
data = minigrad.randn(128, 256)


def forward_pass():
    h = data
    for w in layers:
        h = (h @ w).tanh()
    return (h**2).mean()


forward_time = backward_time = float("inf")
for _ in range(20):
    began = time.perf_counter()
    loss = forward_pass()
    middle = time.perf_counter()
    loss.backward()
    ended = time.perf_counter()
    forward_time = min(forward_time, middle - began)
    backward_time = min(backward_time, ended - middle)

count = sum(w.numel() for w in layers)
print(f"{count} weights")
print(f"forward  {forward_time * 1000:5.2f} ms")
print(f"backward {backward_time * 1000:5.2f} ms, {backward_time / forward_time:.1f} times as long")
print(f"finite differences would take about {2 * count * forward_time / 60:.0f} minutes")

# %% [markdown]
# Expect something between 2 and 3 here: a product of two matrices has two inputs, and each of them needs a
# product of its own on the way back. (`@` multiplies matrices; unit 06 is about it.) So one backward pass
# costs a few forward passes, and gives all 393,216 slopes.

# %% [markdown]
# ## Break it
#
# Somebody has heard that each node must be visited only once, and adds a set of those seen.

# %%
def backward_seen(node, seen):
    seen.add(node)
    for parent, local in zip(node.parents, node.local_derivatives):
        sent = local * node.grad
        parent.grad += sent
        if parent not in seen:
            backward_seen(parent, seen)


def try_it(end, nodes):
    for node in nodes:
        node.grad = 0.0
    end.grad = 1.0
    backward_seen(end, set())


a, b = Node(2.0), Node(3.0)
p = a * b
y = p + a
try_it(y, [a, b, p, y])
print("y = a * b + a:        ", a.grad, "and it should be 4.0")

a = Node(1.0)
b = a + a
c = b + b
try_it(c, [a, b, c])
print("b = a + a, c = b + b: ", a.grad, "and it should be 4.0")

# %% [markdown]
# The first is right, the second is not. Go through the second with a pencil, as in the table above: what is
# in `b.grad` when b sends? Then answer.

# %% tags=["minigrad-only"]
question("04.seen-once", "...")

# %% [markdown]
# The first example is right by luck: its only shared node, a, is a leaf and has nothing to send on. A
# backward pass must be tried on a graph in which a shared node has parents.

# %% [markdown]
# ## Exercises
#
# Now write the pieces yourself. The exercise notebook has five tasks, each with a check that answers at once:
# [04 exercises](../exercises/04_backward_order/04_backward_order.ipynb). Come back afterwards for the last
# questions.

# %% [markdown]
# ## Check yourself

# %% tags=["minigrad-only"]
question("04.overwrites", "...")

# %% tags=["minigrad-only"]
question("04.several-orders", "...")

# %% tags=["minigrad-only"]
question("04.few-inputs", "...")

# %% [markdown]
# Two questions about earlier units:

# %% tags=["minigrad-only"]
question("04.review-square-node", "...")

# %% tags=["minigrad-only"]
question("04.review-exp", "...")

# %% [markdown]
# ## Key takeaways
#
# - A node collects, and sends on (local derivative) · `grad`. It adds what arrives: `+=`, never `=`.
# - It may send when everything has arrived: each node once, after all nodes that use it. That is a reverse
#   topological order; there can be several.
# - Calling itself for each parent is wrong on shared nodes, or takes a call for each path, and crashes on
#   long chains.
# - Two ways to a right order without recursion: the order of making, read backward; or counting uses and
#   crossing them off.
# - One backward pass gives the slopes of one result in all inputs, at the price of a few forward
#   computations. Forward mode needs one pass for each input.
#
# ## In PyTorch
#
# **The same.** With `import torch as minigrad` in the first cell, the code cells print the same; only `draw`,
# `step`, the questions and the measurement are this course's. PyTorch's backward pass counts for each node
# how many gradients are still to come, and among the nodes that are ready takes the newest. It does not call
# itself either.
#
# **What differs.** PyTorch's engine is written in C++ and runs the backward pass in threads of its own, one
# for each device.
#
# **Forward mode** exists there too, as `torch.func.jvp`; in minigrad it is
# `minigrad.autograd.functional.jvp`.
#
# ## Further reading
#
# - In minigrad: `minigrad/autograd/engine.py`, which takes the nodes newest first.
# - Baydin and others, [Automatic differentiation in machine learning: a
#   survey](https://www.jmlr.org/papers/v18/17-468.html), sections 3.1 and 3.2, on forward and reverse mode.
# - [Topological sorting](https://en.wikipedia.org/wiki/Topological_sorting), where counting uses is called
#   Kahn's algorithm.
