"""The pages that an operator must have: privacy, imprint, terms of use."""
