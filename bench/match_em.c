/* Whole random matches of Match 'Em in C, written by hand: what the compiled rules are held against.

   The same rules (RULES.md, ME-...), the same algorithm (hands as packs of counts in one word, the
   partitions of a total in a table) and the same random numbers as the package's, so that every
   match comes out alike to the last bit; `peers.py` compares them before it prints a ratio. It does
   all that the rules do at a step, the notes of news and what is remembered of each seat included.

   gcc -O3 -march=native -shared -fPIC match_em.c -o match_em.so
*/

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    MAX_NUMBER = 12,
    WILD_CARD = MAX_NUMBER + 1,
    MAX_DECK = MAX_NUMBER * 8 + 8,
    MAX_SEATS = 4,
    MAX_TURNS = 300,
    MAX_HANDS = 50,
    MAX_CUTS = 64,
    NUM_PARTS = 271,
    WILD = NUM_PARTS,
    DRAW,
    NUM_ACTIONS,
    NEWS = 12,
    NONE = -1,
    NO_TOTAL = 0,
    NO_CARD = 0,
    CARD_BITS = 4,
    WIN = 60,
};
enum { BY_CUT, BY_WINNER, BY_ROTATION };
enum { STRICT, FREE };
enum phase { CUT, DEAL, PLAY, RECYCLE, DRAWING, AFTER_DRAW, OVER };
enum news { NEWS_CUT, NEWS_DEALT, NEWS_PLAYED, NEWS_DRAWN, NEWS_PASSED, NEWS_RECYCLED, NEWS_HAND,
            NEWS_END };

/* A pack has five bits for each number: how many cards of it, and above them a guard bit. */
enum { FIELD_BITS = 5, MAX_COUNT = 15 };
#define GUARDS INT64_C(0x0842108421084210)

struct house {
    int8_t wins_needed, cards_dealt, draw_count, forced_match, no_wild_finish, starter, max_value,
        copies, wilds;
};

struct player {
    int64_t hand;
    int8_t wilds, count, tokens;
    int16_t missed;
    int8_t last_missed, missed_with;
};

struct state {
    struct house house;
    int8_t seats, phase, hands;
    int16_t turns;
    int8_t starter, turn, dealt;
    struct player players[MAX_SEATS];
    int8_t total;
    int64_t kept;
    int8_t kept_wilds;
    int64_t buried;
    int8_t buried_wilds;
    int64_t recycled;
    int8_t recycled_wilds, owed;
    int16_t drawn;
    int8_t cutters, cut_rounds, cuts[MAX_CUTS][MAX_SEATS], pile[MAX_DECK], pile_count;
    int16_t shuffles;
    int16_t news[NEWS][3];
    int8_t news_count;
};

/* What is kept of a match; laid out as the package's own results. */
struct result {
    uint64_t at;
    int32_t decisions, steps;
    int16_t scores[MAX_SEATS];
    int8_t returns[MAX_SEATS], places[MAX_SEATS], capped;
};

/* Every way to make a total of 1 to 12: those of one total together, the single card first. */
static int64_t parts[NUM_PARTS];
static int8_t totals[NUM_PARTS], sizes[NUM_PARTS];
static int16_t starts[MAX_NUMBER + 2];

static inline int64_t single(int number) { return INT64_C(1) << FIELD_BITS * (number - 1); }

static int write_partitions(int at, int total, int rest, int largest, int64_t pack, int size)
{
    if (rest == 0) {
        parts[at] = pack;
        totals[at] = (int8_t)total;
        sizes[at] = (int8_t)size;
        return at + 1;
    }
    for (int number = rest < largest ? rest : largest; number > 0; number--)
        at = write_partitions(at, total, rest - number, number, pack + single(number), size + 1);
    return at;
}

static void write_tables(void)
{
    int at = 0;
    for (int total = 1; total <= MAX_NUMBER; total++) {
        starts[total] = (int16_t)at;
        at = write_partitions(at, total, total, total, 0, 0);
    }
    starts[MAX_NUMBER + 1] = (int16_t)at;
}

/* Random numbers: SplitMix64. */

#define STEP UINT64_C(0x9E3779B97F4A7C15)

