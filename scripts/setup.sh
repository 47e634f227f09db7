#!/bin/sh
# Brings the virtual environment and the browser client up to date: `setup.sh play` for the runtime,
# `setup.sh dev` for all tools and a browser to test with. Says and does nothing where all is well.
#   VENV           the folder of the environment
#   PYTHON         the interpreter to build it with; empty for the newest fit one
#   CHROMIUM       the browser to test with; empty for any that is found
#   TAPETE_CLIENT  "skip" installs no browser client
set -u
export DEBIAN_FRONTEND=noninteractive

mode=$1
venv=${VENV:-.venv}
wanted=${PYTHON:-}
# Stands while packages are being written: an environment that still has it was cut short.
unfinished=$venv/.unfinished
exec >&2 </dev/null # stdin and stdout belong to the game

say() { printf 'tapete: %s\n' "$*"; }
fail() { say "$@"; exit 1; }

version_of() { # INTERPRETER: prints 3.11.7, or nothing where it does not run
    "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null
}

is_new_enough() { # VERSION
    case $1 in
        3.[0-9].* | 3.10.* | [0-2].* | '') return 1 ;;
    esac
}

has_venv() { # INTERPRETER
    "$1" -c 'import ensurepip, venv' 2>/dev/null
}

find_python() { # sets python and version: the first fit one, one that can make environments if any
    python='' version='' old=''
    set -- python3.13 python3.12 python3.11 python3
    [ -z "$wanted" ] || set -- "$wanted"
    for candidate; do
        found=$(version_of "$candidate") || continue
        if ! is_new_enough "$found"; then
            old=" (found $candidate, which is $found)"
        elif [ -z "$python" ] || has_venv "$candidate"; then
            python=$candidate version=$found
            if has_venv "$candidate"; then return; fi
        fi
    done
    [ -n "$python" ] || fail "Python 3.11 or later is needed$old; name one: make PYTHON=/path/to/python3"
}

install_venv_module() { # the system's Python may come without it
    package=python${version%.*}-venv
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "installing $package"
        apt-get install -qq -y "$package" >/dev/null 2>&1 ||
            { apt-get update -qq && apt-get install -qq -y "$package"; } >/dev/null 2>&1
    fi
    has_venv "$python" ||
        fail "$python has no venv module; install it: sudo apt-get install $package (or your system's like)"
}

make_venv() {
    has_venv "$python" || install_venv_module
    # pip comes second, so that an environment without the mark either lacks pip or is whole.
    "$python" -m venv --clear --without-pip "$venv" || fail "$python cannot make an environment in $venv"
    : >"$unfinished"
    "$venv/bin/python" -m ensurepip --default-pip >/dev/null || fail "pip cannot be set up in $venv"
}

is_sound() { # the environment runs, is new enough, whole, and of the interpreter asked for
    is_new_enough "$present" && [ ! -e "$unfinished" ] || return 1
    [ -z "$wanted" ] || [ "$version" = "$present" ] || return 1
}

web_sum() { # stands for what the browser client is built from
    [ -d web ] || return 0
    find web -name node_modules -prune -o -type f -exec cksum {} + | LC_ALL=C sort | cksum
}

key() { # what the installed packages and the built client depend on
    printf '%s %s %s %s\n' "$present" "$(cat pyproject.toml hatch_build.py | cksum)" "$(web_sum)" "$(pwd)"
}

is_installed() { # MODE: its stamp is of today's key
    [ -f "$venv/.stamp-$1" ] && [ "$(cat "$venv/.stamp-$1")" = "$(key)" ]
}

find_chromium() { # the browsers that tests/browser can drive, the first one found
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        if [ -n "$name" ] && command -v "$name" >/dev/null; then return; fi
    done
    "$venv/bin/python" -c '
import os, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    sys.exit(not os.path.exists(playwright.chromium.executable_path))' 2>/dev/null
}

install_chromium() {
    if find_chromium; then return; fi
    say "installing Chromium for the browser tests"
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get install -qq -y chromium ||
            { apt-get update -qq && apt-get install -qq -y chromium; }; } >/dev/null 2>&1
        if find_chromium; then return; fi
    fi
    "$venv/bin/python" -m playwright install chromium >/dev/null 2>&1
    find_chromium || fail "the browser tests need Chromium: sudo apt-get install chromium" \
        "(or your system's like), or $venv/bin/python -m playwright install chromium"
}

install() {
    target=.
    if [ "$mode" = dev ]; then
        target='.[dev]'
        export TAPETE_CLIENT="${TAPETE_CLIENT:-dev}"
    fi
    : >"$unfinished"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$target"
    status=$?
    # An environment that worked before stays usable when an update does not arrive.
    if [ "$status" = 0 ] || ls "$venv"/.stamp-* >/dev/null 2>&1; then rm -f "$unfinished"; fi
    [ "$status" = 0 ] || fail "the packages could not be installed; with a network, run make again"
    [ "$mode" = play ] || install_chromium
    key >"$venv/.stamp-$mode"
}

trap 'exit 130' INT TERM HUP # else Ctrl-C would end pip alone, and the mark would go

present=$(version_of "$venv/bin/python")
[ -z "$wanted" ] || find_python
if is_sound; then
    if is_installed "$mode" || is_installed dev; then exit 0; fi
fi
say "setting up $venv (once) ..."
if ! is_sound || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    [ -n "$wanted" ] || find_python
    make_venv
    present=$(version_of "$venv/bin/python")
fi
install
