"""Which scope each method of the engine needs."""

from carteado.runtime.applications import Scope

SCOPES = {
    "ListGames": Scope.READ,
    "Open": Scope.HOST,
    "Deal": Scope.HOST,
    "Bid": Scope.HOST,
    "Play": Scope.HOST,
    "Draw": Scope.HOST,
    "Pass": Scope.HOST,
    "Choose": Scope.HOST,
    "Declare": Scope.HOST,
    "Apply": Scope.HOST,
    "Observe": Scope.HOST,
    "Advise": Scope.HOST,
    "Replay": Scope.HOST,
}
"""Whoever holds a state can wind it back, so the verbs are for those that hold matches for others."""
