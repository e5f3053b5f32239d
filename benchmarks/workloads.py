"""The same work for each engine. Every function here returns a function without arguments that does it once."""

import functools

import numpy as np

from benchmarks import by_hand

SMALL = ((2, 16), (16,), (16, 16), (16,), (16, 1), (1,))
LARGE = ((784, 256), (256,), (256, 128), (128,), (128, 10), (10,))


def parameters(shapes, dtype):
    rng = np.random.default_rng(0)
    return [(rng.standard_normal(shape) / np.sqrt(shape[0])).astype(dtype) for shape in shapes]


def random(*shape, dtype=np.float32, seed=1):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


# engines with PyTorch's API --------------------------------------------------------------------------------


def leaf(engine, array):
    return engine.tensor(array, requires_grad=True)


def torch_scalar(engine):
    x = engine.tensor(3.0, requires_grad=True)

    def run():
        x.grad = None
        (x**2 + 2 * x + 1).backward()

    return run


def torch_small_mlp(engine):
    w1, b1, w2, b2, w3, b3 = ps = [leaf(engine, p) for p in parameters(SMALL, np.float32)]
    x, y = engine.tensor(random(32, 2)), engine.tensor(random(32, 1))

    def run():
        h = engine.tanh(x @ w1 + b1)
        h = engine.tanh(h @ w2 + b2)
        difference = h @ w3 + b3 - y
        (difference * difference).mean().backward()
        update(engine, ps)

    return run


def update(engine, ps, lr=0.01):
    with engine.no_grad():
        for p in ps:
            p -= lr * p.grad
            p.grad = None


def torch_large_mlp(engine, dtype=np.float32):
    w1, b1, w2, b2, w3, b3 = ps = [leaf(engine, p) for p in parameters(LARGE, dtype)]
    x, labels = engine.tensor(random(128, 784, dtype=dtype)), engine.tensor(np.arange(128) % 10)

    def run():
        h = engine.relu(x @ w1 + b1)
        h = engine.relu(h @ w2 + b2)
        engine.nn.functional.cross_entropy(h @ w3 + b3, labels).backward()
        update(engine, ps)

    return run


def torch_matmul_chain(engine, n=1024, length=4):
    x, *weights = [leaf(engine, random(n, n, seed=i) / np.float32(np.sqrt(n))) for i in range(length + 1)]

    def run():
        y = x
        for w in weights:
            y = y @ w
        y.sum().backward()
        for p in (x, *weights):
            p.grad = None

    return run


def torch_elementwise(engine, n=10**6):
    x, y = leaf(engine, random(n)), leaf(engine, random(n, seed=2))

    def run():
        (engine.tanh(x * y) + engine.exp(-(x * x))).mean().backward()
        x.grad = y.grad = None

    return run


