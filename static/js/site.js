// What every page has; each of them works without it.
import "./menus.js";
import "./messages.js";
import "./forms.js";
import "./final.js";
import "./look-again.js";
import "./logout.js";
import "./regions.js";
import "./table-sounds.js";
import "./sounds.js";
import "./lazy-drawings.js";
import "./lists.js";
import "./waiting.js";
import "./socket.js";
import "./worker.js";
