"""The companion page for any static host: Python in a Web Worker, packed when the site is built, offline once visited."""
