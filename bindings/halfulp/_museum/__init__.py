"""The museum's result, for people: tables, the exhibit's own form, and a page."""
