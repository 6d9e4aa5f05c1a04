"""The pictures of tables and the emoji: painted, uploaded, and how their readers want them."""
