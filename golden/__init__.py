"""What the joint torque of a robot arm is: float64 NumPy, straight from the textbooks."""
