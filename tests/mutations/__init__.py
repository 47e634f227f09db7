"""Mutation run: each rule, decision and option is broken on purpose, and its own test must notice.

A table a game (`declare.toml`) lists the mutations:

    [[mutation]]
    rule = "DC-7"                       # or an option: "declare.threshold"
    file = "src/tapete/games/declare/rules.py"
    old = '''text that stands there exactly once'''
    new = '''what replaces it'''
    test = "src/tapete/games/declare/tests/test_rules.py::test_dc_7_others_score_the_difference"
"""
