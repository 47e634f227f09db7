"""The terminal's phrases: each in English and in Spanish, with the same gaps."""

HELP_ENGLISH = """\
Type the number of a move, or the move itself, such as `{example}`.
Enter: the table and the moves again
m: all moves
r: the rules
s: the scores
l: the log, what has happened lately
o: the options of this table
q: quit; the game is kept"""
HELP_SPANISH = """\
Escribe el número de una jugada, o la jugada misma, como «{example}».
Enter: otra vez la mesa y las jugadas
m: todas las jugadas
r: las reglas
s: los puntos
l: lo que ha pasado hace poco
o: las opciones de esta mesa
q: salir; la partida se guarda"""

PHRASES: dict[str, tuple[str, str]] = {
    # Small words
    "and": ("and", "y"),
    "and_before_i": ("and", "e"),
    "yes": ("y", "s"),
    # Recorded games
    "name_and_seat": ("{name} {n}", "{name} {n}"),
    "seat_name": ("Player {n}", "Jugador {n}"),
    "house_rules_changed": ("House rules: {changes}", "Reglas de la casa: {changes}"),
    "unfinished": ("The game is not finished.", "La partida no está terminada."),
    # Choosing a game
    "which_game": ("Which game?", "¿A qué jugamos?"),
    "game_line": (
        "{n}. {title}, {low} to {high} players",
        "{n}. {title}, de {low} a {high} jugadores",
    ),
    "ask_game": (
        "A number, and how many players if you like, such as `{n} {seats}` (Enter for that): ",
        "Un número y, si quieres, cuántos jugadores, como «{n} {seats}» (Enter para eso): ",
    ),
    "bad_game": (
        "Expected a number from 1 to {most}, and how many players after it; not `{text}`.",
        "Se esperaba un número de 1 a {most} y, detrás, cuántos jugadores; no «{text}».",
    ),
    "bad_seats": (
        "{title} is for {low} to {high} players, not {seats}.",
        "{title} es para {low} a {high} jugadores, no {seats}.",
    ),
    # Setting a table
    "no_option": (
        "there is no option `{name}`; {title} has: {known}",
        "no existe la opción «{name}»; {title} tiene: {known}",
    ),
    "bad_option": (
        "expected an option as NAME=VALUE, got `{text}`",
        "se esperaba una opción como NOMBRE=VALOR, no «{text}»",
    ),
    "bad_value": (
        "`{name}` must be {allowed}, not `{value}`",
        "«{name}» debe ser {allowed}, no «{value}»",
    ),
    "no_preset": (
        "there is no preset `{name}`; {title} has: {known}",
        "no existe la variante «{name}»; {title} tiene: {known}",
    ),
    "too_many_people": (
        "{people} people cannot sit at {seats} seats",
        "{people} personas no caben en {seats} asientos",
    ),
    "same_name": ("two people are called {name}", "hay dos personas que se llaman {name}"),
    "bad_name": (
        "a name has 1 to {most} visible characters, unlike {name}",
        "un nombre tiene de 1 a {most} caracteres visibles, no como {name}",
    ),
    "other_game": (
        "the house rules {house} are for {theirs}, not for {ours}",
        "las reglas de la casa {house} son para {theirs}, no para {ours}",
    ),
    "no_game": (
        "there is no game `{name}`; there are: {known}",
        "no existe el juego «{name}»; hay: {known}",
    ),
    "bad_house_name": (
        "house rules are named with letters, digits, - and _, or by a path; not `{name}`",
        "las reglas de la casa se nombran con letras, cifras, - y _, o con una ruta; no «{name}»",
    ),
    "no_house": (
        "there are no house rules `{name}`; saved: {known}",
        "no hay reglas de la casa «{name}»; guardadas: {known}",
    ),
    "nothing_saved": ("none", "ninguna"),
    "cannot_read": ("cannot read {path}: {why}", "no se puede leer {path}: {why}"),
    "cannot_write": ("cannot write {path}: {why}", "no se puede escribir {path}: {why}"),
    "no_toml": ("{path} is no TOML file: {why}", "{path} no es un archivo TOML: {why}"),
    "house_key": (
        "{path}: unknown key `{key}`; expected: game, options",
        "{path}: clave desconocida «{key}»; se esperaba: game, options",
    ),
    "house_game": (
        "{path}: `game` must be one of {known}, not `{name}`",
        "{path}: «game» debe ser uno de {known}, no «{name}»",
    ),
    "house_options": (
        "{path}: `options` must be a table of options",
        "{path}: «options» debe ser una tabla de opciones",
    ),
    "in_file": ("{path}: {why}", "{path}: {why}"),
    "house_saved": (
        "The house rules are saved as {path}.",
        "Las reglas de la casa quedan guardadas en {path}.",
    ),
    "me": ("Player", "Jugador"),
    "at_table": ("{title}. At the table: {players}.", "{title}. En la mesa: {players}."),
    "you": ("{name} (you)", "{name} (tú)"),
    "name_alone": ("{name}", "{name}"),
    "computer": ("{name} (computer)", "{name} (ordenador)"),
    "no_changes": (
        "House rules: none, the game is as its sheet has it.",
        "Reglas de la casa: ninguna, se juega como dice la hoja.",
    ),
    "changes": ("House rules at this table:", "Reglas de la casa en esta mesa:"),
    "more_rules": (
        "On your turn: `o` shows every option, `r` the rules, `?` all that you can type.",
        "En tu turno: «o» enseña las opciones, «r» las reglas y «?» todo lo que puedes escribir.",
    ),
    "by_lot": (
        "Races are drawn by lot: nobody needs quick hands.",
        "Las carreras se sortean: nadie necesita reflejos.",
    ),
    "two_racers": (
        "With two players whoever is not on turn loses every race, however quick.",
        "Entre dos, quien no tiene el turno pierde todas las carreras, por rápido que sea.",
    ),
    # The seal
    "seal": ("Seal: {seal}", "Sello: {seal}"),
    "seal_meaning": (
        "It fixes the cards before anybody sees one; `tapete verify` checks it after the game.",
        "Fija las cartas antes de que nadie vea una; al acabar, «tapete verify» lo comprueba.",
    ),
    "demo_seal": (
        "Demonstration: with --seed {seed} anybody can work the cards out beforehand.",
        "Demostración: con --seed {seed} cualquiera puede calcular las cartas de antemano.",
    ),
    "ask_nonce": (
        "{name}, type some words to mix into the shuffle (Enter for random ones): ",
        "{name}, escribe unas palabras para mezclarlas al barajar (Enter para unas al azar): ",
    ),
    # A turn
    "turn_of": ("Your turn, {name}.", "Te toca, {name}."),
    "you_may": ("You may:", "Puedes:"),
    "move_line": ("{n}. {move}", "{n}. {move}"),
    "group_item": ("{n} {move}", "{n} {move}"),
    "more_moves": ("… and more moves: type `m`.", "… y más jugadas: escribe «m»."),
    "ask_move": ("Move, or ? for help: ", "Jugada, o ? para ayuda: "),
    "help": (HELP_ENGLISH, HELP_SPANISH),
    "no_move": (
        "There is no move {n}: they go from 1 to {most}.",
        "No hay jugada {n}: van de la 1 a la {most}.",
    ),
    "two_meanings": (
        "Move {n} is: {move}. Enter to make it, ={n} to play the card {n}: ",
        "La jugada {n} es: {move}. Enter para hacerla, ={n} para jugar la carta {n}: ",
    ),
    "type_as_card": ("To play the card, type `={n}`.", "Para jugar la carta, escribe «={n}»."),
    "not_understood": ("That is no move: {why}.", "Eso no es una jugada: {why}."),
    "not_allowed": ("That is not allowed. {why}.", "Eso no se puede. {why}."),
    "log": ("What happened lately:", "Lo último que ha pasado:"),
    "nothing_yet": ("Nothing has happened yet.", "Todavía no ha pasado nada."),
    "options_title": ("The options of this table:", "Las opciones de esta mesa:"),
    "enter_for_more": ("Enter for more, q to stop: ", "Enter para más, q para dejarlo: "),
    # Several people at one keyboard
    "hide": (
        "{name}, press Enter to hide your cards: ",
        "{name}, pulsa Enter para tapar tus cartas: ",
    ),
    "hand_over": (
        "Hand it to {name}, then press Enter: ",
        "Pásaselo a {name} y pulsa Enter: ",
    ),
    "since": ("Since you last looked:", "Desde la última vez que miraste:"),
    # Races
    "keys": ("Everybody to the keys. {keys}.", "Todo el mundo a las teclas. {keys}."),
    "key_of": ("{name}: {key}", "{name}: {key}"),
    "any_key": (
        "Any key is your hand, such as the space bar: press it when the other lands, not before.",
        "Cualquier tecla es tu mano, como el espacio: púlsala cuando llegue la otra, no antes.",
    ),
    "ready": ("Press Enter when all are ready: ", "Pulsad Enter cuando todos estéis listos: "),
    "hovers": ("{name}: the hand hovers", "{name}: la mano acecha"),
    "lands": ("SLAP!", "¡PLAF!"),
    "again": ("SLAP! Too early, touch again: {names}", "¡PLAF! Antes de tiempo, otra vez: {names}"),
    "turns": ("back again, a fake", "se retira, era un amago"),
    "touch_ignored": ("{name}: that touch does not count.", "{name}: ese toque no cuenta."),
    # Scores and the end
    "scores": ("Scores: {scores}.", "Puntos: {scores}."),
    "score_of": ("{name} {score}", "{name} {score}"),
    "go_on": ("Enter to go on: ", "Enter para seguir: "),
    "winner": ("{names} wins.", "Gana {names}."),
    "winners": ("{names} share the win.", "Comparten la victoria {names}."),
    "ranking": ("Ranking:", "Clasificación:"),
    "place": ("{place}. {name}: {score}", "{place}. {name}: {score}"),
    "shared_place": ("{place}. {name}: {score} (shared)", "{place}. {name}: {score} (compartido)"),
    "record": ("The record: {path}", "El registro: {path}"),
    "verify": ("To check its seal: {command}", "Para comprobar el sello: {command}"),
    "ask_again": ("Play again? y or n (Enter: n): ", "¿Otra partida? s o n (Enter: n): "),
    # Kept games
    "kept": (
        "The game is kept: `tapete play` goes on with it.",
        "La partida queda guardada: «tapete play» la continúa.",
    ),
    "kept_game": (
        "A kept game: {title}, {names}; left on {date}, moves so far: {moves}.",
        "Una partida guardada: {title}, {names}; del {date}, jugadas hasta ahora: {moves}.",
    ),
    "ask_kept": (
        "c to continue, n for a new one, d to discard it, q to leave (Enter: c): ",
        "c para continuar, n para una nueva, d para borrarla, q para salir (Enter: c): ",
    ),
    "bad_answer": (
        "Expected one of {letters}, not `{text}`.",
        "Se esperaba {letters}, no «{text}».",
    ),
    "discarded": ("Discarded.", "Borrada."),
    "broken_save": (
        "The kept game {name} cannot be read: {why}. It is set aside as {aside}.",
        "La partida guardada {name} no se puede leer: {why}. Queda apartada como {aside}.",
    ),
    "save_unreadable": ("the file cannot be read", "el archivo no se puede leer"),
    "save_no_json": ("it is no JSON", "no es JSON"),
    "save_version": ("it is of another version", "es de otra versión"),
    "save_shape": ("something in it is missing or wrong", "le falta algo o algo está mal"),
    "save_rules": (
        "its moves do not go by the rules of its game",
        "sus jugadas no siguen las reglas de su juego",
    ),
    "goes_on": ("The game goes on.", "Sigue la partida."),
    # The server
    "serve_here": ("On this computer: {url}", "En este ordenador: {url}"),
    "serve_others": ("For everybody else: {url}", "Para los demás: {url}"),
    "serve_also": ("  or {url}", "  o {url}"),
    "serve_moved": (
        "This computer has other addresses now:",
        "Este ordenador tiene ahora otras direcciones:",
    ),
    "serve_lan": (
        "The local network can reach it. Where a phone cannot, docs/host.md says what to look at.",
        "La red local puede entrar. Si un móvil no llega, docs/host.md dice qué mirar.",
    ),
    "serve_no_lan": (
        "No local network has been found: nobody else can reach it.",
        "No se ha encontrado ninguna red local: nadie más puede entrar.",
    ),
    "serve_no_page": (
        "The browser client is not built, so there is no page: `pip install .` builds it.",
        "El cliente del navegador no está construido y no hay página: «pip install .» lo hace.",
    ),
    "serve_end": ("Ctrl-C ends it; every table is kept.", "Ctrl-C lo cierra; todo se guarda."),
    "bad_url": (
        "a public URL is like https://cards.example, unlike `{text}`",
        "una URL pública es como https://cartas.example, no como «{text}»",
    ),
    "bad_network": (
        "a proxy is an address or a network such as 10.0.0.0/8, unlike `{text}`",
        "un proxy es una dirección o una red como 10.0.0.0/8, no como «{text}»",
    ),
    # Simulations
    "sim_games": ("games", "partidas"),
    "sim_cut_short": (
        "stopped after {games} of {asked} games; they are kept and counted here",
        "detenido tras {games} de {asked} partidas; quedan guardadas y contadas aquí",
    ),
    "sim_played": (
        "{title}, {seats} seats: {games} games, {decisions} decisions",
        "{title}, {seats} asientos: {games} partidas, {decisions} decisiones",
    ),
    "sim_seat_column": ("seat", "asiento"),
    "sim_player_column": ("player", "jugador"),
    "sim_wins_column": ("wins", "gana"),
    "sim_margin_column": ("95 %", "95 %"),
    "sim_lengths": (
        "Decisions a game: {mean} on average; half up to {half}, 9 in 10 up to {nine}, all {most}.",
        "Decisiones por partida: {mean} de media; la mitad hasta {half}, 9/10 {nine}, todo {most}.",
    ),
    "sim_capped": (
        "Ended by a limit: {share} of the games.",
        "Acabadas por un límite: {share} de las partidas.",
    ),
    "sim_speed": (
        "{seconds} s, {cpu} s of computing: {rate} decisions a second and core.",
        "{seconds} s, {cpu} s de cálculo: {rate} decisiones por segundo y núcleo.",
    ),
    # The page of rules
    "option_column": ("option", "opción"),
    "here_column": ("here", "aquí"),
    "default_column": ("normally", "normalmente"),
    "allowed_column": ("allowed", "permitido"),
}
