"""Pictures that commands write: a robot, curves along a motion, what a simulation found."""
