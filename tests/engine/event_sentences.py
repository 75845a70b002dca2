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
        "You decided which cards to replace.",
        "Your opponent decided which cards to replace.",
        "Ada decided which cards to replace.",
    ),
    (
        e.MulliganChosen(0, ()),
        "You kept all your cards.",
        "Your opponent kept all cards.",
        "Ada kept all cards.",
    ),
    (
        e.MulliganChosen(0, ("nero", "atlas")),
        "You replaced Nero and Atlas.",
        "Your opponent replaced Nero and Atlas.",
        "Ada replaced Nero and Atlas.",
    ),
    (
        e.TurnStarted(0),
        "It is your turn.",
        "It is your opponent's turn.",
        "It is the turn of Ada.",
    ),
    (
        e.TurnSkipped(0),
        "You had no card to play.",
        "Your opponent had no card to play.",
        "Ada had no card to play.",
    ),
    (
        e.AgentRecruited(0, "nero", "mercury", 5),
        "Nero recruited for 5 credits.",
        "Nero recruited for 5 credits.",
        "Nero recruited for 5 credits.",
    ),
    (
        e.TechnologyDeveloped(0, 0, "animod", 2, 2, "nero"),
        "You developed Animod technology to level 2 for 2 zenithium with Nero.",
        "Your opponent developed Animod technology to level 2 for 2 zenithium with Nero.",
        "Ada developed Animod technology to level 2 for 2 zenithium with Nero.",
    ),
    (
        e.TechnologyDeveloped(0, 0, "robot", 3, 0, None),
        "You developed Robot technology to level 3 for 0 zenithium.",
        "Your opponent developed Robot technology to level 3 for 0 zenithium.",
        "Ada developed Robot technology to level 3 for 0 zenithium.",
    ),
    (
        e.LeadershipTaken(0, "nero", "animod"),
        "You took the leadership with Nero.",
        "Your opponent took the leadership with Nero.",
        "Ada took the leadership with Nero.",
    ),
    (
        e.LineCompleted(0, 2),
        "All three of your technologies have reached level 2.",
        "All three technologies of your opponent have reached level 2.",
        "All three technologies of Ada have reached level 2.",
    ),
    (
        e.Declined(0, "annie"),
        "Annie: you declined.",
        "Annie: your opponent declined.",
        "Annie: Ada declined.",
    ),
    (
        e.EffectSkipped(0, "technology human 3"),
        "Human technology, level 3: an effect could not be applied.",
        "Human technology, level 3: an effect could not be applied.",
        "Human technology, level 3: an effect could not be applied.",
    ),
    (
        e.GameEnded(0, "absolute"),
        "You won the game: absolute victory, 3 discs of one planet.",
        "Your opponent won the game: absolute victory, 3 discs of one planet.",
        "Ada won the game: absolute victory, 3 discs of one planet.",
    ),
    (
        e.GameEnded(0, "democratic"),
        "You won the game: democratic victory, 4 discs of different planets.",
        "Your opponent won the game: democratic victory, 4 discs of different planets.",
        "Ada won the game: democratic victory, 4 discs of different planets.",
    ),
    (
        e.GameEnded(0, "popular"),
        "You won the game: popular victory, 5 discs.",
        "Your opponent won the game: popular victory, 5 discs.",
        "Ada won the game: popular victory, 5 discs.",
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
        "You won the disc of Mars.",
        "Your opponent won the disc of Mars.",
        "Ada won the disc of Mars.",
    ),
    (e.DiscCentred("terra"), *3 * ("The disc of Terra was moved to its central space.",)),
    (e.DiscPlaced("venus"), *3 * ("A new disc was placed in the centre of Venus.",)),
    (
        e.BadgeTaken(0, "silver"),
        "You took the leader badge.",
        "Your opponent took the leader badge.",
        "Ada took the leader badge.",
    ),
    (
        e.BadgeTaken(0, "gold"),
        "You took the leader badge on its gold side.",
        "Your opponent took the leader badge on its gold side.",
        "Ada took the leader badge on its gold side.",
    ),
    (
        e.BadgeGiven(0),
        "You gave the leader badge to your opponent.",
        "Your opponent gave the leader badge to you.",
        "Ada gave the leader badge to Ben.",
    ),
    (
        e.TokenGained(0, "influence", "mars"),
        "You gained the bonus token of Mars: 1 influence.",
        "Your opponent gained the bonus token of Mars: 1 influence.",
        "Ada gained the bonus token of Mars: 1 influence.",
    ),
    (
        e.TokenGained(0, "exile", "human"),
        "You gained the bonus token of Human technology: exile 2 cards.",
        "Your opponent gained the bonus token of Human technology: exile 2 cards.",
        "Ada gained the bonus token of Human technology: exile 2 cards.",
    ),
    (
        e.TokenGained(0, "badge", None),
        "You drew a bonus token from the supply: leader badge.",
        "Your opponent drew a bonus token from the supply: leader badge.",
        "Ada drew a bonus token from the supply: leader badge.",
    ),
    (
        e.TokensShuffled(16),
        *3 * ("The supply of bonus tokens was empty: 16 discarded tokens were shuffled.",),
    ),
    (e.DeckShuffled(1), *3 * ("The deck was empty: 1 discarded card was shuffled.",)),
    (
        e.CreditsGained(0, 3),
        "You gained 3 credits.",
        "Your opponent gained 3 credits.",
        "Ada gained 3 credits.",
    ),
    (
        e.CreditsSpent(0, 1),
        "You spent 1 credit.",
        "Your opponent spent 1 credit.",
        "Ada spent 1 credit.",
    ),
    (
        e.CreditsTaken(0, 3),
        "You took 3 credits from your opponent.",
        "Your opponent took 3 credits from you.",
        "Ada took 3 credits from Ben.",
    ),
    (
        e.CreditsGiven(0, 3),
        "You gave 3 credits to your opponent.",
        "Your opponent gave 3 credits to you.",
        "Ada gave 3 credits to Ben.",
    ),
    (
        e.ZenithiumGained(0, 2),
        "You gained 2 zenithium.",
        "Your opponent gained 2 zenithium.",
        "Ada gained 2 zenithium.",
    ),
    (
        e.ZenithiumSpent(0, 4),
        "You spent 4 zenithium.",
        "Your opponent spent 4 zenithium.",
        "Ada spent 4 zenithium.",
    ),
    (
        e.ZenithiumTaken(0, 1),
        "You took 1 zenithium from your opponent.",
        "Your opponent took 1 zenithium from you.",
        "Ada took 1 zenithium from Ben.",
    ),
    (
        e.ZenithiumGiven(0, 1),
        "You gave 1 zenithium to your opponent.",
        "Your opponent gave 1 zenithium to you.",
        "Ada gave 1 zenithium to Ben.",
    ),
    (
        e.AgentMobilized(0, "nero", "mercury"),
        "You mobilized Nero on Mercury.",
        "Your opponent mobilized Nero on Mercury.",
        "Ada mobilized Nero on Mercury.",
    ),
    (
        e.AgentExiled(0, 0, "nero", "mercury"),
        "You exiled Nero from your own Mercury column.",
        "Your opponent exiled Nero from their own Mercury column.",
        "Ada exiled Nero from their own Mercury column.",
    ),
    (
        e.AgentExiled(0, 1, "nero", "mercury"),
        "You exiled Nero from your opponent's Mercury column.",
        "Your opponent exiled Nero from your Mercury column.",
        "Ada exiled Nero from the Mercury column of Ben.",
    ),
    (
        e.AgentTransferred(0, "dandy-muller", "venus"),
        "You transferred Dandy Müller from your opponent's Venus column to yours.",
        "Your opponent transferred Dandy Müller from your Venus column to theirs.",
        "Ada transferred Dandy Müller from the Venus column of Ben.",
    ),
    (
        e.CardsDiscarded(0, ("nero", "atlas", "wul")),
        "You discarded Nero, Atlas and Wul.",
        "Your opponent discarded Nero, Atlas and Wul.",
        "Ada discarded Nero, Atlas and Wul.",
    ),
    (
        e.CardsDrawn(0, 2, ("nero", "atlas")),
        "You drew Nero and Atlas.",
        "Your opponent drew Nero and Atlas.",
        "Ada drew Nero and Atlas.",
    ),
    (
        e.CardsDrawn(0, 2, None),
        "You drew 2 cards.",
        "Your opponent drew 2 cards.",
        "Ada drew 2 cards.",
    ),
    (
        e.CardsDrawn(0, 1, None),
        "You drew 1 card.",
        "Your opponent drew 1 card.",
        "Ada drew 1 card.",
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
        "You gave Nero and Atlas to Cleo.",
        "Ada gave you Nero and Atlas.",
        "Ada gave Nero and Atlas to Cleo.",
        "Ada gave Nero and Atlas to Cleo.",
    ),
    (
        e.CardsShared(0, 2, 2, None),
        "You gave 2 cards to Cleo.",
        "Ada gave you 2 cards.",
        "Ada gave 2 cards to Cleo.",
        "Ada gave 2 cards to Cleo.",
    ),
    (
        e.CardsDrawn(0, 2, None),
        "You drew 2 cards.",
        "Ada drew 2 cards.",
        "Ada drew 2 cards.",
        "Ada drew 2 cards.",
    ),
    (
        e.TechnologyDeveloped(0, 0, "human", 1, 1, "annie"),
        "You developed Human technology to level 1 for 1 zenithium with Annie.",
        "Ada developed Human technology to level 1 for 1 zenithium with Annie.",
        "Ada developed Human technology to level 1 for 1 zenithium with Annie.",
        "Ada developed Human technology to level 1 for 1 zenithium with Annie.",
    ),
    (
        e.LineCompleted(0, 1),
        "All three technologies of your team have reached level 1.",
        "All three technologies of your team have reached level 1.",
        "All three technologies of the opposing team have reached level 1.",
        "All three technologies of Team Ada and Cleo have reached level 1.",
    ),
    (
        e.DiscMoved("mars", 0, 2, 1),
        "Mars 2 steps towards your team.",
        "Mars 2 steps towards your team.",
        "Mars 2 steps towards the opposing team.",
        "Mars 2 steps towards Team Ada and Cleo.",
    ),
    (
        e.CreditsGained(0, 3),
        "Your team gained 3 credits.",
        "Your team gained 3 credits.",
        "The opposing team gained 3 credits.",
        "Team Ada and Cleo gained 3 credits.",
    ),
    (
        e.BadgeGiven(0),
        "Your team gave the leader badge to the opposing team.",
        "Your team gave the leader badge to the opposing team.",
        "The opposing team gave the leader badge to your team.",
        "Team Ada and Cleo gave the leader badge to Team Ben and Dan.",
    ),
    (
        e.AgentTransferred(0, "nero", "mercury"),
        "Your team transferred Nero from the opposing team's Mercury column to yours.",
        "Your team transferred Nero from the opposing team's Mercury column to yours.",
        "The opposing team transferred Nero from your team's Mercury column to theirs.",
        "Team Ada and Cleo transferred Nero from the Mercury column of Team Ben and Dan.",
    ),
    (
        e.GameEnded(0, "popular"),
        "Your team won the game: popular victory, 5 discs.",
        "Your team won the game: popular victory, 5 discs.",
        "The opposing team won the game: popular victory, 5 discs.",
        "Team Ada and Cleo won the game: popular victory, 5 discs.",
    ),
]
