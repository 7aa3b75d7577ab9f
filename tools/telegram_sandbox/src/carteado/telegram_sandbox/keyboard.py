"""What a bot may put under a message: an inline keyboard, or the wish for a reply."""

from typing import Any

from carteado.telegram_sandbox.chats import Rows
from carteado.telegram_sandbox.errors import JSON, bad_request

MOST_BUTTONS = 100
MOST_IN_A_ROW = 8
MOST_BYTES = 64
PLACEHOLDER_CHARACTERS = 64
KNOWN = ("text", "callback_data", "url", "style")
SCHEMES = ("http://", "https://", "tg://")


def rows_of(markup: Any) -> Rows | None:
    """The rows of a ``reply_markup``; None where it holds no inline button.

    Raises:
        ApiError: A button or the whole is not what it may be.
    """
    if not isinstance(markup, dict) or not markup.get("inline_keyboard"):
        return None
    rows = [[_button(button) for button in row] for row in markup["inline_keyboard"] if row]
    if sum(map(len, rows)) > MOST_BUTTONS or any(len(row) > MOST_IN_A_ROW for row in rows):
        raise bad_request("reply markup is too long")
    return rows or None


def asks_of(markup: Any) -> JSON | None:
    """The ForceReply that a ``reply_markup`` is; None where it is something else.

    Raises:
        ApiError: What is to stand in the field is too long.
    """
    if not isinstance(markup, dict) or not markup.get("force_reply"):
        return None
    placeholder = str(markup.get("input_field_placeholder") or "")
    if len(placeholder) > PLACEHOLDER_CHARACTERS:
        raise bad_request("input field placeholder is too long")
    return {"selective": bool(markup.get("selective")), "placeholder": placeholder}


def _button(button: JSON) -> JSON:
    text = str(button.get("text", ""))
    if not text.strip():
        raise bad_request("can't parse inline keyboard button: Text is empty")
    kept = {name: str(button[name]) for name in KNOWN if button.get(name) is not None}
    if "callback_data" in kept:
        if not 1 <= len(kept["callback_data"].encode()) <= MOST_BYTES:
            raise bad_request("BUTTON_DATA_INVALID")
    elif "url" not in kept:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    elif not kept["url"].startswith(SCHEMES):
        raise bad_request("BUTTON_URL_INVALID")
    return kept
