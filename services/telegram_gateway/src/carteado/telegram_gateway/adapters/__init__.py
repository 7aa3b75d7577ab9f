"""The stores behind the port."""
