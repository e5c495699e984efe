/** E-books, comics, DjVu and texts with markup that refer to other files, are bombs, or run scripts. */
import type { FormatId } from '@filesmith/contract/formats'
import { writeZip } from '../support/write-zip.ts'
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'

const markupFormats: readonly FormatId[] = [
  'md',
  'rst',
  'org',
  'tex',
  'adoc',
  'textile',
  'muse',
  'opml',
  'ipynb',
]

function epubOf(page: string, extra: Readonly<Record<string, string | Buffer>> = {}): Buffer {
  return writeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    'b.opf':
      '<package><metadata/><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="t" href="../../../t.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="t"><itemref idref="a"/></spine></package>',
    'a.xhtml': page,
    ...extra,
  })
}

export function booksWithExternalReferences({ http, image, text, otherJob }: Targets): HostileFile[] {
  const references = `<img src="file://${image}"/><img src="${image}"/><img src="../../../..${image}"/><img src="${otherJob.image}"/><img src="${http}/a.png"/><object data="${http}/b"/><link rel="stylesheet" href="${http}/c.css"/><svg xmlns:xlink="x"><image xlink:href="file://${image}"/></svg><iframe src="file://${text}"/>`
  return [
    hostile(
      'external',
      'epub: references to files and servers',
      'a.epub',
      epubOf(`<html><body><p>Visible words</p>${references}</body></html>`),
    ),
    hostile(
      'external',
      'epub: external entities',
      'a.epub',
      epubOf(
        `<!DOCTYPE html [<!ENTITY x SYSTEM "file://${text}"><!ENTITY y SYSTEM "${http}/y">]><html><body><p>Visible words &x; &y;</p></body></html>`,
      ),
    ),
    hostile(
      'external',
      'fb2: external entities and images',
      'a.fb2',
      `<!DOCTYPE f [<!ENTITY x SYSTEM "file://${text}">]><FictionBook><description><title-info><coverpage><image href="file://${image}"/></coverpage></title-info></description><body><section><p>Visible words &x;</p><image href="${http}/i.png"/></section></body></FictionBook>`,
    ),
    hostile(
      'external',
      'pages: images by their paths',
      'a.pages',
      writeZip({
        'index.xml': `<sl:document xmlns:sl="http://developer.apple.com/namespaces/sl" xmlns:sf="http://developer.apple.com/namespaces/sf" sl:version="92008102400"><sf:text-storage sf:kind="body"><sf:text-body><sf:p>Visible words</sf:p><sf:image><sf:data sf:path="${image}"/></sf:image><sf:data sf:path="${http}/a.png"/><sf:data sf:path="${otherJob.image}"/></sf:text-body></sf:text-storage></sl:document>`,
        'buildVersionHistory.plist': '<plist/>',
      }),
    ),
    hostile(
      'external',
      'cbz: a drawing as a page that refers to files and servers',
      'a.cbz',
      writeZip({ 'page-1.png': `<svg xmlns="http://www.w3.org/2000/svg">${references}</svg>` }),
      ['cbz', 'cb7', 'cbr'],
    ),
    hostile(
      'external',
      'markup: inclusion of files in every language',
      'a.md',
      [
        `---\ncover-image: ${image}\ncss: ${http}/a.css\nheader-includes: "<script src=${http}/x.js></script>"\nbibliography: ${text}\n---\n`,
        `# Visible words\n\n![a](${image}) ![b](${http}/b.png) ![c](${otherJob.image})\n`,
        `.. include:: ${text}\n\n.. raw:: html\n   :file: ${text}\n\n.. figure:: ${image}\n`,
        `#+INCLUDE: "${text}"\n[[file:${image}]]\n`,
        `include::${text}[]\nimage::${image}[]\n`,
        `\\input{${text}}\\include{${text}}\\includegraphics{${image}}\\lstinputlisting{${text}}\n`,
        `!${image}!\n<include file="${text}">\n<img src="${image}"><iframe src="file://${text}"></iframe>\n`,
      ].join('\n'),
      markupFormats,
    ),
  ]
}

export function bookBombs(): HostileFile[] {
  const zeros = Buffer.alloc(80_000_000, 0x20)
  const entities = Array.from(
    { length: 12 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  ).join('')
  return [
    hostile('bomb', 'epub: a page that is large when unpacked', 'a.epub', epubOf('', { 'a.xhtml': zeros })),
    hostile(
      'bomb',
      'epub: nesting',
      'a.epub',
      epubOf(`<html><body>${'<div>'.repeat(100_000)}</body></html>`),
    ),
    hostile(
      'bomb',
      'fb2: entities',
      'a.fb2',
      `<!DOCTYPE f [<!ENTITY l0 "lol">${entities}]><FictionBook><body><section><p>&l12;</p></section></body></FictionBook>`,
    ),
    hostile('bomb', 'mobi: records that claim to be many', 'a.mobi', mobiBomb()),
    hostile('bomb', 'djvu: a page of a billion pixels', 'a.djvu', djvuBomb()),
    hostile(
      'bomb',
      'tex: macros that call each other',
      'a.tex',
      `${'\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}'}\\begin{document}\\a\\end{document}`,
      ['tex'],
    ),
    hostile('bomb', 'markdown: nesting', 'a.md', `${'>'.repeat(50_000)} a\n\n${'['.repeat(50_000)}\n`, [
      'md',
    ]),
  ]
}

function mobiBomb(): Buffer {
  const file = Buffer.alloc(400)
  file.write('BOOKMOBI', 60, 'latin1')
  file.writeUInt16BE(2, 76)
  file.writeUInt32BE(100, 78)
  file.writeUInt32BE(390, 86)
  file.writeUInt16BE(17480, 100)
  file.writeUInt16BE(0xffff, 108)
  file.write('MOBI', 116, 'latin1')
  file.writeUInt32BE(0xffffffff, 120)
  file.writeUInt32BE(0xffffffff, 212)
  return file
}

function djvuBomb(): Buffer {
  const file = Buffer.alloc(64)
  file.write('AT&TFORM\0\0\0\x34DJVUINFO\0\0\0\x0a', 'latin1')
  file.writeUInt16BE(32_767, 24)
  file.writeUInt16BE(32_767, 26)
  return file
}

export function scriptedBooks(): HostileFile[] {
  const page =
    '<html><body><p onclick="run()">Visible words</p><script>run()</script><a href="javascript:run()">a</a><svg onload="run()"><script>run()</script></svg></body></html>'
  return [
    hostile('script', 'epub: scripts', 'a.epub', epubOf(page)),
    hostile('script', 'markdown: scripts', 'a.md', page, ['md']),
  ]
}
