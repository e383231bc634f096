"""URDF files by chance, for tests that hold of any robot."""

import math

import numpy as np
import pinocchio as pin


class Writer:
    """Writes a random robot: its moving joints, with fixed links between, beside and behind them.

    A chain; with `branching`, each moving joint hangs on any link so far.
    """

    def __init__(self, seed, n, *, branching=False):
        self.rng = np.random.default_rng(seed)
        self.parts = []
        self.count = 0
        link = self.link(self.rng.random() < 0.5)
        for i in range(n):
            if branching:
                link = f"l{self.rng.integers(0, self.count)}"
            link = self.fixed(link)
            link = self.below(
                link, f"j{i}", self.rng.choice(["revolute", "continuous", "prismatic"])
            )
        self.fixed(link)
        self.rng.shuffle(self.parts)
        self.text = "<robot name='random'>\n" + "\n".join(self.parts) + "\n</robot>"

    def fixed(self, link):
        """Fix up to two links beside, and two between; return the one to go on from."""
        for i in range(self.rng.integers(0, 3)):
            self.below(link, f"side{self.count}_{i}", "fixed")
        for i in range(self.rng.integers(0, 3)):
            link = self.below(link, f"fixed{self.count}_{i}", "fixed")
        return link

    def below(self, parent, name, kind):
        child = self.link(self.rng.random() < 0.8)
        inside = [f'<parent link="{parent}"/>', f'<child link="{child}"/>']
        if self.rng.random() < 0.9:
            inside.append(self.origin())
        if kind != "fixed" and self.rng.random() < 0.9:
            inside.append(f'<axis xyz="{self.axis()}"/>')
        if kind != "fixed":
            bounds = "" if kind == "continuous" else 'lower="-1" upper="2" '
            inside.append(f'<limit {bounds}velocity="2" effort="100"/>')
        self.rng.shuffle(inside)
        self.parts.append(f'<joint name="{name}" type="{kind}">{"".join(inside)}</joint>')
        return child

    def link(self, heavy):
        name = f"l{self.count}"
        self.count += 1
        inertial = ""
        if heavy:
            mass = self.rng.uniform(0.1, 5)
            sides = self.rng.uniform(0.05, 0.4, 3) ** 2
            turn = pin.rpy.rpyToMatrix(self.rng.uniform(-3, 3, 3))
            inertia = turn @ np.diag(mass / 12 * (sides.sum() - sides)) @ turn.T
            entries = {
                f"i{'xyz'[r]}{'xyz'[c]}": inertia[r, c] for r in range(3) for c in range(r, 3)
            }
            written = " ".join(f'{key}="{float(value)!r}"' for key, value in entries.items())
            origin = self.origin() if self.rng.random() < 0.8 else ""
            inertial = f'<inertial>{origin}<mass value="{mass}"/><inertia {written}/></inertial>'
        self.parts.append(f'<link name="{name}">{inertial}</link>')
        return name

    def origin(self):
        xyz = self.numbers(self.rng.uniform(-0.5, 0.5, 3))
        rpy = self.rng.uniform(-math.pi, math.pi, 3)
        if self.rng.random() < 0.5:
            rpy = self.rng.integers(-2, 3, 3) * math.pi / 2
        which = self.rng.integers(0, 4)
        return ("<origin/>", f'<origin xyz="{xyz}"/>', f'<origin rpy="{self.numbers(rpy)}"/>',
                f'<origin xyz="{xyz}" rpy="{self.numbers(rpy)}"/>')[which]  # fmt: skip

    def axis(self):
        if self.rng.random() < 0.5:
            return self.numbers(self.rng.permutation([0.0, 0.0, self.rng.choice([-1.0, 1.0])]))
        return self.numbers(self.rng.normal(size=3))

    @staticmethod
    def numbers(values):
        return " ".join(repr(float(value)) for value in values)
