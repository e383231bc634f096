"""The core in a control loop: the simulated robot, the controller, the core, what came of it."""
