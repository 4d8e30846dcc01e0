"""`python -m loket`, for where the `loket` script is not on the path."""

from loket.cli import main

if __name__ == "__main__":
    main()