static inline uint64_t bits64(uint64_t *at)
{
    uint64_t z = *at += STEP;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static inline int below(uint64_t *at, int n) { return (int)((bits64(at) >> 33) * (uint64_t)n >> 31); }

/* Cards */

static inline int count_of(int64_t pack, int number)
{
    return (int)(pack >> FIELD_BITS * (number - 1) & MAX_COUNT);
}

static int spread(int8_t *cards, int64_t pack, int wilds)
{
    int count = 0;
    for (int number = 1; number <= MAX_NUMBER; number++)
        for (int i = count_of(pack, number); i > 0; i--)
            cards[count++] = (int8_t)number;
    for (int i = 0; i < wilds; i++)
        cards[count++] = WILD_CARD;
    return count;
}

static inline int take_at(int8_t *cards, int count, int index)
{
    int card = cards[index];
    for (int i = index; i < count - 1; i++)
        cards[i] = cards[i + 1];
    cards[count - 1] = NO_CARD;
    return card;
}

static inline void receive(struct player *p, int card)
{
    if (card == WILD_CARD)
        p->wilds++;
    else
        p->hand += single(card);
    p->count++;
}

static inline void note(struct state *s, int kind, int seat, int value)
{
    int16_t *item = s->news[s->news_count++];
    item[0] = (int16_t)kind;
    item[1] = (int16_t)seat;
    item[2] = (int16_t)value;
}

static inline int left_of(const struct state *s, int seat)
{
    return seat + 1 < s->seats ? seat + 1 : 0;
}

/* A hand: the cut and the deal before it, the token after it */

static void gather(struct state *s)
{
    int64_t pack = 0;
    for (int number = 1; number <= s->house.max_value; number++)
        pack += s->house.copies * single(number);
    s->pile_count = (int8_t)spread(s->pile, pack, s->house.wilds);
    s->shuffles++;
}

static int next_cutter(const struct state *s, int seat)
{
    for (int other = seat + 1; other < s->seats; other++)
        if (s->cutters >> other & 1)
            return other;
    return NONE;
}

static void begin_cut_round(struct state *s, int cutters)
{
    gather(s);
    s->cutters = (int8_t)cutters;
    s->turn = (int8_t)next_cutter(s, NONE);
}

static void begin_deal(struct state *s)
{
    gather(s);
    s->turn = s->starter;
    s->dealt = 0;
    s->phase = DEAL;
}

static void clear_player(struct player *p)
{
    p->hand = 0;
    p->wilds = p->count = 0;
    p->missed = 0;
    p->last_missed = p->missed_with = 0;
}

static void begin_hand(struct state *s)
{
    s->hands++;
    s->turns = 0;
    s->total = NO_TOTAL;
    s->kept = s->buried = s->recycled = 0;
    s->kept_wilds = s->buried_wilds = s->recycled_wilds = 0;
    for (int seat = 0; seat < s->seats; seat++)
        clear_player(&s->players[seat]);
    if (s->starter != NONE) {
        begin_deal(s);
        return;
    }
    memset(s->cuts, NO_CARD, (size_t)s->cut_rounds * MAX_SEATS);
    s->cut_rounds = 0;
    s->phase = CUT;
    begin_cut_round(s, (1 << s->seats) - 1);
}

static int highest_cutters(const struct state *s)
{
    int wilds = 0, best = 0, highest = NO_CARD;
    for (int seat = 0; seat < s->seats; seat++) {
        int card = s->cuts[s->cut_rounds][seat];
        if (card == WILD_CARD)
            wilds |= 1 << seat;
        else if (card > highest)
            best = 1 << seat, highest = card;
        else if (card == highest && card != NO_CARD)
            best |= 1 << seat;
    }
    return wilds | best;
}

static void cut(struct state *s, int card)
{
    s->cuts[s->cut_rounds][s->turn] = (int8_t)card;
    s->turn = (int8_t)next_cutter(s, s->turn);
    if (s->turn != NONE)
        return;
    int left = highest_cutters(s);
    s->cut_rounds++;
    if ((left & (left - 1)) == 0 || s->cut_rounds == MAX_CUTS) {
        s->cutters = (int8_t)left;
        s->starter = (int8_t)next_cutter(s, NONE);
        s->cutters = 0;
        note(s, NEWS_CUT, s->starter, 0);
        begin_deal(s);
    } else {
        begin_cut_round(s, left);
    }
}

static void deal(struct state *s, int card)
{
    receive(&s->players[s->turn], card);
    s->turn = (int8_t)left_of(s, s->turn);
    s->dealt++;
    if (s->dealt == s->house.cards_dealt * s->seats) {
        note(s, NEWS_DEALT, s->starter, 0);
        s->phase = PLAY;
    }
}

static int sole_lowest(const struct state *s)
{
    int best = NONE, fewest = MAX_DECK + 1;
    for (int seat = 0; seat < s->seats; seat++) {
        int count = s->players[seat].count;
        if (count < fewest)
            best = seat, fewest = count;
        else if (count == fewest)
            best = NONE;
    }
    return best;
}

static int next_starter(const struct state *s, int winner)
{
    if (s->house.starter == BY_CUT)
        return NONE;
    if (s->house.starter == BY_WINNER && winner != NONE)
        return winner;
    return left_of(s, s->starter);
}

static void end_hand(struct state *s, int winner)
{
    if (winner != NONE)
        s->players[winner].tokens++;
    note(s, NEWS_HAND, winner, 0);
    if (s->hands == MAX_HANDS ||
        (winner != NONE && s->players[winner].tokens >= s->house.wins_needed)) {
        note(s, NEWS_END, NONE, 0);
        s->phase = OVER;
        return;
    }
    s->starter = (int8_t)next_starter(s, winner);
    begin_hand(s);
}

/* A turn */

static inline bool is_stuck(const struct state *s, const struct player *p)
{
    return s->house.no_wild_finish && p->count == 1 && p->wilds == 1;
}

static inline int write_ways(int64_t pack, int total, int16_t *actions, int count)
{
    /* Written either way and counted if it fits: a branch would be guessed wrong too often. */
    int64_t guarded = pack | GUARDS;
    for (int i = starts[total]; i < starts[total + 1]; i++) {
        actions[count] = (int16_t)i;
        count += ((guarded - parts[i]) & GUARDS) == GUARDS;
    }
    return count;
}

static inline int write_singles(int64_t pack, int first, int last, int16_t *actions, int count)
{
    for (int number = first; number <= last; number++) {
        actions[count] = starts[number];
        count += count_of(pack, number) > 0;
    }
    return count;
}

static inline int legal_actions(const struct state *s, int16_t *actions)
{
    const struct player *p = &s->players[s->turn];
    int total = s->total, count;
    if (total == NO_TOTAL) {
        count = write_singles(p->hand, 1, MAX_NUMBER, actions, 0);
    } else if (s->phase == AFTER_DRAW) {
        count = write_singles(p->hand, 1, total - 1, actions, 0);
        count = write_ways(p->hand, total, actions, count);
        count = write_singles(p->hand, total + 1, MAX_NUMBER, actions, count);
    } else {
        count = write_ways(p->hand, total, actions, 0);
    }
    int numbers = count;
    if (p->wilds > 0 && !is_stuck(s, p) && (total != NO_TOTAL || p->hand == 0))
        actions[count++] = WILD;
    if (s->phase == PLAY && (numbers == 0 || s->house.forced_match == FREE) &&
        (total != NO_TOTAL || is_stuck(s, p)))
        actions[count++] = DRAW;
    return count;
}

static inline void end_turn(struct state *s)
{
    s->turns++;
    if (s->players[s->turn].count == 0) {
        end_hand(s, s->turn);
    } else if (s->turns == MAX_TURNS) {
        end_hand(s, sole_lowest(s));
    } else {
        s->turn = (int8_t)left_of(s, s->turn);
        s->phase = PLAY;
    }
}

static inline bool has_buried(const struct state *s)
{
    return s->buried != 0 || s->buried_wilds > 0;
}

static inline void tell_drawn(struct state *s)
{
    note(s, NEWS_DRAWN, s->turn, s->drawn);
    s->drawn = 0;
}

static inline void end_draw(struct state *s)
{
    tell_drawn(s);
    s->owed = 0;
    s->phase = AFTER_DRAW;
    if (is_stuck(s, &s->players[s->turn])) {
        note(s, NEWS_PASSED, s->turn, 0);
        end_turn(s);
    }
}

static inline void begin_draw(struct state *s)
{
    struct player *p = &s->players[s->turn];
    if (s->total != NO_TOTAL) {
        p->missed |= (int16_t)(1 << s->total);
        p->last_missed = s->total;
        p->missed_with = p->count;
    }
    s->owed = s->house.draw_count;
    if (s->pile_count > 0)
        s->phase = DRAWING;
    else if (has_buried(s))
        s->phase = RECYCLE;
    else
        end_draw(s);
}

static inline void draw(struct state *s, int card)
{
    receive(&s->players[s->turn], card);
    s->drawn = (int16_t)(s->drawn << CARD_BITS | card);
    s->owed--;
    if (s->owed > 0 && s->pile_count > 0)
        return;
    if (s->owed > 0 && has_buried(s)) {
        tell_drawn(s);
        s->phase = RECYCLE;
    } else {
        end_draw(s);
    }
}

static void recycle(struct state *s)
{
    s->pile_count = (int8_t)spread(s->pile, s->buried, s->buried_wilds);
    s->recycled = s->buried;
    s->recycled_wilds = s->buried_wilds;
    s->buried = 0;
    s->buried_wilds = 0;
    s->shuffles++;
    note(s, NEWS_RECYCLED, s->turn, 0);
    s->phase = DRAWING;
}

static inline void lay(struct state *s, struct player *p, int action)
{
    s->buried += s->kept;
    s->buried_wilds += s->kept_wilds;
    s->kept = parts[action];
    s->kept_wilds = 0;
    s->total = totals[action];
    p->hand -= s->kept;
    p->count -= sizes[action];
}

static inline void apply(struct state *s, int action)
{
    s->news_count = 0;
    if (action == DRAW) {
        begin_draw(s);
        return;
    }
    struct player *p = &s->players[s->turn];
    if (action == WILD) {
        p->wilds--;
        p->count--;
        s->kept_wilds++;
    } else {
        lay(s, p, action);
    }
    note(s, NEWS_PLAYED, s->turn, action);
    end_turn(s);
}

static inline void apply_chance(struct state *s, int outcome)
{
    s->news_count = 0;
    if (s->phase == RECYCLE) {
        recycle(s);
        return;
    }
    int card = take_at(s->pile, s->pile_count, outcome);
    s->pile_count--;
    if (s->phase == DRAWING)
        draw(s, card);
    else if (s->phase == DEAL)
        deal(s, card);
    else
        cut(s, card);
}

/* Whole matches */

static int place(const struct state *s, int seat)
{
    int ahead = 0;
    for (int other = 0; other < s->seats; other++)
        ahead += s->players[other].tokens > s->players[seat].tokens;
    return ahead;
}

static void note_result(const struct state *s, struct result *result)
{
    int winners = 0;
    result->capped = 1;
    for (int seat = 0; seat < s->seats; seat++) {
        result->scores[seat] = s->players[seat].tokens;
        result->places[seat] = (int8_t)place(s, seat);
        winners += result->places[seat] == 0;
        if (s->players[seat].tokens >= s->house.wins_needed)
            result->capped = 0;
    }
    for (int seat = 0; seat < s->seats; seat++)
        result->returns[seat] = result->places[seat] == 0 ? (int8_t)(WIN / winners) : 0;
}

static void play_match(struct state *s, uint64_t at, struct result *result)
{
    int16_t legal[NUM_ACTIONS];
    int32_t decisions = 0, steps = 0;
    for (; s->phase != OVER; steps++) {
        if (s->phase == PLAY || s->phase == AFTER_DRAW) {
            int count = legal_actions(s, legal);
            apply(s, legal[below(&at, count)]);
            decisions++;
        } else {
            apply_chance(s, below(&at, s->phase == RECYCLE ? 1 : s->pile_count));
        }
    }
    result->at = at;
    result->decisions = decisions;
    result->steps = steps;
    note_result(s, result);
}

/* Play the matches from index `first` on that a base key gives; `results` are zeros before. */
void play_matches(uint64_t base, int seats, const struct house *house, uint64_t first, int64_t count,
                  struct result *results)
{
    static const struct state blank;
    struct state s;
    if (starts[MAX_NUMBER + 1] == 0)
        write_tables();
    for (int64_t i = 0; i < count; i++) {
        uint64_t key = base + (first + (uint64_t)i) * STEP;
        s = blank;
        s.house = *house;
        s.seats = (int8_t)seats;
        s.starter = NONE;
        begin_hand(&s);
        play_match(&s, bits64(&key), &results[i]);
    }
}
