"""What is read from the updates of the Bot API, and what is not."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.telegram_gateway.incoming import (
    ANONYMOUS_ADMIN,
    Blocked,
    Chat,
    Command,
    Membership,
    Migrated,
    Replied,
    Tapped,
    User,
    bare,
    parse,
)
from tests.telegram_gateway.doubles import typed

BOT = "OurBot"
ANA = User(7, "Ana", "pt-br")
GROUP = Chat(-5, "supergroup", "Mesa")
PERSON = {"id": 7, "is_bot": False, "first_name": "Ana", "language_code": "pt-br"}
TAP = {"id": "55", "from": PERSON, "chat_instance": "1", "data": "v1|A|1|p|1"}


def command(text: str, **more: Any) -> Command | None:
    """What a message is read as, where it is read as a command or not at all."""
    incoming = parse(typed(1, text, **more), BOT)
    assert incoming is None or isinstance(incoming, Command)
    return incoming


def test_a_command_is_read_with_who_where_and_what_follows_it() -> None:
    assert command("/regras  eu faco ") == Command(1, GROUP, ANA, "regras", "eu faco", 1)


@pytest.mark.parametrize("text", ["/jogar", "/JOGAR", "/Jogar@OurBot", "/jogar@ourbot"])
def test_case_does_not_matter_and_a_command_for_this_bot_is_ours(text: str) -> None:
    read = command(text)
    assert read is not None
    assert (read.name, read.argument) == ("jogar", "")


@pytest.mark.parametrize(
    "text",
    ["/start@OtherBot", "/jogar@", "bom dia", "a /jogar", "/", "/jogar!", "/etc/passwd", "//x"],
)
def test_what_is_for_another_bot_or_for_nobody_is_not_ours(text: str) -> None:
    assert command(text) is None


def test_commands_in_captions_in_edits_and_in_forwarded_messages_are_nobodys() -> None:
    message = typed(1, "/jogar")["message"]
    caption = {key: value for key, value in message.items() if key != "text"}
    assert parse({"update_id": 1, "message": {**caption, "caption": "/jogar"}}, BOT) is None
    assert parse({"update_id": 1, "edited_message": message}, BOT) is None
    origin = {"type": "user", "date": 1, "sender_user": PERSON}
    assert command("/jogar", forward_origin=origin) is None


def test_a_name_is_first_and_last_name_and_the_language_may_be_unknown() -> None:
    sender = {"id": 8, "is_bot": False, "first_name": "Bia", "last_name": "Sá <b>"}
    read = command("/jogar", **{"from": sender})
    assert read is not None
    assert read.user == User(8, "Bia Sá <b>", "")


@pytest.mark.parametrize(
    ("more", "thread_id"),
    [
        ({}, None),
        ({"message_thread_id": 9, "is_topic_message": True}, 9),
        ({"message_thread_id": 1, "is_topic_message": True}, None),
        ({"message_thread_id": 33}, None),
    ],
)
def test_a_topic_is_told_unless_it_is_the_general_one_or_a_mere_thread_of_answers(
    more: dict[str, Any], thread_id: int | None
) -> None:
    read = command("/jogar", **more)
    assert read is not None
    assert read.chat.thread_id == thread_id


def test_an_admin_who_hides_behind_the_group_has_no_identity() -> None:
    hidden = {"id": ANONYMOUS_ADMIN, "is_bot": True, "first_name": "Group"}
    chat = {"id": -5, "type": "supergroup", "title": "Mesa"}
    for more in ({"from": hidden, "sender_chat": chat}, {"from": hidden}):
        read = command("/encerrar", **more)
        assert read is not None
        assert read.is_anonymous
        assert read.user is None


def test_bots_and_channels_are_not_listened_to() -> None:
    robot = {"id": 9, "is_bot": True, "first_name": "Robot"}
    channel = {"id": -77, "type": "channel", "title": "Canal"}
    assert command("/jogar", **{"from": robot}) is None
    assert command("/jogar", sender_chat=channel) is None
    assert command("/jogar", chat=channel) is None
    assert parse({"update_id": 1, "callback_query": {**TAP, "from": robot}}, BOT) is None


def test_a_tap_is_read_with_its_message_and_topic() -> None:
    message = typed(12, "shown", message_thread_id=9, is_topic_message=True)["message"]
    read = parse({"update_id": 1, "callback_query": {**TAP, "message": message}}, BOT)
    chat = Chat(-5, "supergroup", "Mesa", 9)
    assert read == Tapped(1, "55", chat, 12, ANA, "v1|A|1|p|1")


def test_a_tap_on_a_message_out_of_reach_is_still_a_tap() -> None:
    faint = {"chat": {"id": -5, "type": "supergroup", "title": "Mesa"}, "message_id": 12, "date": 0}
    read = parse({"update_id": 1, "callback_query": {**TAP, "message": faint}}, BOT)
    assert read == Tapped(1, "55", GROUP, 12, ANA, "v1|A|1|p|1")
    alone = parse({"update_id": 1, "callback_query": {**TAP, "inline_message_id": "x"}}, BOT)
    assert alone == Tapped(1, "55", None, None, ANA, "v1|A|1|p|1")


def test_a_tap_without_data_is_none() -> None:
    tap = {key: value for key, value in TAP.items() if key != "data"}
    assert parse({"update_id": 1, "callback_query": {**tap, "game_short_name": "x"}}, BOT) is None


def test_both_groups_tell_of_a_move() -> None:
    service = typed(1, "")["message"]
    to = {**service, "chat": {"id": -5, "type": "group"}, "migrate_to_chat_id": -1005}
    came = {**service, "chat": {"id": -1005, "type": "supergroup"}, "migrate_from_chat_id": -5}
    for message in (to, came):
        assert parse({"update_id": 3, "message": message}, BOT) == Migrated(3, -5, -1005)


def member(status: str, **more: Any) -> dict[str, Any]:
    robot = {"id": 1, "is_bot": True, "first_name": "Carteado", "username": BOT}
    return {"user": robot, "status": status, **more}


def changed(new: dict[str, Any], chat: dict[str, Any]) -> dict[str, Any]:
    change = {
        "chat": chat,
        "from": PERSON,
        "date": 1,
        "old_chat_member": member("left"),
        "new_chat_member": new,
    }
    return {"update_id": 1, "my_chat_member": change}


@pytest.mark.parametrize(
    ("new", "is_member", "can_send"),
    [
        (member("member"), True, True),
        (member("administrator"), True, True),
        (
            member("restricted", is_member=True, can_send_messages=True),
            True,
            True,
        ),
        (
            member("restricted", is_member=True, can_send_messages=False),
            True,
            False,
        ),
        (
            member("restricted", is_member=False, can_send_messages=True),
            False,
            False,
        ),
        (member("left"), False, False),
        (member("kicked"), False, False),
    ],
)
def test_the_place_of_the_bot_in_a_group_is_told(
    new: dict[str, Any], *, is_member: bool, can_send: bool
) -> None:
    update = changed(new, {"id": -5, "type": "supergroup", "title": "Mesa"})
    assert parse(update, BOT) == Membership(1, GROUP, is_member, can_send)


def test_a_person_may_block_the_bot_and_let_it_in_again() -> None:
    chat = {"id": 7, "type": "private", "first_name": "Ana"}
    assert parse(changed(member("kicked"), chat), BOT) == Blocked(1, ANA, True)
    assert parse(changed(member("member"), chat), BOT) == Blocked(1, ANA, False)


# Replies

ROBOT = {"id": 1, "is_bot": True, "first_name": "Carteado", "username": "ourbot"}
MENTION = {"type": "text_mention", "offset": 3, "length": 3, "user": PERSON}
QUESTION = {
    **typed(3, "Ana, qual?")["message"],
    "from": ROBOT,
    "entities": [{"type": "bold", "offset": 0, "length": 1}, MENTION],
}


def reply(text: str | None, **question: Any) -> dict[str, Any]:
    raw = typed(1, text or "", reply_to_message={**QUESTION, **question})
    if text is None:
        del raw["message"]["text"]
    return raw


def test_a_reply_of_whoever_the_bot_asked_is_read_without_the_blanks_around_it() -> None:
    assert parse(reply(" banana da terra\n"), BOT) == Replied(1, GROUP, ANA, "banana da terra")
    assert parse(reply(None), BOT) == Replied(1, GROUP, ANA, "")


def test_a_reply_in_a_topic_is_told_with_it() -> None:
    raw = reply("banana")
    raw["message"] |= {"message_thread_id": 9, "is_topic_message": True}
    read = parse(raw, BOT)
    assert isinstance(read, Replied)
    assert read.chat.thread_id == 9


def test_a_command_in_a_reply_is_a_command() -> None:
    read = parse(reply("/sair"), BOT)
    assert isinstance(read, Command)


@pytest.mark.parametrize(
    "question",
    [
        {"entities": [{**MENTION, "user": {**PERSON, "id": 8}}]},
        {"entities": [{"type": "bold", "offset": 0, "length": 1}]},
        {"entities": None},
        {"from": {**ROBOT, "username": "OtherBot"}},
        {"from": PERSON},
    ],
)
def test_a_reply_to_what_was_not_asked_by_this_bot_of_this_person_is_not_even_kept(
    question: dict[str, Any],
) -> None:
    raw = reply("nothing for the bot", **question)
    assert parse(raw, BOT) is None
    assert "nothing" not in str(bare(raw, BOT))


def test_a_forwarded_message_is_no_reply() -> None:
    raw = reply("banana")
    raw["message"]["forward_origin"] = {"type": "user", "date": 1, "sender_user": PERSON}
    assert parse(raw, BOT) is None
    assert "banana" not in str(bare(raw, BOT))


def test_of_a_question_no_word_is_kept() -> None:
    kept = bare(reply("banana"), BOT)["message"]["reply_to_message"]
    assert "qual" not in str(kept)
    assert kept["entities"] == [MENTION]


def test_a_reply_of_the_group_or_of_a_channel_is_nobodys() -> None:
    for sender in ({"id": -5, "type": "group"}, {"id": -77, "type": "channel"}):
        raw = reply("banana")
        raw["message"]["sender_chat"] = {**sender, "title": "Mesa"}
        assert parse(raw, BOT) is None


def test_of_a_message_that_is_no_command_nothing_is_kept_but_where_it_stands() -> None:
    message = {"message_id": 1, "date": 1, "chat": {"id": -5, "type": "group"}, "from": PERSON}
    loud = {**message, "text": "bom dia", "caption": "x", "photo": [], "quote": {"text": "x"}}
    assert bare({"update_id": 1, "message": loud}, BOT) == {"update_id": 1, "message": message}


def test_what_is_kept_is_understood_as_what_came() -> None:
    message = typed(12, "shown", reply_to_message=typed(3, "x")["message"])["message"]
    for raw in (
        typed(1, "/jogar agora"),
        {"update_id": 1, "callback_query": {**TAP, "message": message}},
        changed(member("member"), {"id": -5, "type": "supergroup", "title": "Mesa"}),
        typed(1, "banana", reply_to_message=QUESTION),
    ):
        assert parse(kept := bare(raw, BOT), BOT) == parse(raw, BOT) is not None
        assert bare(kept, BOT) == kept


WHOLE = [
    typed(1, "/jogar", sender_chat={"id": -5, "type": "group", "title": "x"}),
    {"update_id": 1, "callback_query": {**TAP, "message": typed(12, "x")["message"]}},
    changed(member("administrator"), {"id": -5, "type": "group", "title": "x"}),
    typed(1, "banana", reply_to_message=QUESTION),
]
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def paths(value: Any, before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    if not isinstance(value, dict):
        return [before]
    inner = [path for key, one in value.items() for path in paths(one, (*before, key))]
    return [before, *inner] if before else inner


def replaced(value: Any, path: tuple[str, ...], new: Any) -> Any:
    if not path:
        return new
    return {**value, path[0]: replaced(value[path[0]], path[1:], new)}


@settings(deadline=None, max_examples=400)
@given(data=st.data())
def test_no_update_however_strange_raises_anything(data: st.DataObject) -> None:
    raw = data.draw(st.sampled_from(WHOLE))
    where = data.draw(st.sampled_from(paths(raw)))
    read = parse(replaced(raw, where, data.draw(values)), BOT)
    assert read is None or isinstance(read.update_id, int)
