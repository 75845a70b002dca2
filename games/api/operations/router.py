"""The router of all operations: an address can have some that read and some that write."""

from ninja import Router

router = Router()
