"""Style sheet of generated HTML pages: readable on any screen and on paper."""

PAGE_STYLE = """\
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; }
img { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: 1rem 0; }
td, th { border: 1px solid #999; padding: 0.25rem 0.5rem; text-align: start; vertical-align: top; }
td > p, th > p, li > p { margin: 0; }
"""
