"""What people read: from tables, views and boards to messages. Everything here is pure: what comes in alone decides what goes out."""
