"""The arithmetic of matches, the tables of the matrix, and the file of the deals that it played."""

from pathlib import Path

import pytest

from engine.bots import BOTS, LEVELS
from engine.setup import Options
from tools.arena.__main__ import main
from tools.arena.elo import Sprt, elo, elo_error, fitted, score_of
from tools.arena.matches import PlayedGame, Result, Slowest, play_pair, tally
from tools.arena.matrix import (
    BEGIN,
    END,
    Deals,
    bots_of_matrix,
    difference,
    pairings,
    ratings,
    replace_in,
    tables,
)
from tools.arena.played import Match, OtherBots, PlayedDeals

NONE = (Slowest(), Slowest())


def result(*pairs: float) -> Result:
    return Result(0, 0, 0, pairs, 0, NONE, (0, 0), (1.25, 2.5))


def test_a_score_and_its_difference() -> None:
    for difference_ in (-400, -30, 0, 191, 700):
        assert elo(score_of(difference_)) == pytest.approx(difference_)
    assert elo(1.0) == float("inf")
    assert elo(0.0) == float("-inf")
    step = (elo(0.751) - elo(0.749)) / 0.002
    assert elo_error(0.75, 0.01) == pytest.approx(0.01 * step, rel=1e-3)


def test_ratings_are_fitted_to_matches() -> None:
    chain = {"a": 1300.0, "b": 1500.0, "c": 1700.0, "d": 1950.0}
    pairs = [("b", "a"), ("c", "b"), ("d", "c"), ("d", "b")]
    exact = [(one, two, 200 * score_of(chain[one] - chain[two]), 200) for one, two in pairs]
    assert fitted(exact, "c", 1700) == pytest.approx(chain)
    # a triangle that does not close: the match with more games weighs more
    one, many = [("a", "c", 5.0, 10)], [("a", "b", 5.0, 10), ("b", "c", 300.0, 400)]
    ratings = fitted([*one, *many], "c", 0)
    assert ratings["a"] == pytest.approx(ratings["b"] / 2)
    assert elo(0.72) < ratings["b"] < elo(0.75)


def test_a_match_played_in_parts_is_one_match() -> None:
    parts = [("a", "b", 6.0, 8), ("b", "a", 1.0, 4)]
    assert fitted(parts, "b", 1700)["a"] == pytest.approx(1700 + elo(9 / 12))


def test_the_sequential_test_decides_only_when_it_is_clear() -> None:
    test = Sprt(0, 30)
    won, lost, split = (2.0, 1.0), (0.0, 1.0), (1.0, 1.0)
    assert test.verdict(won) is None
    assert test.verdict(won * 40) is True
    assert test.verdict(lost * 40) is False
    assert test.verdict(split * 3) is None
    # a score of half is nearer to the first hypothesis
    assert test.likelihood((2.0, 0.0) * 500) < 0
    assert test.likelihood((2.0,)) == 0.0


def test_equal_pairs_are_no_division_by_zero() -> None:
    assert Sprt().likelihood((1.0, 1.0, 1.0)) < 0


def test_the_points_of_a_pair_are_those_of_the_first_bot() -> None:
    pair = (PlayedGame(0), PlayedGame(0)), (PlayedGame(0), PlayedGame(1)), (PlayedGame(None),) * 2
    counted = tally(pair)
    assert counted.pairs == (1.0, 2.0, 1.0)
    assert (counted.wins, counted.draws, counted.losses) == (3, 2, 1)


def test_neighbours_play_the_most_deals_and_slow_bots_only_some() -> None:
    deals = Deals(neighbours=100, others=50, slow=10)
    played = {(first, second): count for first, second, count in pairings(deals)}
    keys = bots_of_matrix()
    assert set(keys) == {*LEVELS, "greedy"}
    fast = [key for key in keys if not BOTS[key].slow]
    assert played[fast[1], fast[0]] == 100
    assert played[fast[2], fast[0]] == 50
    assert played["eclipse", "aurora"] == played["greedy", "meteor"] == 100
    assert {played[pair] for pair in played if BOTS[pair[0]].slow} <= {10}
    assert any(BOTS[first].slow for first, _ in played)


