"""Which scope each method of ranking needs."""

from carteado.runtime.applications import Scope

SCOPES = {
    "RecordMatch": Scope.HOST,
    "GetPlayer": Scope.READ,
    "ListLeaderboard": Scope.READ,
    "ListHistory": Scope.READ,
    "ListDailyBoard": Scope.READ,
    "ExplainMatch": Scope.READ,
    "GetHeadToHead": Scope.READ,
    "ListAchievements": Scope.READ,
    "SetListed": Scope.PLAY,
    "ExportPlayer": Scope.PLAY,
    "ErasePlayer": Scope.PLAY,
}
"""What concerns one player alone is for an application that acts for players."""
