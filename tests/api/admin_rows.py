"""Rows for the lists of the admin (`tests/zenith_site/test_admin_lists.py`): tokens."""

from games.api.models import ApiToken
from tests.support.factories import player


def token() -> ApiToken:
    return ApiToken.objects.create(user=player("ada"), name="my program", digest="5ecre7")


ROWS = {ApiToken: token}
ACTIONS = {(ApiToken, "revoke"): token}
