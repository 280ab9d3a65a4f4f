"""What `halfulp.plots` is made of."""
