/** Style sheet of pages and e-books that Filesmith writes: text first, for screens, readers and paper. */

const shared = `h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.6em 0 0.5em; }
p, li, dd { orphans: 2; widows: 2; }
img { max-width: 100%; height: auto; }
figure { margin: 1.2em 0; text-align: center; }
figcaption { font-size: 0.9em; }
blockquote { margin: 1em 0; padding-left: 1em; border-left: 0.2em solid #b8c0cc; }
pre { background: #f5f6f8; padding: 0.7em 0.9em; overflow-x: auto; font-size: 0.88em; line-height: 1.4; }
code, kbd, samp { font-family: ui-monospace, Consolas, "Liberation Mono", "Noto Sans Mono", monospace; }
pre code { font-size: 1em; white-space: pre-wrap; }
table { border-collapse: collapse; margin: 1.2em 0; }
caption { font-size: 0.9em; margin-bottom: 0.4em; }
th, td { border-bottom: 1px solid #c9cfd8; padding: 0.35em 0.7em; text-align: left; vertical-align: top; }
th { border-bottom: 2px solid #8d97a5; }
hr { border: 0; border-top: 1px solid #b8c0cc; margin: 2em 0; }
.center { text-align: center; }
.right { text-align: right; }
.title, .subtitle, .author, .date { text-align: center; }
.cover { text-align: center; }
.footnotes { font-size: 0.9em; margin-top: 2em; }
`

export const pageStyle = `html { color: #1a1d21; background: #fff; }
body { max-width: 42em; margin: 2em auto; padding: 0 1.2em; line-height: 1.6; font-family: Georgia, "Noto Serif", "Noto Serif CJK SC", serif; }
h1, h2, h3, h4, h5, h6 { font-family: system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
a { color: #0b57a4; }
${shared}`

/** Colors of highlighted code, by the classes of pandoc. */
const code = `.kw, .cf, .im { color: #204a87; font-weight: bold; }
.dt { color: #204a87; }
.dv, .bn, .fl { color: #0000cf; }
.ch, .st, .ss, .vs, .sc { color: #4e7a06; }
.co, .do, .an, .cv, .in { color: #8f5902; font-style: italic; }
.al, .er { color: #a40000; }
.fu, .bu { color: #204a87; }
`

export const bookStyle = `body { line-height: 1.5; }
${shared}${code}`
