"""Many designs side by side: points, what each costs and proves, fronts, and conditions on them."""
