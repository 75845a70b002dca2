"""What every app uses and none is about: announcements, registries, refusals, queues."""
