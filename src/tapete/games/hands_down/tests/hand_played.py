"""Games of Hands Down played by hand, move by move, from the rules alone.

`PLAYED` has ten: seats, house rules, events, and scores and ranking where the game is finished.
"""

from typing import Any

Event = dict[str, Any]
Contact = int | None


def cards(text: str) -> list[str]:
    return text.split()


def deal(dealer: int, *hands: str, pile: str) -> Event:
    return {
        "type": "deal",
        "dealer": dealer,
        "hands": [cards(hand) for hand in hands],
        "pile": cards(pile),
    }


def draw(seat: int, text: str) -> Event:
    return {"type": "draw", "seat": seat, "cards": cards(text)}


def take(seat: int, giver: int, card: str, why: str) -> Event:
    return {"type": "take", "seat": seat, "from": giver, "card": card, "why": why}


def slap(seat: int, rank: int, contacts: list[Contact], loser: int | None) -> Event:
    found = {"seat": seat, "rank": str(rank), "contacts": contacts, "loser": loser}
    return {"type": "slap", **found}


def jam(seat: int, rank: int, contacts: list[Contact]) -> Event:
    return {"type": "jam", "seat": seat, "rank": str(rank), "contacts": contacts}


def fake(seat: int, *touched: int) -> Event:
    return {"type": "fake", "seat": seat, "touched": list(touched)}


def early(seat: int, turn: int) -> Event:
    return {"type": "early", "seat": seat, "turn": turn}


def foul(seat: int, kind: str) -> Event:
    return {"type": "foul", "seat": seat, "kind": kind}


def passes(seat: int) -> Event:
    return {"type": "pass", "seat": seat}


def end(reason: str, joker: int) -> Event:
    return {"type": "end", "reason": reason, "joker": joker}


def result(*scores: int, ranking: list[list[int]]) -> dict[str, Any]:
    return {"winners": ranking[0], "ranking": ranking, "scores": list(scores)}


def rest(*hands: str) -> str:
    """Return, as a pile, the cards that are in none of the hands: numbers, then the Joker."""
    left = [*(str(rank) for rank in range(1, 11) for _ in range(4)), "J"]
    for card in cards(" ".join(hands)):
        left.remove(card)
    return " ".join(left)


# 1. Three seats, one long turn: races, a fake, and a pass with cards in hand.

ONE = ("7 7 3 9", "9 5 1 2", "9 8 6 6")
RACES_AND_A_FAKE = [
    deal(2, *ONE, pile=f"3 4 {rest(*ONE, '3 4')}"),
    draw(0, "3"),
    slap(0, 7, [0, 310, 395], 2),
    take(0, 2, "9", "lost"),
    fake(0, 1),
    take(0, 1, "5", "faked"),
    slap(0, 9, [0, 402, 377], 1),
    take(0, 1, "1", "lost"),
    slap(0, 3, [0, 288, 290], 2),
    take(0, 2, "8", "lost"),
    # 0 holds 1 5 8, 1 holds 2 9, 2 holds 6 6.
    passes(0),
    draw(1, "4"),
    fake(1),
    passes(1),
]

# 2. Early touches: before a slap, after a fake, by two, and the last card of a hand.

TWO = ("1 1 2 3", "4 5 6 7", "8 8 9 J")
EARLY_TOUCHES = [
    deal(2, *TWO, pile=f"3 10 {rest(*TWO, '3 10')}"),
    draw(0, "3"),
    early(1, 0),
    take(0, 1, "4", "foul"),
    early(2, 0),
    take(0, 2, "J", "foul"),
    # The fake is a motion: both may be early again.
    fake(0, 1, 2),
    take(0, 1, "5", "faked"),
    take(0, 2, "8", "faked"),
    early(1, 0),
    take(0, 1, "6", "foul"),
    # 1 has only its 7 left, slaps, is last and out of cards.
    slap(0, 1, [0, 340, 210], 1),
    take(0, 1, "7", "lost"),
    # With 8 and 9 seat 2 races alone.
    slap(0, 3, [0, None, 190], 2),
    take(0, 2, "9", "lost"),
    early(2, 0),
    take(0, 2, "8", "foul"),
    # Nobody else has cards: no fakes, no loser.
    slap(0, 8, [0, None, None], None),
    # 0 holds 2 4 5 6 7 9 J without a pair and can only pass.
    passes(0),
    draw(1, f"10 {rest(*TWO, '3 10').split()[0]}"),
]

# 3. Jams: three in a row over two pairs and a fake, then a lot between the slowest two.

THREE = ("1 1 2 2", "5 6 7 8", "9 10 J 3", "4 4 5 6")
JAMS = [
    deal(3, *THREE, pile=f"10 {rest(*THREE, '10')}"),
    draw(0, "10"),
    jam(0, 1, [0, 300, 309, 120]),
    jam(0, 2, [0, 250, 250, 250]),
    fake(0),
    jam(0, 2, [0, 80, 411, 410]),
    # The fourth: 300 and 305 cannot be told apart, so a lot may name the quicker.
    slap(0, 1, [0, 300, 305, 100], 1),
    take(0, 1, "5", "lost"),
    # The row is broken.
    jam(0, 2, [0, 200, 201, 202]),
    slap(0, 2, [0, 200, 260, 202], 2),
    take(0, 2, "J", "lost"),
    passes(0),
]

