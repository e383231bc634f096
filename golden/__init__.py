"""What the joint torque of a robot is: float64 NumPy, straight from the textbooks."""
