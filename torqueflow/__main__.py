"""`python -m torqueflow`: the command line."""

from torqueflow.cli.main import main

if __name__ == "__main__":
    main()
