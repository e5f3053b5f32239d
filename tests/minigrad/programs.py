"""Random programs on tensors, and a machine that runs one on minigrad or on PyTorch.

A program is a list of steps, plain tuples, each on earlier tensors by their number (modulo how many there are).
``trace`` runs it and returns what could be observed: after each step the tensor it made or changed, or the
type of the error it raised; and at the end every tensor and its ``.grad``. ``difference`` compares two traces.
"""

# The names of operations are easier to read as text, and each lambda is called in the round that makes it.
# ruff: noqa: B023, SIM905

import contextlib
import warnings

import numpy as np

SHAPES = ((), (3,), (2, 3), (2, 1), (1,))
NUMBERS = (2, -1, 0.5, 3.0, 0)

SMOOTH = """
    exp log sqrt sin cos tanh sigmoid square neg reciprocal log1p atan expm1 rsqrt sinh tan asinh erf exp2 log2
    softmax logsumexp cumsum cumprod std var norm mean sum prod
""".split()
KINKED = (
    "abs relu sign floor round ceil trunc frac max min amax amin maxdim mindim sort cummax median".split()
)
BINARY = "add sub mul div pow atan2 hypot lerp xlogy".split()
KINKED_BINARY = "maximum minimum where remainder fmod".split()
COMPARISONS = "eq lt ge".split()
WITH_NUMBER = "add sub mul div pow rsub rdiv rpow clamp".split()
VIEWS = """
    t flatten unsqueeze squeeze expand first last slice step none
    view_as alias diagonal unbind split reshape T movedim"
""".split()
COPIES = "clone contiguous list mask repeat flip roll tril double float gather index_select".split()
CHANGES = "neg_ exp_ sqrt_ sin_ tanh_ sigmoid_ square_ zero_ relu_ abs_ reciprocal_".split()
CHANGES_BY_TENSOR = "add_ sub_ mul_ div_ copy_ pow_".split()
CHANGES_BY_NUMBER = "add_ mul_ div_ pow_ fill_ sub_ clamp_".split()
KEYS = ("zero", "last", "slice", "all", "list", "mask", "column")
#: whose nodes save more in PyTorch than the derivative needs, so that it refuses more in-place changes
SAVE_MORE = {"gather", "prod", "index_select", "pow", "pow_"}
MODIFIED = "RuntimeError: a saved value was changed in place"
EXACT = set(
    """neg square abs relu sign floor round ceil trunc frac max min amax amin maxdim mindim sort cummax median sum
    add sub maximum minimum where rsub clamp eq lt ge mul cumsum""".split()
) | set(VIEWS) | set(COPIES)  # fmt: skip
INEXACT = 99
MOST_BITS = 20


# drawing ---------------------------------------------------------------------------------------------------


def draw_program(choose, length):
    """A program of ``length`` steps after its leaves; ``choose(options)`` picks one of a sequence."""
    numbers = range(16)
    program = [draw_leaf(choose) for _ in range(choose((1, 2, 3)))]
    kinds = (
        ["unary"] * 4 + ["binary"] * 4 + ["number"] * 2 + ["view"] * 3 + ["copy"] + ["kinked"] * 2 + ["join"]
        + ["matmul"] + ["change"] + ["change_by_tensor"] * 2 + ["change_by_number"] * 2 + ["set"] * 2
        + ["detach", "data", "detach_", "requires_grad_", "retain_grad", "hook", "hook", "post_hook", "forget", "leaf"]
        + ["backward"] * 2 + ["two_roots"] + ["grad"] * 2
    )  # fmt: skip
    for _ in range(length):
        kind = choose(kinds)
        quiet = choose((False,) * 9 + (True,))
        i, j, k = choose(numbers), choose(numbers), choose(numbers)
        step = {
            "leaf": lambda: draw_leaf(choose)[1:],
            "unary": lambda: (choose(SMOOTH), i),
            "kinked": lambda: (choose(KINKED + KINKED_BINARY + COMPARISONS), i, j),
            "binary": lambda: (choose(BINARY), i, j),
            "number": lambda: (choose(WITH_NUMBER), i, choose(NUMBERS)),
            "view": lambda: (choose(VIEWS), i),
            "copy": lambda: (choose(COPIES), i),
            "join": lambda: (choose(("cat", "stack")), i, j),
            "matmul": lambda: (i, j),
            "change": lambda: (choose(CHANGES), i),
            "change_by_tensor": lambda: (choose(CHANGES_BY_TENSOR), i, j),
            "change_by_number": lambda: (choose(CHANGES_BY_NUMBER), i, choose(NUMBERS)),
            "set": lambda: (choose(KEYS), i, choose((j, j, 1.5))),
            "hook": lambda: (choose(("scale", "look", "look")), i),
            "backward": lambda: (i, choose((False, True)), choose((False, False, True))),
            "two_roots": lambda: (i, j),
            "grad": lambda: (i, j, k, choose((False, True)), choose((False, True))),
        }.get(kind, lambda: (i,))()
        if kind == "view":
            quiet = False  # what PyTorch makes of views made under no_grad has snippets of its own
        program.append((kind, *step, quiet) if kind != "leaf" else (kind, *step))
    program.append(("backward", choose(numbers), False, False, False))
    return program


