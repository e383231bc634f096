"""The URDF files of example-robot-data, and what docs/example-robots.md says of each."""

import re
import xml.etree.ElementTree as ET
from importlib.metadata import distribution
from pathlib import Path

import numpy as np

TABLE = Path(__file__).parent.parent / "docs" / "example-robots.md"


def models():
    """The wheel's URDF files by their path below its folder of robots."""
    files = [file for file in distribution("example-robot-data").files if file.suffix == ".urdf"]
    return {str(file).partition("/robots/")[2]: Path(file.locate()) for file in files}


def rows():
    """The table in docs: by file, the number of coordinates and of joints, or the reason."""
    found = re.findall(
        r"^\| `(.+\.urdf)` \| (\S*) \| (\S*) \| (.*) \|$", TABLE.read_text("utf-8"), re.M
    )
    return {
        file: (coordinates, joints, reason.strip("`"))
        for file, coordinates, joints, reason in found
    }


TAKEN = sorted(file for file, row in rows().items() if row[0])
REFUSED = sorted(file for file, row in rows().items() if not row[0])


def couplings(path, names):
    """K and c of the model's joints, straight from its file."""
    mimics = {
        joint.get("name"): joint.find("mimic")
        for joint in ET.parse(path).getroot().findall("joint")
        if joint.get("type") != "fixed"
    }
    k, c = np.zeros((len(mimics), len(names))), np.zeros(len(mimics))
    for i, name in enumerate(mimics):
        ratio = 1.0
        while (mimic := mimics[name]) is not None:
            c[i] += ratio * float(mimic.get("offset", 0))
            ratio *= float(mimic.get("multiplier", 1))
            name = mimic.get("joint")  # on to who leads
        k[i, names.index(name)] = ratio
    return list(mimics), k, c
