"""A Telegram on loopback: a Bot API for one bot, and the clients of the people it talks to."""