def draw_leaf(choose):
    shape = choose(SHAPES)
    quarters = range(-8, 9)
    values = tuple(choose(quarters) / 4 for _ in range(int(np.prod(shape))))
    return ("leaf", shape, values, choose((True, True, True, False)), False)


# running ---------------------------------------------------------------------------------------------------


class Machine:
    """Runs a program on one module in one dtype. ``jitter`` makes every rounded result a little larger."""

    def __init__(self, module, dtype, jitter=0.0):
        self.module, self.dtype, self.jitter = module, getattr(module, dtype), jitter
        self.tensors, self.storages, self.bits, self.seen = [], [], {}, []

    def trace(self, program):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for step in program:
                before = len(self.seen)
                try:
                    self.step(step)
                except Exception as error:
                    del self.seen[before:]
                    self.seen.append((step[0], "error", kind_of(error)))
                    if step[0] in ("backward", "two_roots", "grad"):
                        return self.seen  # how far it got before it failed is nobody's business
            for tensor in self.tensors:
                self.look("end", tensor)
                if tensor.grad is not None:
                    self.look("end's grad", tensor.grad)
        return self.seen

    def step(self, step):
        kind, *arguments, quiet = step
        self.told = []  # what hooks on leaves were told: in which order the leaves come is left open
        with self.module.no_grad() if quiet else contextlib.nullcontext():
            getattr(self, f"do_{kind}")(*arguments)
        self.seen += sorted(self.told, key=lambda each: (each[0], each[2].shape, each[2].tolist()))

    def look(self, what, tensor, where=None):
        values = np.array(tensor.detach().numpy())
        try:
            is_leaf = tensor.is_leaf
        except RuntimeError:  # one of several views whose base was changed
            is_leaf = "invalid"
        version = tensor._version if what != "end's grad" else None  # PyTorch's counts its own copying
        (self.seen if where is None else where).append(
            (what, str(tensor.dtype)[6:], values, tensor.requires_grad, version, is_leaf)
        )

    def add(self, what, tensor, bits=INEXACT, storage=None):
        if storage is None:
            storage = object()
            self.bits[storage] = bits
            if self.jitter and bits >= MOST_BITS and tensor.is_floating_point():
                tensor.data.mul_(1 + self.jitter)
        self.tensors.append(tensor)
        self.storages.append(storage)
        self.look(what, tensor)

    def get(self, i):
        i %= len(self.tensors)
        return self.tensors[i], self.bits[self.storages[i]]

    # steps

    def do_leaf(self, shape, values, grad):
        array = np.array(values).reshape(shape)
        self.add("leaf", self.module.tensor(array.tolist(), dtype=self.dtype, requires_grad=grad), 5)

    def do_unary(self, name, i):
        tensor, bits = self.get(i)
        if name in ("var", "std") and tensor.numel() < 2:
            return  # nan, which PyTorch makes in another way
        if not tensor.is_floating_point() and name not in ("neg", "sum", "square"):
            return
        if name in ("prod", "cumprod") and not np.isfinite(tensor.detach().numpy()).all():
            return  # nan is spread in another order
        self.add(name, unary(self.module, name, tensor), after(name, bits, bits))

    def do_kinked(self, name, i, j):
        tensor, bits = self.get(i)
        if not tensor.is_floating_point() and name not in ("max", "min", "where", "maximum", "minimum"):
            return
        if name in KINKED:
            if bits < MOST_BITS:
                self.add(name, unary(self.module, name, tensor), bits)
            return
        other, others = self.get(j)
        if max(bits, others) < MOST_BITS:
            exact = name not in ("remainder", "fmod")
            self.add(name, binary(self.module, name, tensor, other), max(bits, others) if exact else INEXACT)

    def do_binary(self, name, i, j):
        (tensor, bits), (other, others) = self.get(i), self.get(j)
        if not (tensor.is_floating_point() and other.is_floating_point()) and name not in (
            "add",
            "sub",
            "mul",
        ):
            return  # derivative formulas on booleans: an error in PyTorch when backward comes to it
        if name == "atan2" and min(abs(tensor).min(), abs(other).min()) == 0:
            return  # it tells 0 from -0
        self.add(name, binary(self.module, name, tensor, other), after(name, bits, others))

    def do_number(self, name, i, number):
        tensor, bits = self.get(i)
        if name == "clamp" and bits >= MOST_BITS:
            return
        self.add(name, with_number(self.module, name, tensor, number), after(name, bits, 2))

    def do_view(self, name, i):
        tensor, bits = self.get(i)
        result = view(name, tensor)
        shares = result._is_view()
        storage = self.storages[i % len(self.tensors)]
        self.add(name, result, bits, storage if shares or result is tensor else None)

    def do_copy(self, name, i):
        tensor, bits = self.get(i)
        result = copied(self.module, name, tensor)
        self.add(name, result, bits, self.storages[i % len(self.tensors)] if result is tensor else None)

    def do_join(self, name, i, j):
        (tensor, bits), (other, others) = self.get(i), self.get(j)
        self.add(name, getattr(self.module, name)([tensor, other]), max(bits, others))

    def do_matmul(self, i, j):
        product = self.get(i)[0] @ self.get(j)[0]
        self.add(
            "matmul", product.clone()
        )  # PyTorch adds to some products in place, which their version shows

    def wake(self, tensor):
        """PyTorch takes a view whose base got a history for a leaf until somebody asks for its own."""
        with contextlib.suppress(RuntimeError):
            _ = tensor.grad_fn

    def changed(self, name, i, bits):
        i %= len(self.tensors)
        self.bits[self.storages[i]] = bits
        self.look(name, self.tensors[i])

    def do_change(self, name, i):
        tensor, bits = self.get(i)
        if name in ("relu_", "abs_") and bits >= MOST_BITS:
            return
        self.wake(tensor)
        getattr(tensor, name)()
        self.changed(
            name, i, 1 if name == "zero_" and not tensor._is_view() else after(name[:-1], bits, bits)
        )

    def do_change_by_tensor(self, name, i, j):
        (tensor, bits), (other, others) = self.get(i), self.get(j)
        self.wake(tensor)
        getattr(tensor, name)(other)
        self.changed(name, i, max(bits, others) if name == "copy_" else after(name[:-1], bits, others))

    def do_change_by_number(self, name, i, number):
        tensor, bits = self.get(i)
        self.wake(tensor)
        if name == "clamp_":
            if bits >= MOST_BITS:
                return
            tensor.clamp_(-1, 1)
        else:
            getattr(tensor, name)(number)
        self.changed(name, i, max(bits, 3) if name == "fill_" else after(name[:-1], bits, 2))

    def shares(self, i, j):
        return self.storages[i % len(self.tensors)] is self.storages[j % len(self.tensors)]

    def do_set(self, key, i, value):
        tensor, bits = self.get(i)
        if not tensor.is_floating_point() or tensor.numel() == 0:
            return
        on_itself = not isinstance(value, float) and self.shares(i, value)
        if on_itself and (key in ("list", "mask") or self.get(value)[0].numel() == 1):
            return  # refused by PyTorch, unless it takes a short cut
        value, others = (value, 3) if isinstance(value, float) else self.get(value)
        tensor[index(self.module, key, tensor)] = value
        self.changed(f"set {key}", i, max(bits, others))

    def do_detach(self, i):
        self.add("detach", self.get(i)[0].detach(), storage=self.storages[i % len(self.tensors)])

    def do_data(self, i):
        self.add("data", self.get(i)[0].data, storage=self.storages[i % len(self.tensors)])

    def do_detach_(self, i):
        tensor = self.get(i)[0]
        if tensor.is_leaf:  # in PyTorch a node that has saved a tensor fails once that was detached in place
            tensor.detach_()
        self.look("detach_", tensor)

    def do_requires_grad_(self, i):
        self.get(i)[0].requires_grad_()
        self.look("requires_grad_", self.get(i)[0])

    def do_retain_grad(self, i):
        self.get(i)[0].retain_grad()

    def do_hook(self, kind, i):
        if self.get(i)[0].is_leaf and self.get(i)[0]._is_view():
            return  # crashes PyTorch where the base requires grad
        if kind == "scale":
            self.get(i)[0].register_hook(lambda grad: grad * 2)
        elif self.get(i)[0].is_leaf:
            self.get(i)[0].register_hook(lambda grad: self.look("leaf's hook", grad.clone(), self.told))
        else:
            self.get(i)[0].register_hook(lambda grad: self.look("hook", grad.clone()))

    def do_post_hook(self, i):
        self.get(i)[0].register_post_accumulate_grad_hook(self.after_accumulation)

    def after_accumulation(self, leaf):
        if leaf.requires_grad:
            self.look("post hook", leaf.grad.clone(), self.told)

    def do_forget(self, i):
        self.get(i)[0].grad = None

    def weight(self, root):
        array = np.arange(1, root.numel() + 1).reshape(tuple(root.shape)) / 4
        return self.module.tensor(array.tolist(), dtype=root.dtype).reshape(tuple(root.shape))

    def do_backward(self, i, retain, create):
        root = self.get(i)[0]
        root.backward(self.weight(root), retain_graph=retain or None, create_graph=create)

    def do_two_roots(self, i, j):
        roots = [self.get(i)[0], self.get(j)[0]]
        self.module.autograd.backward(roots, [self.weight(root) for root in roots])

    def do_grad(self, i, j, k, create, allow_unused):
        root = self.get(i)[0]
        inputs = [self.get(j)[0], self.get(k)[0]]
        found = self.module.autograd.grad(
            root, inputs, self.weight(root), create_graph=create, allow_unused=allow_unused
        )
        for gradient in found:
            if gradient is not None:
                self.add("grad", gradient.clone())


