"""The mutation runner on a toy tree: it tells a killed mutation from everything that is not."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.mutations.coverage import HEAD, gaps
from tests.mutations.report import format_report
from tests.mutations.runner import Judged, Runner, Verdict
from tests.mutations.table import Mutation, TableError, naming_fault, read_table, text_fault

ROOT = Path(__file__).parent.parent

RULES = """
class TapeteError(ValueError):
    pass

def double(x):
    return x * 2

def half(x):
    while x > 100:
        x -= 1
    return x // 2

def refuse(x):
    if x < 0:
        raise TapeteError(x)
    return x
"""
TESTS = """
import pytest
from toy import double, half, refuse

def test_ty_1_doubles():
    assert double(2) == 4

def test_ty_2_is_blind():
    assert double(0) == 0

def test_ty_3_is_red():
    assert double(1) == 3

def test_ty_4_refuses():
    with pytest.raises(ValueError):
        refuse(-1)

def test_ty_5_allows():
    assert refuse(1) == 1

def test_ty_6_halves():
    assert half(102) == 50

@pytest.mark.parametrize("x", [0, 1])
def test_ty_7_doubles_each(x):
    assert double(x) == x + x

def test_ty_8_is_skipped():
    pytest.skip()
"""
DOUBLE = Mutation("TY-1", "src/toy.py", "x * 2", "x * 3", "tests/test_toy.py::test_ty_1_doubles")


def aimed(rule: str, test: str, **changes: str) -> Mutation:
    return replace(DOUBLE, rule=rule, test=f"tests/test_toy.py::{test}", **changes)


CASES = [
    (DOUBLE, Verdict.KILLED),
    (aimed("TY-2", "test_ty_2_is_blind"), Verdict.SURVIVED),
    (aimed("TY-3", "test_ty_3_is_red"), Verdict.RED),
    (aimed("TY-4", "test_ty_4_refuses", old="x < 0", new="x < -1"), Verdict.KILLED),
    (aimed("TY-5", "test_ty_5_allows", old="x < 0", new="x > 0"), Verdict.KILLED),
    (aimed("TY-6", "test_ty_6_halves", old="x -= 1", new="pass"), Verdict.HUNG),
    (aimed("TY-7", "test_ty_7_doubles_each"), Verdict.KILLED),
    (aimed("TY-8", "test_ty_8_is_skipped"), Verdict.NO_TEST),
    (aimed("TY-9", "test_ty_9_is_not_there"), Verdict.NO_TEST),
    (replace(DOUBLE, new="y * 2"), Verdict.CRASHED),
    (replace(DOUBLE, old="x * 4"), Verdict.BAD_TEXT),
    (replace(DOUBLE, old="return x"), Verdict.BAD_TEXT),
    (replace(DOUBLE, new="x * 2"), Verdict.BAD_TEXT),
    (replace(DOUBLE, file="src/none.py"), Verdict.BAD_TEXT),
    (replace(DOUBLE, new="x *"), Verdict.NO_TEST),
    (aimed("TY-1", "test_ty_2_is_blind"), Verdict.BAD_NAME),
]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    files = {"src/toy.py": RULES, "tests/test_toy.py": TESTS, "pyproject.toml": "[tool.pytest]\n"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_each_kind_of_mutation_gets_its_verdict(toy: Path) -> None:
    said: list[str] = []
    mutations = [mutation for mutation, _verdict in CASES]
    judged = Runner(toy, jobs=2, limit=12, tell=said.append).run(mutations)
    assert [(one.mutation, one.verdict) for one in judged] == CASES
    assert len(said) == len(mutations) + len({mutation.test for mutation in mutations})
    assert (toy / "src/toy.py").read_text() == RULES
    assert not list(toy.rglob("__pycache__"))


@pytest.mark.parametrize(
    ("rule", "function", "is_own"),
    [
        ("DC-1", "test_dc_1_is_dealt", True),
        ("DC-1", "test_dc_10_is_dealt", False),
        ("DC-D3", "test_dc_d3[4-seats]", True),
        ("DC-3", "test_dc_d3_is_one_move", False),
        ("DC-8", "test_dc_7_and_dc_8", True),
        ("declare.tie", "test_option_tie", True),
        ("declare.tie", "test_tied_hands", False),
        ("match_em.wins_needed", "test_wins_needed_ends_the_match", True),
    ],
)
def test_a_rules_own_test_carries_its_name(rule: str, function: str, is_own: bool) -> None:
    assert (naming_fault(aimed(rule, function)) == "") is is_own


def test_table_is_read_as_written(tmp_path: Path) -> None:
    file = tmp_path / "toy.toml"
    entry = "\n".join(f"{key} = '''{value}'''" for key, value in vars(DOUBLE).items())
    file.write_text(f"[[mutation]]\n{entry}\n[[mutation]]\n{entry}\n")
    assert read_table(file) == [DOUBLE, DOUBLE]


@pytest.mark.parametrize(
    "text",
    ["[[mutation]]\nrule = 'TY-1'", "[[mutations]]", "[[mutation]", "[[mutation]]\nrule = 1"],
)
def test_wrong_table_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "toy.toml").write_text(text)
    with pytest.raises(TableError, match=r"^toy\.toml"):
        read_table(tmp_path / "toy.toml")


def test_every_mutation_finds_its_text_and_names_its_rules_test() -> None:
    tables = sorted((ROOT / "tests" / "mutations").glob("*.toml"))
    mutations = [one for table in tables for one in read_table(table)]
    assert len(mutations) > 100
    for one in mutations:
        assert (text_fault(one, ROOT), naming_fault(one)) == ("", ""), one


def test_a_mutation_of_the_project_itself_is_killed() -> None:
    (first, *_) = read_table(ROOT / "tests" / "mutations" / "match_em.toml")
    (judged,) = Runner(ROOT, jobs=1).run([first])
    assert (judged.verdict, judged.detail) == (Verdict.KILLED, "")


def test_heads_of_paragraphs_are_rules_and_mentions_are_not() -> None:
    page = "**DC-1** Five.\n\n- **DC-D2 (decision)** See **DC-9** and DC-8.\n* **HD-18.** End.\n"
    assert HEAD.findall(page) == ["DC-1", "DC-D2", "HD-18"]


def test_gaps_are_found_on_both_sides() -> None:
    assert gaps(["DC-1", "DC-2", "d.tie"], ["DC-2", "DC-99"]) == (["DC-1", "d.tie"], ["DC-99"])


def test_report_shows_change_and_verdict() -> None:
    long = replace(DOUBLE, old=f"same\na | {'b' * 99}\nsame", new="same\nc\nsame")
    page = format_report([Judged(long, Verdict.SURVIVED)], ["DC-2"], ["DC-99"])
    assert (
        f"| TY-1 | `a \\| {'b' * 55}… → c` | `test_toy.py::test_ty_1_doubles` | survived |" in page
    )
    assert "1 mutations: 1 survived, 1 rules or options without one, 1 of nothing known." in page
    assert "No mutation for: DC-2" in page
    assert "No such rule or option: DC-99" in page
