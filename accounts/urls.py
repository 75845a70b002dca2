"""URLs of account pages that don't depend on games."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("preferences/", views.preferences, name="preferences"),
    path("account/sessions/<int:pk>/end/", views.end_session, name="end_session"),
    path("account/access/", views.access, name="access"),
    path("account/address/undo/<str:token>/", views.undo_address, name="undo_address"),
    path("account/export/", views.export, name="export"),
    path("account/delete/", views.delete, name="delete_account"),
]
