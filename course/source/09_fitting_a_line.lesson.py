# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 09 · Fitting a line
#
# *About 20 minutes to read and run; the exercises take another 30.*
#
# After this unit you can
#
# - write a linear layer, its loss and a training step, by hand and with `nn.Linear` and `optim.SGD`;
# - say the shape of every tensor and gradient in it, and check one step on paper;
# - read a loss curve that a forgotten `zero_grad` has spoiled.
#
# **What you need from earlier units.** `backward()` fills `.grad` of the leaves that require a gradient, and
# adds to what is there (05). A bias that is used in many rows gets the sum of what the rows bring (07).

# %%
import matplotlib.pyplot as plt

import minigrad

# %% tags=["minigrad-only"]
from classroom import draw, predict, question

# %% [markdown]
# ## The idea
#
# Three points lie on the line y = 2x + 1: (0, 1), (1, 3) and (2, 5). Suppose we have only the points. We
# choose a line y = w·x + b with any `w` and `b`, measure how wrong it is by one number, the **loss**, and
# move `w` and `b` a little to where the loss is smaller. Then again. Everything needed for this is in your
# hands since unit 05. What is new is to put it together, with the shapes that real layers have.
#
# A **linear layer** takes rows. Three points with one number each are a tensor of shape (3, 1). Its weight
# has one row for each output and one column for each input, here (1, 1), and its bias has one number for
# each output, here (1,). It computes `x @ w.T + b`, in which `.T` turns rows into columns.

# %%
x = minigrad.tensor([[0.], [1.], [2.]])
y = minigrad.tensor([[1.], [3.], [5.]])
w = minigrad.tensor([[0.]], requires_grad=True)
b = minigrad.tensor([0.], requires_grad=True)

prediction = x @ w.T + b
loss = ((prediction - y) ** 2).mean()
print(prediction.shape)
print(loss, loss.shape)

# %% [markdown]
# The loss is a single number, a tensor of shape `()`, also called **0-dim**. That is what `backward()` asks
# for: a gradient says how much *one* number changes.

# %% tags=["minigrad-only"]
draw(loss)

# %% [markdown]
# ## Predict

# %% tags=["minigrad-only"]
predict("09.weight-grad-shape", ...)

# %%
loss.backward()
print(w.grad.shape, b.grad.shape)
print(w.grad, b.grad)

# %% tags=["minigrad-only"]
predict.settle("09.weight-grad-shape", w.grad.shape)

# %% [markdown]
# ## Worked example: every number
#
# With w = 0 and b = 0 every prediction is 0. The error is prediction − target. The slope of the squared error
# is 2 · error in b, and 2 · error · x in w.
#
# | x | target | prediction | error | squared | slope in b | slope in w |
# |---|---|---|---|---|---|---|
# | 0 | 1 | 0 | −1 | 1 | −2 | 0 |
# | 1 | 3 | 0 | −3 | 9 | −6 | −6 |
# | 2 | 5 | 0 | −5 | 25 | −10 | −20 |
# | sum | | | | 35 | −18 | −26 |
# | mean | | | | 11.6667 | −6 | −8.6667 |
#
# The last line is what the cell printed. The three rows share one `w` and one `b`, so their slopes are added,
# and the gradients have the shapes of `w` and `b`, (1, 1) and (1,), whatever the number of rows.
#
# ## Under the hood: one step
#
# A step moves each parameter by −lr · gradient. The gradient points to where the loss grows, hence the minus.
# The move itself must not be recorded, so it stands under `minigrad.no_grad()`; unit 10 says more about it.

# %%
with minigrad.no_grad():
    w -= 0.1 * w.grad
    b -= 0.1 * b.grad
print(w, b)
print(((x @ w.T + b - y) ** 2).mean().item())

# %% [markdown]
# On paper: w = 0 + 0.1 · 8.6667 = 0.8667 and b = 0 + 0.1 · 6 = 0.6. The loss fell from 11.67 to 3.21.
#
# Now 200 such steps. The gradients are cleared before each `backward()`, because it adds.

# %%
w = minigrad.tensor([[0.]], requires_grad=True)
b = minigrad.tensor([0.], requires_grad=True)
for number in range(200):
    w.grad = None
    b.grad = None
    loss = ((x @ w.T + b - y) ** 2).mean()
    loss.backward()
    with minigrad.no_grad():
        w -= 0.1 * w.grad
        b -= 0.1 * b.grad
    if number in (0, 1, 2, 10, 50):
        print(f"step {number:3}: loss {loss.item():.4f}")
print(f"w {w.item():.3f}, b {b.item():.3f}")

# %% [markdown]
# The line y = 2x + 1 has been found.
#
# ## In code: the same with a layer and an optimizer
#
# `nn.Linear(1, 1)` holds a weight and a bias of these very shapes, and `layer(x)` computes `x @ weight.T +
# bias`. It begins with random numbers. We set them to 0, to compare.

# %%
layer = minigrad.nn.Linear(1, 1)
with minigrad.no_grad():
    layer.weight.fill_(0.)
    layer.bias.fill_(0.)
for name, parameter in layer.named_parameters():
    print(name, tuple(parameter.shape))

