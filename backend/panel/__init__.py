"""Held-out attackers: they measure protection, share no code with the product, and no program knows of them."""

from backend.panel.attackers import ATTACKERS, INDUSTRY_ATTACKERS, PROMISING, Attacker, Group
from backend.panel.panel import Panel
from backend.panel.rankings import Ranking

__all__ = ["ATTACKERS", "INDUSTRY_ATTACKERS", "PROMISING", "Attacker", "Group", "Panel", "Ranking"]
