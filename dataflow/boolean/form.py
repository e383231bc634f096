"""The forms that a table of bits can take as logic."""

from __future__ import annotations

import enum


class Form(enum.Enum):
    """How a table is made into logic."""

    TABLE = "table"
    PRODUCTS = "products"
    DIAGRAM = "diagram"
