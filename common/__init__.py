"""What every package needs: errors that name their place, fields, files, tables."""
