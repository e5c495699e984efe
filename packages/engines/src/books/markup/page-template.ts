/** Pandoc's template of HTML pages: self-contained, and nothing that loads or runs. */
import { pageStyle } from '../write/page-style.ts'

export const pageTemplate = `<!DOCTYPE html>
<html$if(lang)$ lang="$lang$"$endif$>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
$for(author-meta)$
<meta name="author" content="$author-meta$">
$endfor$
<title>$pagetitle$</title>
<style>
${pageStyle}
$if(highlighting-css)$
$highlighting-css$
$endif$
</style>
</head>
<body>
$if(title)$
<header>
<h1 class="title">$title$</h1>
$if(subtitle)$
<p class="subtitle">$subtitle$</p>
$endif$
$for(author)$
<p class="author">$author$</p>
$endfor$
$if(date)$
<p class="date">$date$</p>
$endif$
</header>
$endif$
$if(abstract)$
<section class="abstract">
$abstract$
</section>
$endif$
$body$
</body>
</html>
`
