"""What the operations of the API share, in all subjects (docs/api.md): rights, shapes, cursors."""
