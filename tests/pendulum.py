"""The smallest arm, as a TOML file: a rod that swings in a vertical plane."""


def pendulum(torque_limit):
    """Return the file's text, the limit in N m."""
    return f"""
name = "pendulum"
gravity = [0, -9.81, 0]
[[links]]
dh = {{ a = 0.5 }}
mass = 2
center_of_mass = [-0.2, 0, 0]
inertia = [0.01, 0.01, 0.01, 0, 0, 0]
[links.joint]
type = "revolute"
position_limits = [-3, 3]
velocity_limit = 1
acceleration_limit = 2
torque_limit = {torque_limit}
"""
