"""Schäfer and Schiehlen 1992: equations of motion on transputers, and their occam."""
