"""What `import torqueflow` offers: robots, their dynamics, machines that compute them."""