def test_the_tables_are_put_in_their_place(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    begin, end = BEGIN.format(players=2), END.format(players=2)
    page.write_text(f"before\n{begin}\nold\n{end}\nafter\n", encoding="utf-8")
    keys = bots_of_matrix()
    text = tables({(keys[1], keys[0]): result(2.0, 1.0, 2.0, 1.0)}, "a seed")
    assert f"| `{keys[1]}` | +191 ± " in text
    assert "(8)" in text
    assert f"| `{keys[1]}` | 1.2 ms |" in text
    replace_in(page, 2, text)
    assert page.read_text(encoding="utf-8") == f"before\n{begin}\n{text}\n{end}\nafter\n"
    with pytest.raises(ValueError, match="no place"):
        replace_in(page, 4, text)


def test_a_match_without_a_loss_has_no_difference() -> None:
    assert difference(result(2.0, 2.0)) == "all won"
    assert difference(result(0.0, 0.0)) == "all lost"
    assert difference(result(1.0, 0.0)).startswith("−191 ± ")


def test_the_page_has_room_for_both_matrices() -> None:
    page = Path("docs/bots.md").read_text(encoding="utf-8")
    for players in (2, 4):
        assert BEGIN.format(players=players) in page
        assert END.format(players=players) in page


def test_the_page_says_the_ratings() -> None:
    page = Path("docs/bots.md").read_text(encoding="utf-8")
    for key, bot in LEVELS.items():
        (line,) = (
            line for line in page.splitlines() if line.startswith(f"| `{key}` | {key.title()} |")
        )
        assert f" | {bot.rating} | " in line


def test_the_ratings_of_a_matrix_leave_out_matches_without_a_loss() -> None:
    results = {("nova", "greedy"): result(2.0, 1.0), ("greedy", "meteor"): result(2.0, 2.0)}
    assert ratings(results) == "greedy 1700, nova 1891"
    assert ratings({("greedy", "meteor"): result(2.0)}) == ""


def test_what_was_played_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "deals.jsonl"
    match = Match("greedy", "random", "kept", Options(players=4, secret_agents=True))
    pair = play_pair(BOTS["greedy"], BOTS["random"], 3, match.seed, match.options)
    played = PlayedDeals(path)
    assert played.of(match) == {}
    played.add(match, 3, pair)
    again = PlayedDeals(path)
    assert again.of(match) == played.of(match) == {3: pair}
    assert again.of(Match("greedy", "random", "another seed", match.options)) == {}
    assert again.of(Match("greedy", "random", "kept", Options(players=4))) == {}


def test_a_line_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    match = Match("random", "random", "cut", Options())
    pair = play_pair(BOTS["random"], BOTS["random"], 0, match.seed)
    played = PlayedDeals(path)
    played.add(match, 0, pair)
    played.add(match, 1, pair)
    path.write_text(path.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    again = PlayedDeals(path)
    assert list(again.of(match)) == [0]
    again.add(match, 1, pair)
    assert list(PlayedDeals(path).of(match)) == [0, 1]


def test_deals_of_other_bots_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PlayedDeals(tmp_path / "deals.jsonl")
    monkeypatch.setattr("tools.arena.played.digest_of_bots", lambda: "others")
    with pytest.raises(OtherBots, match="other bots"):
        PlayedDeals(tmp_path / "deals.jsonl")


@pytest.mark.whole
def test_a_matrix_that_was_stopped_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.arena.matrix.LEVELS", {"noisy": BOTS["noisy"]})
    page, kept = tmp_path / "page.md", tmp_path / "deals.jsonl"
    begin, end = BEGIN.format(players=2), END.format(players=2)
    page.write_text(f"{begin}\n{end}\n", encoding="utf-8")
    command = ["matrix", "--seed", "on", "--processes", "1", "--write", str(page)]
    command += ["--played", str(kept), "--deals"]
    main([*command, "1"])
    assert "greedy against noisy" in capsys.readouterr().out
    first = kept.read_text(encoding="utf-8")
    main([*command, "2"])
    second = kept.read_text(encoding="utf-8")
    assert second.startswith(first)
    assert len(second.splitlines()) == len(first.splitlines()) + 1 == 3
    assert "(4)" in page.read_text(encoding="utf-8")
    main([*command, "2"])
    assert kept.read_text(encoding="utf-8") == second
