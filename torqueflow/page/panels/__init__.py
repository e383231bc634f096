"""The pictures of the page, a question a file. Each is an SVG that follows the page's colours."""
