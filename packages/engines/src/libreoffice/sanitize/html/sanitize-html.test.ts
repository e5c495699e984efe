import { describe, expect, test } from 'vitest'
import { css, sanitizeHtml, sanitizeSvg } from './sanitize-html.ts'

const { styleSheet: sanitizeStyleSheet, declarations: sanitizeDeclarations } = css

/** Content of the body. */
const body = (html: string) => /<body[^>]*>([\s\S]*)<\/body>/.exec(sanitizeHtml(html, false))?.[1] ?? ''
const png = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`

describe('sanitizeHtml', () => {
  test('removed void elements do not remove the content after them', () => {
    for (const tag of [
      'embed',
      'link',
      'base',
      'meta',
      'param',
      'source',
      'track',
      'frame',
      'input type=image',
      'img',
    ])
      expect(body(`<p>before<${tag} src=x>after</p><p>end</p>`)).toMatch(/before.*after.*end/)
  })

  test('elements that load or run are removed, with or without their content', () => {
    expect(
      body('a<script>b</script><iframe src=x>c</iframe><template>d</template><object data=x>e</object>'),
    ).toBe('ae')
    expect(body('<noscript><p>a</p></noscript><xmp><b></xmp><textarea><b></textarea>')).toBe(
      '<p>a</p><pre>\n&lt;b&gt;</pre><textarea>\n&lt;b&gt;</textarea>',
    )
    expect(body('<video src=x><p>a</p></video><unknown-element>b</unknown-element>')).toBe('<p>a</p>b')
  })

  test('only allowed attributes and clickable links are kept', () => {
    expect(body('<p onclick=a() background=b data-x=1 title="&quot;c" STYLE="color:red">d</p>')).toBe(
      '<p data-x="1" title="&quot;c" style="color:red">d</p>',
    )
    expect(
      body(
        '<a href=" https://x.example">a</a><a href="java\tscript:x">b</a><a href="file:///x">c</a><a href="#d">d</a>',
      ),
    ).toBe('<a href="https://x.example">a</a><a>b</a><a>c</a><a href="#d">d</a>')
    expect(body('<a href="HTTP&#58;//x" ping=y>a</a><area href="vnd.sun.star.expand:x">')).toBe(
      '<a href="HTTP://x">a</a><area>',
    )
  })

  test('data URLs of real images are kept; other images are replaced by their alternative text', () => {
    expect(body(`<img src="${png}" srcset=x onerror=y alt=z>`)).toBe(`<img src="${png}" alt="z">`)
    expect(body('<img src="http://x/y.png" alt="A &lt; B">')).toBe('A &lt; B')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/a.png"/><rect width="1"/></svg>'
    const kept = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="1"/></svg>').toString(
      'base64',
    )
    // Whatever type it claims.
    for (const type of ['png', 'svg+xml'])
      expect(body(`<img src="data:image/${type};base64,${Buffer.from(svg).toString('base64')}">`)).toBe(
        `<img src="data:image/svg+xml;base64,${kept}">`,
      )
    expect(body('<img src="data:image/png;base64,JSFQUy1BZG9iZQ==">')).toBe('')
  })

  test('is idempotent: parsing the result again yields the same (mutation XSS)', () => {
    const page = [
      '<svg><style><img src=x onerror=run()></style></svg><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=run()&gt;">',
      '<noscript><p title="</noscript><img src=x onerror=run()>"></noscript><p>a<table><p>b</table><form><form><select><svg><p>c',
      '<style></style><img onerror=run()></style><!--[if IE]><script>x</script><![endif]--><plaintext><b>',
    ].join('')
    const once = sanitizeHtml(page, false)
    expect(sanitizeHtml(once, false).replaceAll(/\s/g, '')).toBe(once.replaceAll(/\s/g, ''))
    expect(once.replaceAll(/"[^"]*"/g, '')).not.toMatch(/<(?:script|img|iframe)|\son\w+\s*=/i)
  })

  test('handles half a million elements', () => {
    expect(body('<br>'.repeat(500_000))).toHaveLength(2_000_000)
  })

  test('a result contains a Content Security Policy that loads nothing', () => {
    expect(sanitizeHtml('<meta charset="utf-7"><meta name=viewport content=a>', true)).toContain(
      `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
    )
    expect(sanitizeHtml('<meta http-equiv=refresh content="0;url=x">', false)).not.toContain('http-equiv')
  })

  test('deep nesting and exploding formatting elements are rejected', () => {
    const failing = expect.objectContaining({ code: 'file-damaged' })
    expect(() => sanitizeHtml('<div>'.repeat(20_000), false)).toThrow(failing)
    const fonts = Array.from({ length: 900 }, (_, index) => `<font size=${index}>`).join('')
    expect(() => sanitizeHtml(`<p>${fonts}</p>${'<p>x</p>'.repeat(20_000)}`, false)).toThrow(
      expect.objectContaining({ code: 'needs-too-much-memory' }),
    )
  })
})

