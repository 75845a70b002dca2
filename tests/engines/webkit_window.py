#!/usr/bin/python3
"""A bare window of WebKitGTK for WebKitWebDriver: MiniBrowser's toolbar has a least width.

Run by Debian's own Python, which has python3-gi and gir1.2-webkit2-4.1.
"""

from typing import Any

import gi  # type: ignore[import-not-found]

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
# After their versions.
from gi.repository import Gtk, WebKit2  # type: ignore[import-not-found]  # noqa: E402

windows: list[object] = []


def open_window(_session: object) -> object:
    """Return the view of a new window."""
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    window = Gtk.Window()
    window.set_decorated(False)
    window.add(view)
    window.set_default_size(1440, 900)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    windows.append(window)
    return view


def begin(_context: object, session: Any) -> None:
    """Name the browser that a session asks for."""
    browser = WebKit2.ApplicationInfo()
    browser.set_name("MiniBrowser")
    session.set_application_info(browser)
    session.connect("create-web-view", open_window)


Gtk.Settings.get_default().set_property("gtk-enable-animations", False)  # prefers-reduced-motion
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect("automation-started", begin)
Gtk.main()
