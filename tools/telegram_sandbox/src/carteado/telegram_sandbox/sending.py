"""What the bot sends, edits, takes away and answers."""

import base64
import hashlib
import mimetypes

from carteado.telegram_sandbox import shapes
from carteado.telegram_sandbox.chats import ADMINS, PRIVATE, Chat, Document, Message, Rows
from carteado.telegram_sandbox.entities import from_html, trimmed, with_found, with_mentions
from carteado.telegram_sandbox.errors import JSON, bad_request
from carteado.telegram_sandbox.keyboard import asks_of, rows_of
from carteado.telegram_sandbox.parameters import Parameters
from carteado.telegram_sandbox.queries import Answer
from carteado.telegram_sandbox.reach import reached
from carteado.telegram_sandbox.world import World

TEXT_CHARACTERS = 4096
CAPTION_CHARACTERS = 1024
ALERT_CHARACTERS = 200
DELETABLE_SECONDS = 48 * 60 * 60
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)


def send_message(world: World, asked: Parameters) -> JSON:
    """``sendMessage``."""
    chat = reached(world, asked)
    _may_send(world, chat, "text messages")
    return _posted(world, chat, asked, _text(world, asked))


def send_document(world: World, asked: Parameters) -> JSON:
    """``sendDocument``, of a file that comes with the call."""
    chat = reached(world, asked)
    _may_send(world, chat, "documents")
    return _posted(world, chat, asked, _caption(world, asked), _document(asked))


def edit_message_text(world: World, asked: Parameters) -> JSON:
    """``editMessageText``; without a keyboard in it the message has none any more."""
    chat, message = _own_message(world, asked, "edit")
    if message.document:
        raise bad_request("there is no text in the message to edit")
    text, entities = _text(world, asked)
    return _edited(world, chat, message, (text, entities, _rows(asked)))


def edit_message_caption(world: World, asked: Parameters) -> JSON:
    """``editMessageCaption``; keyboards as above."""
    chat, message = _own_message(world, asked, "edit")
    if not message.document:
        raise bad_request("there is no caption in the message to edit")
    caption, entities = _caption(world, asked)
    return _edited(world, chat, message, (caption, entities, _rows(asked)))


def edit_message_reply_markup(world: World, asked: Parameters) -> JSON:
    """``editMessageReplyMarkup``."""
    chat, message = _own_message(world, asked, "edit")
    return _edited(world, chat, message, (message.text, message.entities, _rows(asked)))


def delete_message(world: World, asked: Parameters) -> bool:
    """``deleteMessage``: the bot's own for two days, and in groups where it is an administrator all."""
    chat, message = _message(world, asked, "delete")
    is_own = message.author_id == world.bot.id
    is_old = world.clock() - message.date > DELETABLE_SECONDS
    is_admin = chat.status(world.bot.id) in ADMINS
    may_delete = is_admin or ((is_own or chat.kind == PRIVATE) and not is_old)
    if not may_delete:
        raise bad_request("message can't be deleted")
    world.delete(chat, message)
    return True


def pin_chat_message(world: World, asked: Parameters) -> bool:
    """``pinChatMessage``."""
    chat, message = _message(world, asked, "pin")
    _may_pin(world, chat)
    if message.id not in chat.pinned:
        chat.pinned.append(message.id)
        pinned = shapes.message(world, message, is_nested=True)
        world.tell(chat, world.bot.id, {"pinned_message": pinned})
    return True


def unpin_chat_message(world: World, asked: Parameters) -> bool:
    """``unpinChatMessage``: the one that is named, or the last."""
    chat = reached(world, asked)
    _may_pin(world, chat)
    message_id = asked.integer("message_id") or (chat.pinned[-1] if chat.pinned else 0)
    if message_id not in chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned.remove(message_id)
    world.touch()
    return True


def answer_callback_query(world: World, asked: Parameters) -> bool:
    """``answerCallbackQuery``; a link may only lead to the bot itself."""
    answer = Answer(asked.text("text"), asked.flag("show_alert"), asked.text("url"))
    if len(answer.text) > ALERT_CHARACTERS:
        raise bad_request("MESSAGE_TOO_LONG")
    own = tuple(f"{start}{world.bot.username}?" for start in ("https://t.me/", "t.me/"))
    if answer.url and not answer.url.startswith(own):
        raise bad_request("URL_INVALID")
    query = world.queries.answer(asked.text("callback_query_id"), answer)
    if answer.text or answer.url:
        world.sight.answer(query, answer)
    return True


def send_chat_action(world: World, asked: Parameters) -> bool:
    """``sendChatAction``: taken note of in the log of calls only."""
    _may_send(world, reached(world, asked), "text messages")
    if not asked.text("action"):
        raise bad_request("wrong parameter action in request")
    return True


