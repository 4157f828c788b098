"""The Sensitive-aware Privacy Index of a release (Carpineto & Romano 2018, Section 2), of documents or of words."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress

import numpy as np

from backend.learning.arrays import Floats
from backend.privacy.divergence import ROUNDING, jensen_shannon_terms
from backend.privacy.user_elements import NULL_ELEMENT, ComparedElements, UserElements, compare


@dataclass(frozen=True, slots=True)
class UserPrivacy:
    """The measures of one user.

    `spi` and `jsd` are in bits, from 0 (the release is the original) to 1, and `spi <= jsd`. `pel` is in percent,
    None where all elements of the user are equal. `impressions` is released elements over original ones.
    """

    user: str
    spi: float
    jsd: float
    pel: float | None
    impressions: float


@dataclass(frozen=True, slots=True)
class ReleasePrivacy:
    """The measures of a release: means over the users of the original.

    `pel` is the mean over the users where it is defined, None where it is for nobody. `before` and `after` are the
    numbers of elements. `unknown_users` have elements in the release alone, `empty_users` are in the original
    without one (null elements apart), which leaves nothing to compare with: both are left out. `outside` counts
    released elements that their user's original does not have: they count in SPI and JSD, and not in PEL.
    """

    spi: float
    jsd: float
    pel: float | None
    impressions: float
    users: tuple[UserPrivacy, ...]
    before: int
    after: int
    unknown_users: int
    empty_users: int
    outside: int


def release_privacy(
    before: UserElements, after: UserElements, names: Iterable[str], known: int | None = None
) -> ReleasePrivacy:
    """Compare a release with its original.

    `names` are the users by their indices, those of the original first. There are `known` of these, by default all
    up to the last one with elements. Raises ValueError when the original is empty.
    """
    if before.total == 0:
        raise ValueError("the original collection is empty")
    originals = int(before.users.max()) + 1 if known is None else known
    unknown = len(np.unique(after.users[after.users >= originals]))
    speaking = before.totals(originals) > 0
    before, after = before.of_users(speaking), after.of_users(speaking)
    names = compress(names, speaking.tolist())
    users = int(speaking.sum())
    compared = compare(before, after, users)
    terms = jensen_shannon_terms(compared.before, compared.after)
    jsd = _settled(compared.sums(terms))
    spi = _settled(compared.sums((1 - compared.sensitivities) * terms))
    impressions = after.totals(users) / before.totals(users)
    exposures = _exposures(compared)
    defined = exposures[~np.isnan(exposures)]
    new = (compared.counts_before == 0) & (compared.elements != NULL_ELEMENT)
    figures = zip(spi.tolist(), jsd.tolist(), exposures.tolist(), impressions.tolist(), strict=True)
    return ReleasePrivacy(
        float(spi.mean()),
        float(jsd.mean()),
        float(defined.mean()) if len(defined) else None,
        float(impressions.mean()),
        tuple(
            UserPrivacy(name, index, divergence, None if np.isnan(exposure) else exposure, share)
            for name, (index, divergence, exposure, share) in zip(names, figures, strict=True)
        ),
        before.total,
        after.total,
        unknown,
        originals - users,
        round(float(compared.counts_after[new].sum())),
    )


def _exposures(compared: ComparedElements) -> Floats:
    """Return the profile exposure level of each user.

    Equation 4, in percent: the information of the released elements about the original, over the entropy of the
    original; NaN where that is 0. Elements that are not in the original are left out.
    """
    shares = compared.before
    known = compared.counts_before > 0
    information = np.zeros_like(shares)
    information[known] = -np.log2(shares[known])
    entropies = compared.sums(shares * information)
    overlap = compared.sums(compared.counts_after * known)
    revealed = compared.sums(compared.counts_after * information)
    with np.errstate(invalid="ignore", divide="ignore"):
        revealed = np.where(overlap > 0, revealed / overlap, 0.0)
        exposures = np.where(entropies > ROUNDING, 100 * revealed / entropies, np.nan)
    return np.where(np.isclose(exposures, 100.0, rtol=ROUNDING, atol=0), 100.0, exposures)


def _settled(divergences: Floats) -> Floats:
    """Cut off what rounding has left below 0 or above 1."""
    return np.where(divergences < ROUNDING, 0.0, np.minimum(divergences, 1.0))
