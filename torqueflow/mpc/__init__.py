"""A core's derivatives in a planner: Crocoddyl's models with Jacobians from the machine."""