def _may_send(world: World, chat: Chat, what: str) -> None:
    if chat.is_muted and chat.status(world.bot.id) not in ADMINS:
        raise bad_request(f"not enough rights to send {what} to the chat")


def _may_pin(world: World, chat: Chat) -> None:
    if chat.kind != PRIVATE and chat.status(world.bot.id) not in ADMINS:
        raise bad_request("not enough rights to manage pinned messages in the chat")


def _posted(
    world: World,
    chat: Chat,
    asked: Parameters,
    said: tuple[str, list[JSON]],
    document: Document | None = None,
) -> JSON:
    """A new message, where and as the call wants it."""
    markup = asked.json("reply_markup")
    rows, asks = rows_of(markup), asks_of(markup)
    reply_to = _reply_to(chat, asked)
    thread_id = _thread(chat, asked, reply_to)
    message = world.draft(chat, world.bot.id)
    message.text, message.entities = said
    message.rows, message.asks, message.thread_id = rows, asks, thread_id
    message.document = document
    message.reply_to = reply_to.id if reply_to else None
    message.is_protected = asked.flag("protect_content")
    return shapes.message(world, world.post(chat, message))


def _text(world: World, asked: Parameters) -> tuple[str, list[JSON]]:
    """The text and its entities, within the limit once the marks are taken away."""
    text, entities = _read(world, asked, "text", "entities")
    if not text:
        raise bad_request("message text is empty")
    if len(text) > TEXT_CHARACTERS:
        raise bad_request("message is too long")
    return text, entities


def _caption(world: World, asked: Parameters) -> tuple[str, list[JSON]]:
    """The same of a caption, which may be empty."""
    caption, entities = _read(world, asked, "caption", "caption_entities")
    if len(caption) > CAPTION_CHARACTERS:
        raise bad_request("message caption is too long")
    return caption, entities


def _read(world: World, asked: Parameters, name: str, marks: str) -> tuple[str, list[JSON]]:
    """A text with its entities, found ones with them, and people for the links to them."""
    mode = asked.text("parse_mode")
    if mode and mode.lower() != "html":
        raise bad_request("unsupported parse_mode")
    source = asked.text(name)
    given = asked.json(marks) or []
    text, entities = from_html(source) if mode else trimmed(source, given)

    def user_of(user_id: int) -> JSON | None:
        return shapes.user(world, user_id) if user_id in world.people else None

    return text, with_mentions(with_found(text, entities), user_of)


def _document(asked: Parameters) -> Document:
    upload = asked.upload("document")
    if upload is None:
        raise bad_request("there is no document in the request")
    if not upload.content:
        raise bad_request("file must be non-empty")
    kind, _ = mimetypes.guess_type(upload.name)
    content = base64.b64encode(upload.content).decode()
    file_id = hashlib.sha256(upload.content).hexdigest()
    return Document(file_id, upload.name, kind or "application/octet-stream", content)


def _rows(asked: Parameters) -> Rows | None:
    """The keyboard of an edit, which nothing else than an inline one can be."""
    markup = asked.json("reply_markup")
    if asks_of(markup):
        raise bad_request("inline keyboard expected")
    return rows_of(markup)


def _reply_to(chat: Chat, asked: Parameters) -> Message | None:
    parameters = asked.json("reply_parameters") or {}
    message_id = parameters.get("message_id") or asked.integer("reply_to_message_id")
    if message_id is None:
        return None
    found = chat.messages.get(int(message_id))
    if found is None and not parameters.get("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return found


def _thread(chat: Chat, asked: Parameters, reply_to: Message | None) -> int | None:
    """The topic that a message goes into: the one that is named, or that of the message that it replies to."""
    thread_id = asked.integer("message_thread_id")
    if thread_id is None:
        thread_id = reply_to.thread_id if reply_to else None
    if thread_id is None:
        return None
    if thread_id not in chat.topics:
        raise bad_request("message thread not found")
    if chat.topics[thread_id].is_closed:
        raise bad_request("TOPIC_CLOSED")
    return thread_id


def _message(world: World, asked: Parameters, verb: str) -> tuple[Chat, Message]:
    chat = reached(world, asked)
    message = chat.messages.get(asked.integer("message_id") or 0)
    if message is None:
        raise bad_request(f"message to {verb} not found")
    return chat, message


def _own_message(world: World, asked: Parameters, verb: str) -> tuple[Chat, Message]:
    """One of the bot's that may change: none that clients reply to by themselves, whose markup depends on it."""
    chat, message = _message(world, asked, verb)
    if message.author_id != world.bot.id or message.service or message.asks:
        raise bad_request("message can't be edited")
    return chat, message


def _edited(
    world: World, chat: Chat, message: Message, content: tuple[str, list[JSON], Rows | None]
) -> JSON:
    if content == (message.text, message.entities, message.rows):
        raise bad_request(NOT_MODIFIED)
    message.text, message.entities, message.rows = content
    world.edit(chat, message)
    return shapes.message(world, message)
