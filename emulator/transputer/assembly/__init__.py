"""Assembly and bootable files: source to bytes, and back."""
