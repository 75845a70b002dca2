// What the page of a table has; it works without it.
import "./layout.js";
import "./keys.js";
import "./clock.js";
import "./focus.js";
import "./ticks.js";
import "./cards.js";
import "./copy.js";
import "./phrases.js";
import "./legend.js";
import "./help.js";
import "./motion.js";
import "./drag.js";
import "./ghosts.js";
import "./live.js";
import "./log.js";
import "./replay.js";
