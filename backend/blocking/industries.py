"""How many clients an industry needs to be kept recognisable at a level."""


def needed_to_keep(k: int) -> int:
    """Return how many clients an industry needs to be kept at k: so many that the rank may be any of k (2k - 1).

    With fewer, a reader who takes the industry for certain and knows the method has a better chance than 1 in k.

    >>> needed_to_keep(5)
    9
    """
    return 2 * k - 1


def most_kept(clients: int) -> int:
    """Return the highest k at which an industry of so many clients is kept.

    >>> most_kept(9), most_kept(10), most_kept(2)
    (5, 5, 1)
    """
    return (clients + 1) // 2