# %% [markdown]
# `optim.SGD` is given a list of parameters. `zero_grad()` clears their gradients, `step()` moves each by
# −lr · gradient. On the same points it takes the step that we took by hand:

# %%
optimizer = minigrad.optim.SGD(layer.parameters(), lr=0.1)
loss = ((layer(x) - y) ** 2).mean()
loss.backward()
print(layer.bias.grad)
optimizer.step()
print(f"{layer.weight.item():.4f} {layer.bias.item():.4f}")

# %% [markdown]
# `step()` left the gradient where it was. `zero_grad()` takes it away:

# %%
print(layer.bias.grad)
optimizer.zero_grad()
print(layer.bias.grad)

# %% [markdown]
# ### An optimizer moves only what it was given
#
# Here its list holds the weight alone.

# %%
layer = minigrad.nn.Linear(1, 1)
with minigrad.no_grad():
    layer.weight.fill_(0.)
    layer.bias.fill_(0.)
optimizer = minigrad.optim.SGD([layer.weight], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = ((layer(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.4f}  weight {layer.weight.item():.4f}  bias {layer.bias.item():.4f}")
print(layer.bias.grad)

# %% [markdown]
# The bias has a gradient, the sum of three, and stays at 0. The best line through (0, 0) misses the points.
#
# ## Break it: forget zero_grad
#
# Two steps first, without the clearing line.

# %% tags=["minigrad-only"]
predict("09.nobody-clears", ...)

# %%
w = minigrad.tensor([[0.]], requires_grad=True)
b = minigrad.tensor([0.], requires_grad=True)
optimizer = minigrad.optim.SGD([w, b], lr=0.1)
for _ in range(2):
    loss = ((x @ w.T + b - y) ** 2).mean()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.4f}  b.grad {b.grad.item():.4f}  b is now {b.item():.4f}")

# %% tags=["minigrad-only"]
predict.settle("09.nobody-clears", b.grad.item())

# %% [markdown]
# The second step is about three times as long as it should be. Now 30 steps, with the line and without it.

# %%
def loss_curve(clear):
    w = minigrad.tensor([[0.]], requires_grad=True)
    b = minigrad.tensor([0.], requires_grad=True)
    optimizer = minigrad.optim.SGD([w, b], lr=0.1)
    losses = []
    for _ in range(30):
        if clear:
            optimizer.zero_grad()
        loss = ((x @ w.T + b - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


cleared = loss_curve(clear=True)
forgotten = loss_curve(clear=False)
for name, losses in {"cleared": cleared, "forgotten": forgotten}.items():
    print(f"{name:9}", " ".join(f"{loss:5.2f}" for loss in losses[:8]))

# %%
plt.plot(cleared, "o-", label="cleared in every step")
plt.plot(forgotten, "s--", label="zero_grad forgotten")
plt.xlabel("step")
plt.ylabel("loss")
plt.legend()
plt.show()

# %% [markdown]
# The first two losses are the same: nothing was there to clear before the first step. The third is even
# smaller without clearing, because the old gradient pushes the same way. Then the curve turns up.

# %% tags=["minigrad-only"]
question("09.loss-curve", "...")

# %% [markdown]
# ### A shape that raises no error
#
# Give the targets as (3,) in place of (3, 1), and broadcasting makes nine errors out of three:

# %%
flat = minigrad.tensor([1., 3., 5.])
print((layer(x) - flat).shape)

# %% [markdown]
# Each prediction is compared with every target. The loss is still 0-dim, so `backward()` has nothing to say
# against it. Print the shape of the difference before you trust a loss.
#
# ## Exercises
#
# Now write the pieces yourself:
# [09 exercises](../exercises/09_fitting_a_line/09_fitting_a_line.ipynb). Come back afterwards for the last
# questions.
#
# ## Check yourself

# %% tags=["minigrad-only"]
question("09.whose-parameters", "...")

# %% [markdown]
# Two questions about earlier units:

# %% tags=["minigrad-only"]
question("09.review-shapes", "...")

# %% tags=["minigrad-only"]
question("09.review-paths", "...")

# %% [markdown]
# ## Key takeaways
#
# - A linear layer computes `x @ w.T + b`; for one input and one output the shapes are (1, 1) and (1,).
# - The loss is one number, of shape `()`. Gradients have the shapes of the parameters.
# - `step()` moves each parameter of its list by −lr · gradient; `zero_grad()` clears. Neither does the other.
# - Without `zero_grad`, a step uses the sum of all gradients so far, and the loss swings.
#
# ## In PyTorch
#
# **The same.** With `import torch as minigrad` in the first cell, the code cells print the same.
#
# `nn.MSELoss` warns on both when it is given two shapes that must be stretched; the loss written out with `-`
# and `**`, as here, warns on neither.
#
# **What differs.** `nn.Linear` begins with random numbers, and the same seed gives other ones than PyTorch's.
#
# ## Further reading
#
# - In minigrad: `minigrad/nn/layers.py`, with `Linear`, and `minigrad/optim`, with `SGD`.
# - PyTorch's [Linear](https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html) and
#   [SGD](https://docs.pytorch.org/docs/stable/generated/torch.optim.SGD.html).
