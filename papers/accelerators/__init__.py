"""Public accelerators of derivatives of rigid body dynamics: what their authors publish."""
