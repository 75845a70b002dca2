"""Swiss and knock-out tournaments."""
