"""How the site is found and shown elsewhere: sitemap, cards of links, well-known addresses."""
