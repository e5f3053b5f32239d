"""What a notebook, an exported page and a terminal make of a message."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.question import ask
from classroom.question.catalog import find_question
from classroom.question.prompt import text_above
from classroom.question.show import Folded, Message, as_code


class Seen(HTMLParser):
    """The page as a reader meets it: its elements, and the text that is inside them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.folded = ""
        self.feed(html)
        self.close()
        assert self.open == [], "an element is not closed"

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if tag not in ("br", "img", "hr", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" in self.open:
            return
        if "details" in self.open and "summary" not in self.open:
            self.folded += data
        else:
            self.text += data


@pytest.fixture
def page():
    return lambda *parts: Seen(Message("Question 05.q1", parts)._repr_html_())


def test_html_in_a_text_is_shown_as_it_was_typed(page):
    text = "<script>alert(1)</script> <b>x</b> & [go](javascript:alert(1))"
    seen = page(text, Folded("<i>why</i>", "<u>so</u>"))
    assert not seen.tags & {"script", "b", "i", "u"}
    assert "<script>alert(1)</script>" in seen.text
    assert "<i>why</i>" in seen.text
    assert "<u>so</u>" in seen.folded
    assert "javascript" not in Message("", ("[go](javascript:alert(1))",))._repr_html_()


def test_a_label_cannot_leave_its_attribute():
    assert 'aria-label="&quot;&gt;&lt;b&gt;"' in Message('"><b>', ())._repr_html_()


def test_code_blocks_and_mathematics(page):
    seen = page("Slope $2x_1 * y_1*$:\n\n```python\nx = 1 < 2\n```\n")
    assert "\\(2x_1 * y_1*\\)" in seen.text
    assert "x = 1 < 2" in seen.text
    assert {"pre", "code"} <= seen.tags


@given(st.text(alphabet=st.sampled_from("`a\n<&*_ \\$"), min_size=1, max_size=12).filter(str.strip))
def test_code_is_shown_as_it_is(text):
    text = text.strip()
    seen = Seen(Message("", (f"You predicted: {as_code(text)}",))._repr_html_())
    assert "code" in seen.tags
    assert seen.text.split() == ["You", "predicted:", *text.split()]


def test_a_learners_answer_is_shown_as_it_was_typed(monkeypatch):
    shown = []
    monkeypatch.setattr(Message, "show", lambda message: shown.append(message))
    answer = '</code></div><img src=x onerror="alert(1)">`*x*`'
    ask.predict("05.line", answer)
    ask.predict.settle("05.line", "<b>tensor</b>")
    for message in shown:
        seen = Seen(message._repr_html_())
        assert answer in seen.text
        assert not seen.tags & {"img", "b", "em"}


def test_an_open_question_folds_the_reasons_and_only_for_a_page_without_a_kernel():
    message = ask.open_question("05.q1", find_question("05.q1"))
    html = message._repr_html_()
    seen = Seen(html)
    assert "Which of the two is a leaf?" in seen.text
    assert "x, which was made by hand" in seen.text
    assert "If your answer is b" in seen.text
    assert "No operation made it." not in seen.text
    assert "No operation made it." in seen.folded
    assert html.count("<details") == html.count('<details class="minigrad-without-kernel"') == 3
    assert ".jp-NotebookPanel .minigrad-without-kernel { display: none; }" in html
    assert "No operation made it." not in repr(message)


def test_a_choice_of_several_lines_stays_in_the_list(course):
    from classroom.question.prompt import as_markdown
    from classroom.question.specification import Choice, Question

    loop = "clear first:\n\n```python\nx.grad = None\n```"
    asked = Question("q", "Which?", (Choice(loop, "so", right=True), Choice("none", "so")))
    seen = Seen(Message("", (as_markdown(asked),))._repr_html_())
    assert "x.grad = None" in seen.text
    html = Message("", (as_markdown(asked),))._repr_html_()
    assert html.count("<ul>") == 1
    assert html.index("<pre>") < html.index("<strong>b.</strong>")


def test_the_text_above_a_cell_that_asks():
    assert text_above('predict("05.total", ...)') == "**Predict.** What is in `x.grad`?"
    question = text_above('question("05.q1", "...")')
    assert question.startswith("**Question.** Which of the two is a *leaf*?\n\n- **a.** `x`")
    both = text_above('predict("05.total", ...)\nquestion("05.q1")')
    assert both.index("x.grad") < both.index("leaf")


@pytest.mark.parametrize(
    "code",
    [
        "x = 1",
        'predict.settle("05.total", x)',
        "%timeit predict",
        "predict(name)",
        "",
        'print(question("05.q1"))',
    ],
)
def test_no_text_above_a_cell_that_asks_nothing(code):
    assert text_above(code) is None


def test_a_cell_that_asks_what_nobody_wrote():
    with pytest.raises(LookupError, match="05.nothing"):
        text_above('predict("05.nothing", ...)')
