"""What has happened, said to people in English and Spanish."""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.games.hands_down.words import join_names, show_card, show_cards


def describe_event(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say one event, as a seat sees it or as a record has it."""
    return EVENT_WORDS[event["type"]](event, names, language)


def describe_deal(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say who has dealt."""
    words = {"en": "{} deals.", "es": "Reparte {}."}
    return words[language].format(names[event["dealer"]])


def describe_draw(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say what a turn opens with."""
    count = event["count"] if "count" in event else len(event["cards"])
    words = {
        ("en", 1): "{} draws a card{}.",
        ("en", 2): "{} draws two cards{}.",
        ("es", 1): "{} roba una carta{}.",
        ("es", 2): "{} roba dos cartas{}.",
    }
    cards = f": {show_cards(event['cards'])}" if "cards" in event else ""
    return words[language, count].format(names[event["seat"]], cards)


TAKE_WORDS = {
    "en": {
        "opening": "{taker} opens by taking a card from {giver}{card}.",
        "lost": "{taker} takes a card from {giver}, who was last{card}.",
        "faked": "{taker} takes a card from {giver}, who was fooled{card}.",
        "foul": "{taker} takes a card from {giver} for the early touch{card}.",
        "penalty": "{taker} gets a card from {giver} for the foul{card}.",
    },
    "es": {
        "opening": "{taker} empieza quitándole una carta a {giver}{card}.",
        "lost": "{taker} le quita una carta a {giver}, que perdió{card}.",
        "faked": "{taker} le quita una carta a {giver}, que picó{card}.",
        "foul": "{taker} le quita una carta a {giver} por el toque adelantado{card}.",
        "penalty": "{taker} recibe una carta de {giver} por la falta{card}.",
    },
}


def describe_take(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say that a card passes, and which to whom may know."""
    card = f": {show_card(event['card'])}" if "card" in event else ""
    taker, giver = names[event["seat"]], names[event["from"]]
    return TAKE_WORDS[language][event["why"]].format(taker=taker, giver=giver, card=card)


def describe_slap(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say which pair is laid and who was last."""
    words = {
        "en": "Hands Down! {} lays a pair of {}{}{}.",
        "es": "¡Hands Down! {} baja un par de {}{}{}.",
    }
    times = format_contacts(event, names)
    ending = describe_loser(event, names, language)
    return words[language].format(names[event["seat"]], event["rank"], times, ending)


def describe_loser(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say who loses a Hands Down: also, where contacts were measured, that a hand never came."""
    last = {"en": "; {} loses", "es": "; pierde {}"}[language]
    never = {
        "en": "; {} has not slapped and loses",
        "es": "; {} no ha dado la palmada y pierde",
    }[language]
    nobody = {"en": "; nobody loses", "es": "; no pierde nadie"}[language]
    loser, contacts = event["loser"], event["contacts"]
    if loser is None:
        return nobody
    is_measured = any(at is not None for seat, at in enumerate(contacts) if seat != event["seat"])
    return (never if is_measured and contacts[loser] is None else last).format(names[loser])


def describe_jam(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say that the last could not be told."""
    words = {
        "en": "{} slaps for a pair of {}, but it jams{}: it does not count.",
        "es": "{} da la palmada por un par de {}, pero hay atasco{}: no vale.",
    }
    times = format_contacts(event, names)
    return words[language].format(names[event["seat"]], event["rank"], times)


def format_contacts(event: Mapping[str, Any], names: Sequence[str]) -> str:
    """Write the measured contacts of the others: ` (Ana 310 ms, Beto 395 ms)`, or nothing."""
    times = [
        f"{names[seat]} {contact} ms"
        for seat, contact in enumerate(event["contacts"])
        if contact is not None and seat != event["seat"]
    ]
    return f" ({', '.join(times)})" if times else ""


def describe_fake(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say who touched at a fake."""
    touched: list[int] = event["touched"]
    fooled = [names[seat] for seat in touched]
    if not fooled:
        words = {"en": "{} fakes; nobody is fooled.", "es": "{} amaga; no pica nadie."}
        return words[language].format(names[event["seat"]])
    if language == "en":
        return f"{names[event['seat']]} fakes and fools {join_names(fooled, 'and')}."
    verb = "pica" if len(fooled) == 1 else "pican"
    # «Ana e Inés»: «y» before an i sounds like nothing.
    word = "e" if fooled[-1].lower().startswith(("i", "hi", "í")) else "y"
    return f"{names[event['seat']]} amaga y {verb} {join_names(fooled, word)}."


def describe_early(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say who touched early."""
    words = {
        "en": "{} touches early in {}'s turn.",
        "es": "Toque adelantado de {} en el turno de {}.",
    }
    return words[language].format(names[event["seat"]], names[event["turn"]])


FOUL_WORDS = {
    "en": {
        "half-slap": "Foul: {} does not press the hand fully down. The turn is over.",
        "touched-fake": "Foul: {} touches the hand in a fake. The turn is over.",
        "no-pair": "Foul: {} slaps without a pair. The turn is over.",
    },
    "es": {
        "half-slap": "Falta: {} no hunde la mano del todo. Se acaba el turno.",
        "touched-fake": "Falta: {} toca la mano al amagar. Se acaba el turno.",
        "no-pair": "Falta: {} da la palmada sin tener un par. Se acaba el turno.",
    },
}


def describe_foul(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say what the seat on turn did wrong."""
    return FOUL_WORDS[language][event["kind"]].format(names[event["seat"]])


def describe_pass(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say that a turn ends."""
    return {"en": "{} passes.", "es": "{} pasa."}[language].format(names[event["seat"]])


def describe_end(event: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Say why the match is over and who has the Joker."""
    words = {
        ("en", "all-pairs"): "All pairs are laid: the match is over. {} lays the Joker.",
        ("en", "stalled"): "Nothing goes on any more: the match is over. {} has the Joker.",
        ("es", "all-pairs"): "Ya están todos los pares: fin de la partida. {} baja el Joker.",
        ("es", "stalled"): "La partida no avanza y se acaba. {} tiene el Joker.",
    }
    return words[language, event["reason"]].format(names[event["joker"]])


EVENT_WORDS = {
    "deal": describe_deal,
    "draw": describe_draw,
    "take": describe_take,
    "slap": describe_slap,
    "jam": describe_jam,
    "fake": describe_fake,
    "early": describe_early,
    "foul": describe_foul,
    "pass": describe_pass,
    "end": describe_end,
}
