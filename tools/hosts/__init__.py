"""The site on several hosts of one machine: network namespaces with roots of their own."""