def kind_of(error):
    if "modified by an inplace operation:" in str(error) or "in-place operation has changed" in str(error):
        return MODIFIED
    kind = type(error).__name__
    return "RuntimeError" if kind == "NotImplementedError" else kind  # which is one, and is PyTorch's slip


def after(name, bits, others):
    """How many binary digits an exact result may need; ``INEXACT`` where the operation rounds."""
    if name not in EXACT or max(bits, others) >= MOST_BITS:
        return INEXACT
    if name in ("mul", "square"):
        return bits + others
    return max(bits, others) + 3 if name in ("add", "sub", "rsub", "sum", "cumsum") else max(bits, others)


def unary(module, name, tensor):
    along = {"softmax": 0, "logsumexp": 0, "cumsum": 0, "cumprod": 0, "sort": -1, "cummax": 0}
    if name in ("maxdim", "mindim"):
        return getattr(tensor, name[:3])(-1).values
    result = getattr(tensor, name)(along[name]) if name in along else getattr(tensor, name)()
    return result.values if name in ("sort", "cummax") else result


def binary(module, name, tensor, other):
    if name == "where":
        return module.where(tensor > 0.5, tensor, other)
    if name == "lerp":
        return tensor.lerp(other, 0.25)
    result = getattr(module, name)(tensor, other)
    return result + 0.0 if name in ("remainder", "fmod") else result  # PyTorch has another sign of zero


