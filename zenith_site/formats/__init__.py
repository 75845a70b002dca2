"""How dates are written, one style a language, wherever Django or a library writes one."""