# 4. Never slapped, and lots.

FOUR = ("1 1 2 2", "3 3 5 6", "7 8 9 10", "4 4 5 J")
NEVER_SLAPPED = [
    deal(3, *FOUR, pile=f"4 3 4 10 10 {rest(*FOUR, '4 3 4 10 10')}"),
    draw(0, "4"),
    slap(0, 1, [0, None, 320, None], 3),
    take(0, 3, "4", "lost"),
    slap(0, 4, [0, None, None, None], 2),
    take(0, 2, "7", "lost"),
    slap(0, 2, [0, 2500, 2499, None], 3),
    take(0, 3, "J", "lost"),
    passes(0),
    draw(1, "3"),
    fake(1, 2, 3, 0),
    take(1, 2, "8", "faked"),
    take(1, 3, "4", "faked"),
    take(1, 0, "J", "faked"),
    slap(1, 3, [None, 0, None, None], 0),
    take(1, 0, "7", "lost"),
    # 0 is out of cards; 3 5 6 4 7 8 J is in 1's hand.
    passes(1),
]

# 5. Fouls of the acting seat, each at the price of a card to the left.

FIVE = ("1 1 2 3", "4 5 6 7", "8 8 9 10")
FOULS = [
    deal(2, *FIVE, pile=f"2 3 10 3 5 {rest(*FIVE, '2 3 10 3 5')}"),
    draw(0, "2"),
    foul(0, "half-slap"),
    take(1, 0, "1", "penalty"),
    draw(1, "3"),
    foul(1, "no-pair"),
    take(2, 1, "6", "penalty"),
    draw(2, "10"),
    early(0, 2),
    take(2, 0, "3", "foul"),
    foul(2, "touched-fake"),
    take(0, 2, "8", "penalty"),
    draw(0, "3"),
    # The turn may be fouled away after a pair, too.
    slap(0, 2, [0, 210, 199], 1),
    take(0, 1, "7", "lost"),
    foul(0, "no-pair"),
    take(1, 0, "8", "penalty"),
    draw(1, "5"),
]


# 6. Two seats to the end: the Joker is the pile's last card when all pairs lie.


def alone(seat: int, rank: int) -> list[Event]:
    """An empty hand draws a pair and lays it while nobody else has cards; then it must pass."""
    contacts: list[Contact] = [None, None]
    contacts[seat] = 0
    return [draw(seat, f"{rank} {rank}"), slap(seat, rank, contacts, None), passes(seat)]


SIX = ("1 1 2 2", "3 3 4 4")
DRAWN_LATE = (1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10)
JOKER_IN_THE_PILE = [
    deal(1, *SIX, pile=f"5 5 {' '.join(f'{rank} {rank}' for rank in DRAWN_LATE)} J"),
    draw(0, "5"),
    slap(0, 1, [0, 300], 1),
    take(0, 1, "3", "lost"),
    slap(0, 2, [0, 5000], 1),
    take(0, 1, "3", "lost"),
    slap(0, 3, [0, None], 1),
    take(0, 1, "4", "lost"),
    # 0 holds 4 5 and 1 holds 4.
    passes(0),
    draw(1, "5"),
    fake(1, 0),
    take(1, 0, "4", "faked"),
    slap(1, 4, [0, 0], 0),
    take(1, 0, "5", "lost"),
    slap(1, 5, [None, 0], None),
    passes(1),
    *(event for i, rank in enumerate(DRAWN_LATE[:-1]) for event in alone(i % 2, rank)),
    # Fifteen of these: the last is seat 0's, and its turn is over without a pass.
    *alone(0, 10)[:-1],
    draw(1, "J"),
    end("all-pairs", 1),
]

# 7. Two seats to the end, the Joker wandering: an empty hand draws two, slaps, wins the Joker.


def win_the_joker(seat: int, rank: int) -> list[Event]:
    """An empty hand draws a pair; the other holds the Joker alone, loses and gives it."""
    contacts = [280, 280]
    contacts[seat] = 0
    return [
        draw(seat, f"{rank} {rank}"),
        slap(seat, rank, [*contacts], 1 - seat),
        take(seat, 1 - seat, "J", "lost"),
        passes(seat),
    ]


