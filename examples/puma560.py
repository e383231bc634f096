"""A robot's torques, a machine that computes them, and the proof that it does: a walk through.

Run it from the root of the repository: `.venv/bin/python examples/puma560.py`.
"""

import numpy as np

import torqueflow as tf

# A robot that comes with torqueflow, and its torques in float64, straight from the textbook.
arm = tf.load("puma560")
motion = arm.random_motion(points=50, seed=1)
golden = arm.torques(motion.q, motion.qd, motion.qdd)
print(arm)
print("largest torques, N m:", np.abs(golden).max(axis=0).round(1))

# A machine for it: one pipeline stage that serves the six links in turn.
machine = tf.design(arm, topology="ring", ii=12)
print(machine)

# What the machine computes, to the bit, and how far from the textbook that can be and is.
computed = machine.emulate(motion.q, motion.qd, motion.qdd)
errors = np.abs(computed - golden).max(axis=0)
print("error found, proved bound and torque limit of each joint, N m:")
for found, bound, limit in zip(errors, machine.error_bounds, arm.torque_limits, strict=True):
    print(f"  {found:.1e}  {bound:.1e}  {limit:.1f}")

# The hardware itself, simulated cycle by cycle: not one bit, not one cycle differs.
rtl = machine.simulate(motion)
print(f"in {rtl.cycles} clock cycles: {rtl.bit_mismatches} bit mismatches,", end=" ")
print(f"{rtl.cycle_mismatches} cycle mismatches")

# And as Verilog, with a sheet that tells how to connect it.
print(machine.verilog("build/puma560"))
