"""The sentence of every event for every kind of reader: the expected answers of the tests."""

from typing import Final

from engine import events as e
from engine.events import Event

DUO: Final = ("Ada", "Ben")
TEAMS: Final = ("Ada", "Ben", "Cleo", "Dan")

ADA_IN_A_GAME_OF_TWO: Final[list[tuple[Event, str, str, str]]] = [
    # what happened by Ada, seat 0; as Ada, as Ben, as a spectator reads it
    (
        e.MulliganChosen(0, None),
        "You decide which cards to replace.",
        "Your opponent decides which cards to replace.",
        "Ada decides which cards to replace.",
    ),
    (
        e.MulliganChosen(0, ()),
        "You keep all your cards.",
        "Your opponent keeps all cards.",
        "Ada keeps all cards.",
    ),
    (
        e.MulliganChosen(0, ("nero", "atlas")),
        "You replace Nero and Atlas.",
        "Your opponent replaces Nero and Atlas.",
        "Ada replaces Nero and Atlas.",
    ),
    (
        e.TurnStarted(0),
        "It is your turn.",
        "It is your opponent's turn.",
        "It is the turn of Ada.",
    ),
    (
        e.TurnSkipped(0),
        "You have no card to play.",
        "Your opponent has no card to play.",
        "Ada has no card to play.",
    ),
    (
        e.AgentRecruited(0, "nero", "mercury", 5),
        "Nero recruited for 5 credits.",
        "Nero recruited for 5 credits.",
        "Nero recruited for 5 credits.",
    ),
    (
        e.TechnologyDeveloped(0, 0, "animod", 2, 2, "nero"),
        "You develop Animod technology to level 2 for 2 zenithium with Nero.",
        "Your opponent develops Animod technology to level 2 for 2 zenithium with Nero.",
        "Ada develops Animod technology to level 2 for 2 zenithium with Nero.",
    ),
    (
        e.TechnologyDeveloped(0, 0, "robot", 3, 0, None),
        "You develop Robot technology to level 3 for 0 zenithium.",
        "Your opponent develops Robot technology to level 3 for 0 zenithium.",
        "Ada develops Robot technology to level 3 for 0 zenithium.",
    ),
    (
        e.LeadershipTaken(0, "nero", "animod"),
        "You take the leadership with Nero.",
        "Your opponent takes the leadership with Nero.",
        "Ada takes the leadership with Nero.",
    ),
    (
        e.LineCompleted(0, 2),
        "All three of your technologies reach level 2.",
        "All three technologies of your opponent reach level 2.",
        "All three technologies of Ada reach level 2.",
    ),
    (
        e.Declined(0, "annie"),
        "Annie: you decline.",
        "Annie: your opponent declines.",
        "Annie: Ada declines.",
    ),
    (
        e.EffectSkipped(0, "technology human 3"),
        "Human technology, level 3: an effect can't be applied.",
        "Human technology, level 3: an effect can't be applied.",
        "Human technology, level 3: an effect can't be applied.",
    ),
    (
        e.GameEnded(0, "absolute"),
        "You win the game: absolute victory, 3 discs of one planet.",
        "Your opponent wins the game: absolute victory, 3 discs of one planet.",
        "Ada wins the game: absolute victory, 3 discs of one planet.",
    ),
    (
        e.GameEnded(0, "democratic"),
        "You win the game: democratic victory, 4 discs of different planets.",
        "Your opponent wins the game: democratic victory, 4 discs of different planets.",
        "Ada wins the game: democratic victory, 4 discs of different planets.",
    ),
    (
        e.GameEnded(0, "popular"),
        "You win the game: popular victory, 5 discs.",
        "Your opponent wins the game: popular victory, 5 discs.",
        "Ada wins the game: popular victory, 5 discs.",
    ),
    (e.GameEnded(None, None), *3 * ("Draw: no player can move.",)),
    (
        e.DiscMoved("mercury", 0, 1, 1),
        "Mercury 1 step towards you.",
        "Mercury 1 step towards your opponent.",
        "Mercury 1 step towards Ada.",
    ),
    (
        e.DiscMoved("jupiter", 0, 2, 4),
        "Jupiter 2 steps towards you.",
        "Jupiter 2 steps towards your opponent.",
        "Jupiter 2 steps towards Ada.",
    ),
    (
        e.DiscWon("mars", 0),
        "You win the disc of Mars.",
        "Your opponent wins the disc of Mars.",
        "Ada wins the disc of Mars.",
    ),
    (e.DiscCentred("terra"), *3 * ("The disc of Terra moves to its central space.",)),
    (e.DiscPlaced("venus"), *3 * ("A new disc is placed in the centre of Venus.",)),
    (
        e.BadgeTaken(0, "silver"),
        "You take the leader badge.",
        "Your opponent takes the leader badge.",
        "Ada takes the leader badge.",
    ),
    (
        e.BadgeTaken(0, "gold"),
        "You take the leader badge on its gold side.",
        "Your opponent takes the leader badge on its gold side.",
        "Ada takes the leader badge on its gold side.",
    ),
    (
        e.BadgeGiven(0),
        "You give the leader badge to your opponent.",
        "Your opponent gives the leader badge to you.",
        "Ada gives the leader badge to Ben.",
    ),
    (
        e.TokenGained(0, "influence", "mars"),
        "You gain the bonus token of Mars: 1 influence.",
        "Your opponent gains the bonus token of Mars: 1 influence.",
        "Ada gains the bonus token of Mars: 1 influence.",
    ),
    (
        e.TokenGained(0, "exile", "human"),
        "You gain the bonus token of Human technology: exile 2 cards.",
        "Your opponent gains the bonus token of Human technology: exile 2 cards.",
        "Ada gains the bonus token of Human technology: exile 2 cards.",
    ),
    (
        e.TokenGained(0, "badge", None),
        "You draw a bonus token from the supply: leader badge.",
        "Your opponent draws a bonus token from the supply: leader badge.",
        "Ada draws a bonus token from the supply: leader badge.",
    ),
    (
        e.TokensShuffled(16),
        *3 * ("The supply of bonus tokens was empty: 16 discarded tokens were shuffled.",),
    ),
    (e.DeckShuffled(1), *3 * ("The deck was empty: 1 discarded card was shuffled.",)),
    (
        e.CreditsGained(0, 3),
        "You gain 3 credits.",
        "Your opponent gains 3 credits.",
        "Ada gains 3 credits.",
    ),
    (
        e.CreditsSpent(0, 1),
        "You spend 1 credit.",
        "Your opponent spends 1 credit.",
        "Ada spends 1 credit.",
    ),
    (
        e.CreditsTaken(0, 3),
        "You take 3 credits from your opponent.",
        "Your opponent takes 3 credits from you.",
        "Ada takes 3 credits from Ben.",
    ),
    (
        e.CreditsGiven(0, 3),
        "You give 3 credits to your opponent.",
        "Your opponent gives 3 credits to you.",
        "Ada gives 3 credits to Ben.",
    ),
    (
        e.ZenithiumGained(0, 2),
        "You gain 2 zenithium.",
        "Your opponent gains 2 zenithium.",
        "Ada gains 2 zenithium.",
    ),
    (
        e.ZenithiumSpent(0, 4),
        "You spend 4 zenithium.",
        "Your opponent spends 4 zenithium.",
        "Ada spends 4 zenithium.",
    ),
    (
        e.ZenithiumTaken(0, 1),
        "You take 1 zenithium from your opponent.",
        "Your opponent takes 1 zenithium from you.",
        "Ada takes 1 zenithium from Ben.",
    ),
    (
        e.ZenithiumGiven(0, 1),
        "You give 1 zenithium to your opponent.",
        "Your opponent gives 1 zenithium to you.",
        "Ada gives 1 zenithium to Ben.",
    ),
    (
        e.AgentMobilized(0, "nero", "mercury"),
        "You mobilize Nero on Mercury.",
        "Your opponent mobilizes Nero on Mercury.",
        "Ada mobilizes Nero on Mercury.",
    ),
    (
        e.AgentExiled(0, 0, "nero", "mercury"),
        "You exile Nero from your own Mercury column.",
        "Your opponent exiles Nero from their own Mercury column.",
        "Ada exiles Nero from their own Mercury column.",
    ),
    (
        e.AgentExiled(0, 1, "nero", "mercury"),
        "You exile Nero from your opponent's Mercury column.",
        "Your opponent exiles Nero from your Mercury column.",
        "Ada exiles Nero from the Mercury column of Ben.",
    ),
    (
        e.AgentTransferred(0, "dandy-muller", "venus"),
        "You transfer Dandy Müller from your opponent's Venus column to yours.",
        "Your opponent transfers Dandy Müller from your Venus column to theirs.",
        "Ada transfers Dandy Müller from the Venus column of Ben.",
    ),
    (
        e.CardsDiscarded(0, ("nero", "atlas", "wul")),
        "You discard Nero, Atlas and Wul.",
        "Your opponent discards Nero, Atlas and Wul.",
        "Ada discards Nero, Atlas and Wul.",
    ),
    (
        e.CardsDrawn(0, 2, ("nero", "atlas")),
        "You draw Nero and Atlas.",
        "Your opponent draws Nero and Atlas.",
        "Ada draws Nero and Atlas.",
    ),
    (
        e.CardsDrawn(0, 2, None),
        "You draw 2 cards.",
        "Your opponent draws 2 cards.",
        "Ada draws 2 cards.",
    ),
    (
        e.CardsDrawn(0, 1, None),
        "You draw 1 card.",
        "Your opponent draws 1 card.",
        "Ada draws 1 card.",
    ),
]