def with_number(module, name, tensor, number):
    operators = {"rsub": lambda: number - tensor, "rdiv": lambda: number / tensor, "rpow": lambda: number**tensor,
                 "clamp": lambda: tensor.clamp(-abs(number), number * number)}  # fmt: skip
    return operators[name]() if name in operators else getattr(tensor, name)(number)


def view(name, tensor):
    return {
        "t": lambda: tensor.t(),
        "T": lambda: tensor.T,
        "flatten": lambda: tensor.flatten(),
        "unsqueeze": lambda: tensor.unsqueeze(-1),
        "squeeze": lambda: tensor.squeeze(),
        "expand": lambda: tensor.expand((2, *tensor.shape)),
        "first": lambda: tensor[0],
        "last": lambda: tensor[-1],
        "slice": lambda: tensor[1:],
        "step": lambda: tensor[..., ::2],
        "none": lambda: tensor[None],
        "view_as": lambda: tensor.view(-1),
        "alias": lambda: tensor[...],
        "diagonal": lambda: tensor.diagonal(),
        "unbind": lambda: tensor.unbind()[0],
        "split": lambda: tensor.split(2)[-1],
        "reshape": lambda: tensor.reshape(-1, 1),
        "movedim": lambda: tensor.movedim(0, -1),
    }[name]()