SEVEN = ("1 1 2 2", "3 3 4 J")
WON_LATE = (1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 9, 9, 10, 10)
TO_THE_LAST_PAIR = [
    deal(1, *SEVEN, pile=f"4 5 6 6 5 {' '.join(f'{rank} {rank}' for rank in WON_LATE)}"),
    draw(0, "4"),
    slap(0, 1, [0, 300], 1),
    take(0, 1, "4", "lost"),
    slap(0, 2, [0, 300], 1),
    take(0, 1, "J", "lost"),
    slap(0, 4, [0, 300], 1),
    take(0, 1, "3", "lost"),
    passes(0),
    draw(1, "5"),
    fake(1, 0),
    take(1, 0, "3", "faked"),
    slap(1, 3, [300, 0], 0),
    take(1, 0, "J", "lost"),
    passes(1),
    # 0 is empty, 1 holds 5 J.
    draw(0, "6 6"),
    slap(0, 6, [0, 300], 1),
    take(0, 1, "5", "lost"),
    passes(0),
    draw(1, "5"),
    early(0, 1),
    take(1, 0, "5", "foul"),
    slap(1, 5, [None, 0], None),
    passes(1),
    # 0 is empty and 1 holds the Joker.
    *(event for i, rank in enumerate(WON_LATE[:-1]) for event in win_the_joker(i % 2, rank)),
    # The last pair is seat 1's, the Joker seat 0's: the loser is named but keeps its card.
    *win_the_joker(1, 10)[:2],
    end("all-pairs", 0),
]

# 8. The same up to the last pair, which steals the Joker.

STOLEN_JOKER = [
    *TO_THE_LAST_PAIR[:-1],
    take(1, 0, "J", "lost"),
    end("all-pairs", 1),
]

# 9. Par time, an empty hand with one card in the pile, and a stall.

PAR_MS = 250
NINE = ("1 1 2 2", "6 7 8 9")
OWN = cards("1 1 2 2 3 3 3 3 4 4 4 4 5 5 5 5")
OTHER = cards("6 7 8 9 10 J 6 7 8 9 10 6 7 8 9 10")
PAR_TIME_AND_A_STALL = [
    deal(1, *NINE, pile=" ".join(f"{a} {b}" for a, b in zip(OWN, OTHER, strict=True)) + " 10"),
    *(
        event
        for a, b in zip(OWN[:-1], OTHER[:-1], strict=True)
        for event in (draw(0, a), passes(0), draw(1, b), passes(1))
    ),
    draw(0, OWN[-1]),
    slap(0, 1, [0, PAR_MS], None),
    slap(0, 1, [0, PAR_MS + 1], 1),
    take(0, 1, "J", "lost"),
    fake(0, 1),
    take(0, 1, "6", "faked"),
    foul(0, "half-slap"),
    draw(1, OTHER[-1]),
    slap(1, 7, [0, 0], None),
    fake(1, 0),
    take(1, 0, "J", "faked"),
    fake(1, 0),
    take(1, 0, "6", "faked"),
    passes(1),
    # 0 draws the last card, so this turn is the first that counts.
    draw(0, "10"),
    early(1, 0),
    take(0, 1, "10", "foul"),
    fake(0, 1),
    take(0, 1, "10", "faked"),
    passes(0),
    take(1, 0, "2", "opening"),
    passes(1),
    take(0, 1, "2", "opening"),
    passes(0),
    end("stalled", 1),
]

# 10. Four seats, the pile drawn to its end, and from then on whom to take from.

TEN = ("1 2 3 4", "5 6 7 8", "9 10 J 1", "2 3 4 5")
PILE = rest(*TEN)
FROM_WHOM = [
    deal(3, *TEN, pile=PILE),
    *(e for i, card in enumerate(cards(PILE)) for e in (draw(i % 4, card), passes(i % 4))),
    take(1, 2, "J", "opening"),
    fake(1, 2, 3, 0),
    take(1, 2, "9", "faked"),
    take(1, 3, "2", "faked"),
    take(1, 0, "1", "faked"),
    passes(1),
    take(2, 1, "J", "opening"),
]

PLAYED: dict[str, tuple[int, dict[str, Any], list[Event], dict[str, Any] | None]] = {
    "races and a fake": (3, {}, RACES_AND_A_FAKE, None),
    "early touches": (3, {}, EARLY_TOUCHES, None),
    "jams": (4, {}, JAMS, None),
    "never slapped": (4, {"fake_limit": 1, "fake_limit_per_pair": True}, NEVER_SLAPPED, None),
    "fouls": (3, {"active_foul": "end_turn_and_card"}, FOULS, None),
    "joker in the pile": (2, {}, JOKER_IN_THE_PILE, result(11, 11, ranking=[[1], [0]])),
    "to the last pair": (2, {}, TO_THE_LAST_PAIR, result(13, 9, ranking=[[0], [1]])),
    "stolen joker": (
        2,
        {"last_pair_steals_joker": True},
        STOLEN_JOKER,
        result(11, 11, ranking=[[1], [0]]),
    ),
    "par time and a stall": (
        2,
        {"par_time": PAR_MS, "stall_limit": 3},
        PAR_TIME_AND_A_STALL,
        result(2, 3, ranking=[[1], [0]]),
    ),
    "from whom": (4, {}, FROM_WHOM, None),
}


def record_of_hand(name: str) -> dict[str, Any]:
    """Return one of the ten as a whole record."""
    seats, options, events, final = PLAYED[name]
    record = {"record": "tapete/1", "game": "hands-down", "seats": seats, "options": options}
    return {**record, "events": events, **({} if final is None else {"result": final})}
