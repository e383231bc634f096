"""Joints that follow others."""

import pytest

from common.errors import InputError
from golden.urdf.mimic import Following, followings
from golden.urdf.tree import read_tree
from golden.urdf.xml_elements import read_elements


def tree(*mimics, kind="prismatic"):
    """A chain of joints a, b, c ..., each with its <mimic>, or nothing."""
    names = "abcd"[: len(mimics)]
    text = '<robot name="r"><link name="o"/>'
    for above, name, mimic in zip("o" + names, names, mimics, strict=False):
        text += f'<link name="{name}"/><joint name="{name}" type="{kind}"><parent link="{above}"/>'
        text += f'<child link="{name}"/>{mimic}</joint>\n'
    return read_tree(read_elements((text + "</robot>").encode(), "r.urdf"))


def test_nobody_follows():
    assert followings(tree("", "")) == {}


def test_followers_of_followers_follow_the_first():
    found = followings(tree('<mimic joint="c" multiplier="3" offset="1"/>', "",
                            '<mimic joint="b" multiplier="-2" offset="0.5"/>'))  # fmt: skip
    # a = 3 (-2 b + 0.5) + 1
    assert found == {"a": Following("b", -6.0, 2.5), "c": Following("b", -2.0, 0.5)}


def test_a_fixed_joint_follows_nothing():
    assert followings(tree("", '<mimic joint="a"/>', kind="fixed")) == {}


@pytest.mark.parametrize(
    ("mimics", "words"),
    [
        (("", '<mimic joint="z"/>'), "line 2: joint 'b' <mimic> joint: no joint 'z' here"),
        (("", "<mimic/>"), "<mimic> joint: missing"),
        (("", '<mimic joint="a" factor="2"/>'), "<mimic> factor: unknown attribute"),
        (("", '<mimic joint="a" offset="nan"/>'), "<mimic> offset: 'nan' is not finite"),
        (('<mimic joint="a"/>',), "joint 'a' <mimic> joint: 'a' follows itself by a"),
        (('<mimic joint="b"/>', '<mimic joint="a"/>'), "'a' follows itself by a, b"),
    ],
)
def test_what_nobody_can_follow(mimics, words):
    with pytest.raises(InputError) as caught:
        followings(tree(*mimics))
    assert words in str(caught.value)


@pytest.mark.parametrize("kind", ["planar", "floating"])
def test_only_one_coordinate_can_follow(kind):
    with pytest.raises(InputError, match=f"a {kind} joint follows another"):
        tree("", '<mimic joint="a"/>', kind=kind)
