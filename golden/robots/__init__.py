"""The robots that come with the project, one TOML file each; README.md describes the format."""
