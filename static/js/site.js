// What every page has; each of them works without it.
import "./menus.js";
import "./messages.js";
import "./forms.js";
import "./look-again.js";
import "./logout.js";
import "./regions.js";