def copied(module, name, tensor):
    positions = module.zeros(tuple(tensor.shape), dtype=module.int64)
    return {
        "clone": lambda: tensor.clone(),
        "contiguous": lambda: tensor.contiguous(),
        "list": lambda: tensor[[0, 0, -1]],
        "mask": lambda: tensor[tensor > 0] if tensor.is_floating_point() else tensor[tensor],
        "repeat": lambda: tensor.repeat(*[2] * max(tensor.dim(), 1)),
        "flip": lambda: tensor.flip(0),
        "roll": lambda: tensor.roll(1),
        "tril": lambda: tensor.tril(),
        "double": lambda: tensor.double(),
        "float": lambda: tensor.float(),
        "gather": lambda: tensor.gather(0, positions),
        "index_select": lambda: tensor.index_select(0, module.tensor([0, 0])),
    }[name]()


def index(module, key, tensor):
    return {
        "zero": 0,
        "last": -1,
        "slice": slice(1, None),
        "all": Ellipsis,
        "list": [0, -1],
        "mask": tensor > 0,
        "column": (Ellipsis, 0),
    }[key]


# comparing -------------------------------------------------------------------------------------------------

TOLERANCE = {"float64": (1e-7, 1e-9), "float32": (2e-3, 1e-4)}


def difference(one, other, dtype):
    """The first observation in which two traces differ, or None."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if not same(mine, theirs, dtype):
            return number, mine, theirs
    return None if len(one) == len(other) else (min(len(one), len(other)), "one trace is shorter")


def same(mine, theirs, dtype):
    if mine[1] == "error" or theirs[1] == "error":
        return mine[:2] == theirs[:2] and mine[2].split(":")[0] == theirs[2].split(":")[0]
    plain = [part for part in mine if not isinstance(part, np.ndarray)]
    if plain != [part for part in theirs if not isinstance(part, np.ndarray)]:
        return False
    values, others = mine[2], theirs[2]
    rtol, atol = TOLERANCE["float32" if values.dtype == np.float32 else dtype]
    finite = np.abs(values[np.isfinite(values)])
    return values.shape == others.shape and np.allclose(
        values, others, rtol, atol * max(1.0, finite.max(initial=0)), equal_nan=True
    )


def trace(program, module, dtype, jitter=0.0):
    return Machine(module, dtype, jitter).trace(program)


JITTER = {"float64": 1e-14, "float32": 5e-7}


def compare(program, module, other, dtype):
    """None if the two modules agree, else the difference.

    Or why there may be one: "ill-conditioned" where rounding alone explains it, "stricter" where PyTorch's node
    has saved a value that the derivative does not need.
    """
    rounded = "float32" if ("copy", "float") in [step[:2] for step in program] else dtype
    mine = trace(program, module, dtype)
    found = difference(mine, trace(program, other, dtype), rounded)
    if found is None:
        return None
    names = {part for step in program for part in step if isinstance(part, str)}
    if (
        len(found) == 3
        and found[2][-1] == MODIFIED
        and found[1][0] != found[2][0]
        and (
            names & SAVE_MORE or found[2][0] == "grad"  # PyTorch looks at all saved values, asked for or not
        )
    ):
        return "stricter"
    if any(
        difference(mine, trace(program, module, dtype, sign * JITTER[rounded]), rounded) for sign in (1, -1)
    ):
        return "ill-conditioned"
    return found
