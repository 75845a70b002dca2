"""The one door for writes. Views, sockets, bots and tasks all go through these verbs."""
