"""The result of a mutation run as a Markdown page."""

from collections import Counter

from tests.mutations.runner import Judged


def format_report(judged: list[Judged], missing: list[str], unknown: list[str]) -> str:
    """Return the table of all mutations, what nothing covers, and the summary."""
    lines = ["# Mutation run", "", summary(judged, missing, unknown), ""]
    lines += ["| rule | mutation | test | verdict |", "|---|---|---|---|"]
    lines += [row(one) for one in judged]
    for title, names in (("No mutation for", missing), ("No such rule or option", unknown)):
        if names:
            lines += ["", f"{title}: {', '.join(names)}"]
    return "\n".join(lines) + "\n"


def row(one: Judged) -> str:
    """Return a mutation's line of the table."""
    verdict = f"{one.verdict} ({one.detail})" if one.detail else str(one.verdict)
    test = one.mutation.test.rpartition("/")[2]
    cells = (one.mutation.rule, f"`{one.mutation.short}`", f"`{test}`", verdict)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def summary(judged: list[Judged], missing: list[str], unknown: list[str]) -> str:
    """Return how many mutations came to what, in a sentence."""
    counts = Counter(one.verdict.partition(":")[0] for one in judged)
    parts = [f"{count} {verdict}" for verdict, count in counts.most_common()]
    parts += [f"{len(names)} {what}" for names, what in named(missing, unknown) if names]
    return f"{len(judged)} mutations: {', '.join(parts) or 'none'}."


def named(missing: list[str], unknown: list[str]) -> tuple[tuple[list[str], str], ...]:
    """Return the gaps with their words."""
    return (missing, "rules or options without one"), (unknown, "of nothing known")