ADA_IN_A_GAME_OF_FOUR: Final[list[tuple[Event, str, str, str, str]]] = [
    # as Ada (seat 0), as her teammate Cleo (seat 2), as Ben (seat 1), as a spectator reads it
    (
        e.OrderChosen(0),
        "You play first for your team.",
        "Ada plays first for their team.",
        "Ada plays first for their team.",
        "Ada plays first for their team.",
    ),
    (
        e.CardsShared(0, 2, 2, ("nero", "atlas")),
        "You give Nero and Atlas to Cleo.",
        "Ada gives you Nero and Atlas.",
        "Ada gives Nero and Atlas to Cleo.",
        "Ada gives Nero and Atlas to Cleo.",
    ),
    (
        e.CardsShared(0, 2, 2, None),
        "You give 2 cards to Cleo.",
        "Ada gives you 2 cards.",
        "Ada gives 2 cards to Cleo.",
        "Ada gives 2 cards to Cleo.",
    ),
    (
        e.CardsDrawn(0, 2, None),
        "You draw 2 cards.",
        "Ada draws 2 cards.",
        "Ada draws 2 cards.",
        "Ada draws 2 cards.",
    ),
    (
        e.TechnologyDeveloped(0, 0, "human", 1, 1, "annie"),
        "You develop Human technology to level 1 for 1 zenithium with Annie.",
        "Ada develops Human technology to level 1 for 1 zenithium with Annie.",
        "Ada develops Human technology to level 1 for 1 zenithium with Annie.",
        "Ada develops Human technology to level 1 for 1 zenithium with Annie.",
    ),
    (
        e.LineCompleted(0, 1),
        "All three technologies of your team reach level 1.",
        "All three technologies of your team reach level 1.",
        "All three technologies of the opposing team reach level 1.",
        "All three technologies of team Ada and Cleo reach level 1.",
    ),
    (
        e.DiscMoved("mars", 0, 2, 1),
        "Mars 2 steps towards your team.",
        "Mars 2 steps towards your team.",
        "Mars 2 steps towards the opposing team.",
        "Mars 2 steps towards team Ada and Cleo.",
    ),
    (
        e.CreditsGained(0, 3),
        "Your team gains 3 credits.",
        "Your team gains 3 credits.",
        "The opposing team gains 3 credits.",
        "Team Ada and Cleo gains 3 credits.",
    ),
    (
        e.BadgeGiven(0),
        "Your team gives the leader badge to the opposing team.",
        "Your team gives the leader badge to the opposing team.",
        "The opposing team gives the leader badge to your team.",
        "Team Ada and Cleo gives the leader badge to team Ben and Dan.",
    ),
    (
        e.AgentTransferred(0, "nero", "mercury"),
        "Your team transfers Nero from the opposing team's Mercury column to yours.",
        "Your team transfers Nero from the opposing team's Mercury column to yours.",
        "The opposing team transfers Nero from your team's Mercury column to theirs.",
        "Team Ada and Cleo transfers Nero from the Mercury column of team Ben and Dan.",
    ),
    (
        e.GameEnded(0, "popular"),
        "Your team wins the game: popular victory, 5 discs.",
        "Your team wins the game: popular victory, 5 discs.",
        "The opposing team wins the game: popular victory, 5 discs.",
        "Team Ada and Cleo wins the game: popular victory, 5 discs.",
    ),
]