describe('sanitizeSvg', () => {
  test('an image keeps its shapes and loses external references', () => {
    const svg = [
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="x()">',
      '<image xlink:href="a.png"/><use href="#a"/><use href="b.svg#a"/><feImage href="x"/><script>x</script>',
      '<path id="a" d="M0 0" fill="url(#g)" stroke="url(http://x)"><animate attributeName="href" to="x"/></path>',
      '<style>@import "x"; a { fill: red }</style><foreignObject><p>b</p></foreignObject></svg>',
    ].join('')
    expect(sanitizeSvg(svg)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/><path id="a" d="M0 0" fill="url(&quot;#g&quot;)"></path><style>a {fill: red}\n</style></svg>',
    )
  })

  test('undefined if the text contains no svg element', () => {
    expect(sanitizeSvg('<html><svg></svg>')).toBeDefined()
    expect(sanitizeSvg('<p>a</p>')).toBeUndefined()
  })
})

describe('sanitizeCss', () => {
  test.each([
    '@\\69mport "x";',
    '@IMPORT url(x);',
    '@im\\port "x";',
    '@font-face { src: url(x) }',
    '@namespace url(x);',
    '@charset "utf-7";',
    '@counter-style a { symbols: url(x) }',
    '@property --a { initial-value: url(x) }',
    '<!-- @import "x"; -->',
  ])('removes the rule %s', rule => {
    expect(sanitizeStyleSheet(rule)).toBe('')
    expect(sanitizeStyleSheet(`${rule}\na { color: red }`)).toBe('a {color: red}\n')
  })

  test.each([
    'background: url(x)',
    'background: u\\72l(x)',
    'background: \\75\\72\\6c (x)',
    'background: URL( "x" )',
    'background: url("x" a)',
    'background: image-set("x" 1x)',
    'background: -webkit-image-set(url(x) 1x)',
    'background: cross-fade(url(x), red)',
    'background: image("x")',
    'background: src("x")',
    'background: element(#a)',
    'width: expression(x)',
    'width: exp/**/ression(x)',
    'behavior: red',
    '-moz-binding: none',
    '--a: url(x)',
    'background: attr(data-x)',
    'list-style-image: none',
    'color: red} b {background: url(x)',
  ])('removes the declaration %s', declaration => {
    expect(sanitizeDeclarations(declaration)).not.toMatch(
      /url\(|image-set|cross-fade|src\(|expression|attr|element/i,
    )
    expect(sanitizeDeclarations(`${declaration}; color: red`)).toMatch(/(?:^|;)color: red$/)
    expect(sanitizeStyleSheet(`a { ${declaration}; color: red }`)).not.toMatch(/x/)
  })

  test('removes an unterminated string and URL with the rest', () => {
    expect(sanitizeDeclarations('color: red; content: "a\nb"; color: blue')).toBe('color: red')
    expect(
      sanitizeDeclarations('color: red; background: url(data:image/svg+xml,<svg onload=x>; color: blue'),
    ).toBe('color: red')
  })

  test('keeps styling, without escapes that only some parsers know', () => {
    const sheet = 'td > p, th:not(.a)::before { margin: 0 -1px; font: 1rem/1.5 system-ui; color: r\\65 d }'
    expect(sanitizeStyleSheet(sheet)).toBe(
      'td > p, th:not(.a)::before {margin: 0 -1px;font: 1rem/1.5 system-ui;color: red}\n',
    )
    expect(sanitizeStyleSheet('@media (min-width: 9px) { a { color: red !important } }')).toBe(
      '@media (min-width: 9px) {a {color: red !important}\n}\n',
    )
    expect(sanitizeDeclarations(`background: url(${png}); fill: url(#a); width: calc(1px + 2em)`)).toBe(
      `background: url("${png}");fill: url("#a");width: calc(1px + 2em)`,
    )
  })

  test('a rule without a block ends with the surrounding block', () => {
    expect(sanitizeStyleSheet('@media all { @import "x" } a { color: red }')).toBe(
      '@media all {}\na {color: red}\n',
    )
  })

  test('the result cannot close or open an element', () => {
    const sheet = 'a::before { content: "</style><img src=x>" } b\\3c c { color: red } d < e { color: red }'
    expect(sanitizeStyleSheet(sheet)).not.toMatch(/[<&]/)
  })
})