def torch_scalar_chain(engine, n=100_000):
    x = engine.tensor(1.0, requires_grad=True)

    def run():
        y = x
        for _ in range(n // 2):
            y = y * 1.0001
            y = y + x
        y.backward()
        x.grad = None

    return run


# HIPS autograd ---------------------------------------------------------------------------------------------


def hips_scalar(engine):
    gradient = engine.grad(lambda x: x**2 + 2 * x + 1)
    return lambda: gradient(3.0)


def hips_small_mlp(engine):
    anp = engine.numpy
    ps = parameters(SMALL, np.float32)
    x, y = random(32, 2), random(32, 1)

    def loss(ps):
        w1, b1, w2, b2, w3, b3 = ps
        h = anp.tanh(anp.dot(x, w1) + b1)
        h = anp.tanh(anp.dot(h, w2) + b2)
        difference = anp.dot(h, w3) + b3 - y
        return anp.mean(difference * difference)

    gradient = engine.grad(loss)

    def run():
        for p, g in zip(ps, gradient(ps), strict=True):
            p -= 0.01 * g

    return run


def hips_large_mlp(engine, dtype=np.float32):
    anp = engine.numpy
    ps = parameters(LARGE, dtype)
    x, labels, rows = random(128, 784, dtype=dtype), np.arange(128) % 10, np.arange(128)

    def loss(ps):
        w1, b1, w2, b2, w3, b3 = ps
        h = anp.maximum(anp.dot(x, w1) + b1, 0)
        h = anp.maximum(anp.dot(h, w2) + b2, 0)
        logits = anp.dot(h, w3) + b3
        shifted = logits - anp.max(logits, axis=1, keepdims=True)
        return anp.mean(anp.log(anp.sum(anp.exp(shifted), axis=1)) - shifted[rows, labels])

    gradient = engine.grad(loss)

    def run():
        for p, g in zip(ps, gradient(ps), strict=True):
            p -= 0.01 * g

    return run


def hips_matmul_chain(engine, n=1024, length=4):
    factors = [random(n, n, seed=i) / np.float32(np.sqrt(n)) for i in range(length + 1)]
    gradient = engine.grad(lambda fs: engine.numpy.sum(functools.reduce(engine.numpy.dot, fs)))
    return lambda: gradient(factors)


def hips_elementwise(engine, n=10**6):
    anp = engine.numpy
    gradient = engine.grad(lambda xy: anp.mean(anp.tanh(xy[0] * xy[1]) + anp.exp(-(xy[0] * xy[0]))))
    pair = (random(n), random(n, seed=2))
    return lambda: gradient(pair)


# MyGrad ----------------------------------------------------------------------------------------------------


def mygrad_scalar(engine):
    x = engine.tensor(3.0)

    def run():
        x.null_grad()
        (x**2 + 2 * x + 1).backward()

    return run


def mygrad_small_mlp(engine):
    w1, b1, w2, b2, w3, b3 = ps = [engine.tensor(p) for p in parameters(SMALL, np.float32)]
    x, y = random(32, 2), random(32, 1)

    def run():
        h = engine.tanh(engine.matmul(x, w1) + b1)
        h = engine.tanh(engine.matmul(h, w2) + b2)
        difference = engine.matmul(h, w3) + b3 - y
        (difference * difference).mean().backward()
        for p in ps:
            p.data -= 0.01 * p.grad
            p.null_grad()

    return run


def mygrad_large_mlp(engine, dtype=np.float32):
    from mygrad.nnet.activations import relu
    from mygrad.nnet.losses import softmax_crossentropy

    w1, b1, w2, b2, w3, b3 = ps = [engine.tensor(p) for p in parameters(LARGE, dtype)]
    x, labels = random(128, 784, dtype=dtype), np.arange(128) % 10

    def run():
        h = relu(engine.matmul(x, w1) + b1)
        h = relu(engine.matmul(h, w2) + b2)
        softmax_crossentropy(engine.matmul(h, w3) + b3, labels).backward()
        for p in ps:
            p.data -= (0.01 * p.grad).astype(dtype)
            p.null_grad()

    return run


def mygrad_matmul_chain(engine, n=1024, length=4):
    factors = [engine.tensor(random(n, n, seed=i) / np.float32(np.sqrt(n))) for i in range(length + 1)]

    def run():
        functools.reduce(engine.matmul, factors).sum().backward()
        for p in factors:
            p.null_grad()

    return run


def mygrad_elementwise(engine, n=10**6):
    x, y = engine.tensor(random(n)), engine.tensor(random(n, seed=2))

    def run():
        (engine.tanh(x * y) + engine.exp(-(x * x))).mean().backward()
        x.null_grad()
        y.null_grad()

    return run


# micrograd -------------------------------------------------------------------------------------------------


def micrograd_scalar(engine):
    def run():
        x = engine.Value(3.0)
        (x**2 + 2 * x + 1).backward()

    return run


# by hand ---------------------------------------------------------------------------------------------------


def hand_scalar(_):
    x = np.float32(3.0)
    return lambda: (x**2 + 2 * x + 1, 2 * x + 2)


def hand_small_mlp(_):
    ps = parameters(SMALL, np.float32)
    x, y = random(32, 2), random(32, 1)
    return lambda: by_hand.small_mlp(ps, x, y, np.float32(0.01))


def hand_large_mlp(_, dtype=np.float32):
    ps = parameters(LARGE, dtype)
    x, labels = random(128, 784, dtype=dtype), np.arange(128) % 10
    return lambda: by_hand.large_mlp(ps, x, labels, dtype(0.01))


def hand_matmul_chain(_, n=1024, length=4):
    x, *weights = [random(n, n, seed=i) / np.float32(np.sqrt(n)) for i in range(length + 1)]
    return lambda: by_hand.matmul_chain(x, weights)


def hand_elementwise(_, n=10**6):
    x, y = random(n), random(n, seed=2)
    return lambda: by_hand.elementwise(x, y)
