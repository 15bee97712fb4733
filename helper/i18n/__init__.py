"""Every language: catalogs, words and numbers. Nothing here needs Babel once the package is installed."""
