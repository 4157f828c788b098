"""All leaks, each with a name of its own."""

from tests.leaks import beside_text, in_package, in_text, left_over

LEAKS = (*in_text.LEAKS, *beside_text.LEAKS, *in_package.LEAKS, *left_over.LEAKS)
