"""Which scope each method of tables needs, and what no player's token opens."""

from carteado.runtime.applications import Scope

SCOPES = {
    "CreateTable": Scope.HOST,
    "GetTable": Scope.READ,
    "ListTables": Scope.READ,
    "UpdateTable": Scope.HOST,
    "JoinTable": Scope.PLAY,
    "LeaveTable": Scope.PLAY,
    "SetRivals": Scope.HOST,
    "RemovePlayer": Scope.HOST,
    "StartMatch": Scope.PLAY,
    "Act": Scope.PLAY,
    "WatchTable": Scope.READ,
    "QuickMatch": Scope.PLAY,
    "OpenDailyHand": Scope.PLAY,
    "CloseTable": Scope.HOST,
    "Rematch": Scope.PLAY,
    "IssuePlayerToken": Scope.PLAY,
    "ListSigningKeys": Scope.READ,
    "GetRecord": Scope.READ,
    "ErasePlayer": Scope.PLAY,
}

FOR_APPLICATIONS_ALONE = frozenset({"IssuePlayerToken", "ErasePlayer"})
"""A player's token neither renews itself nor does what nobody can undo."""
