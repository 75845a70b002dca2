"""Views: object, form, service, fragment."""
