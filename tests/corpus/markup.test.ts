/** Texts with markup: each format is read right, each result has the structure, and only images of the upload. */
import type { FormatId } from '@filesmith/contract/formats'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { isThorough } from '../support/thorough.ts'
import { useBookEngines } from './support/book-harness.ts'
import { checkEpub } from './support/check-epub.ts'
import { writeZip } from './support/write-zip.ts'

const engines = useBookEngines()

const redDot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC'

const markdown = `---
title: Harbor report
author: [Ada Lovelace, 山田太郎]
lang: en
cover-image: /etc/hostname
---

# Arrivals

Ships with *flags*, a note[^1] and $x^2$. 漢字と仮名。 H<sub>2</sub>O <script>alert(1)</script>

[^1]: Counted by hand.

| Ship | Tons |
|:-----|-----:|
| Ember | 120 |

\`\`\`python
def count(): return 1
\`\`\`

- [x] done

# Departures

![a red dot](${redDot}) ![the map](/etc/hostname) ![far](https://example.com/x.png)

<div onclick="steal()">Raw <b>words</b></div>

[link](https://example.com/) [bad](javascript:alert(1)) [up](#arrivals)
`

const convert = (input: string, from: FormatId, to: FormatId) =>
  engines.convert({ operation: 'convert-markup', input, from, to })

describe('Markdown', () => {
  test('to html has headings, table, footnote, MathML, highlighted code and only the embedded image', async () => {
    const { bytes, notes } = await convert(markdown, 'md', 'html')
    const page = bytes.toString()
    expect(page).toMatch(/<h1[^>]*>Arrivals<\/h1>/)
    expect(page).toMatch(/<td[^>]*>120<\/td>/)
    expect(page).toContain('Counted by hand.')
    expect(page).toContain('<math')
    expect(page).toMatch(/<span class="kw">def<\/span>/)
    expect(page).toContain('H<sub>2</sub>O')
    expect([...page.matchAll(/src="([^"]{0,22})/g)].map(([, source]) => source)).toEqual([
      'data:image/png;base64,',
    ])
    expect(page).not.toMatch(/<script|onclick|javascript:|example\.com\/x\.png|hostname/)
    expect(page).toContain('the map')
    expect(page).toContain('Content-Security-Policy')
    expect(notes).toEqual([expect.stringMatching(/^2 images are not part of the file/)])
  })

  test('to epub is valid, with a chapter for each heading, formulas and metadata', async () => {
    const { path, bytes } = await convert(markdown, 'md', 'epub')
    const { opf, nav, pages, files } = await checkEpub(path, bytes)
    expect(opf).toContain('<dc:title>Harbor report</dc:title>')
    expect(opf).toContain('<dc:creator>山田太郎</dc:creator>')
    expect([...nav.matchAll(/<a href="([^"]+)">([^<]+)/g)].map(found => found.slice(1))).toEqual([
      ['chapter-1.xhtml#arrivals', 'Arrivals'],
      ['chapter-2.xhtml#departures', 'Departures'],
    ])
    expect(pages).toContain('xmlns="http://www.w3.org/1998/Math/MathML"')
    expect(pages).toContain('href="chapter-1.xhtml#arrivals"')
    expect([...files.keys()].filter(name => name.includes('images/'))).toHaveLength(1)
    expect(pages).not.toMatch(/script|onclick|javascript|hostname/)
  })

  test('to pdf keeps words, outline, image and title', async () => {
    const { path } = await convert(markdown, 'md', 'pdf')
    const pdf = await readPdf(path)
    const words = pdf.pages.join(' ')
    for (const phrase of ['Harbor report', 'Ember', 'Counted by hand.', '漢字と仮名', 'def count'])
      expect(words).toContain(phrase)
    expect(pdf.outline).toEqual(expect.arrayContaining(['Arrivals', 'Departures']))
    expect(pdf.imageCount).toBe(1)
  })

  test('to docx has styles, a footnote, a formula and the image', async () => {
    const parts = await readZip((await convert(markdown, 'md', 'docx')).bytes)
    const body = parts.get('word/document.xml')?.toString() ?? ''
    expect(body).toContain('<w:pStyle w:val="Heading1"')
    expect(body).toContain('<m:oMath>')
    expect(body).toMatch(/<w:tbl>/)
    expect(parts.get('word/footnotes.xml')?.toString()).toContain('Counted by hand.')
    expect([...parts.keys()].filter(name => name.startsWith('word/media/'))).toHaveLength(1)
  })
})

describe('Markdown with images in a ZIP file', () => {
  const red = { create: { width: 12, height: 8, channels: 3, background: '#ff0000' } } as const
  const packed = async () =>
    writeZip({
      'guide/README.md':
        '# Harbor\n\n![map](images/the%20map.png) ![logo](../logo.jpg)\n\n<p><img src="./images/the map.png" alt="again"></p>\n\n![host](/etc/hostname) ![up](../../../etc/hostname) ![far](https://example.com/x.png) ![own](README.md)\n',
      'guide/images/the map.png': await sharp(red).png().toBuffer(),
      'logo.jpg': await sharp({ create: { ...red.create, background: '#0000ff' } })
        .jpeg()
        .toBuffer(),
    })
  const convertPacked = async (to: FormatId) =>
    engines.convert({ operation: 'convert-markup', input: await packed(), from: 'textpack', to })

  test('is recognized, by any name', async () => {
    expect(sniffFormat(await packed())).toBe('textpack')
  })

  test('to html embeds the images of the package at their places, and nothing else', async () => {
    const { bytes, notes } = await convertPacked('html')
    const page = bytes.toString()
    const images = [...page.matchAll(/<img\s[^>]*src="data:image\/\w+;base64,([^"]+)"/g)]
    const colors = await Promise.all(
      images.map(async ([, data = '']) => {
        const { channels } = await sharp(Buffer.from(data, 'base64')).stats()
        return channels.slice(0, 3).map(({ mean }) => Math.round(mean / 255))
      }),
    )
    expect(colors).toEqual([
      [1, 0, 0],
      [0, 0, 1],
      [1, 0, 0],
    ])
    expect(page.match(/<img/g)).toHaveLength(3)
    expect(page).not.toMatch(/hostname|example\.com/)
    expect(notes).toEqual([
      '1 image could not be read.',
      expect.stringMatching(/^3 images are not part of the file/),
    ])
  })

  test('to docx, epub and pdf has the images', async () => {
    const docx = await readZip((await convertPacked('docx')).bytes)
    expect([...docx.keys()].filter(name => name.startsWith('word/media/'))).toHaveLength(3)
    const epub = await convertPacked('epub')
    const { files } = await checkEpub(epub.path, epub.bytes)
    expect([...files.keys()].filter(name => name.includes('images/'))).toHaveLength(2)
    const pdf = await readPdf((await convertPacked('pdf')).path)
    expect(pdf.pages.join(' ')).toContain('Harbor')
    expect(pdf.imageCount).toBe(3)
  })

  test('a package whose text is damaged is refused', async () => {
    const input = await packed()
    input.fill(0, 60, 100)
    const conversion = { operation: 'convert-markup', input, from: 'textpack', to: 'html' } as const
    expect(await engines.codeOf(conversion)).toBe('file-damaged')
  })
})

/** The same text in each language. */
const sources: readonly (readonly [FormatId, string])[] = [
  [
    'rst',
    'Arrivals\n========\n\nShips with *flags*.\n\n.. include:: /etc/hostname\n\n- one\n- two\n\n===== ====\nShip  Tons\n===== ====\nEmber 120\n===== ====\n',
  ],
  [
    'adoc',
    '== Arrivals\n\nShips with _flags_.footnote:[A note.]\n\ninclude::/etc/hostname[]\n\n* one\n* two\n\n|===\n|Ship |Tons\n\n|Ember |120\n|===\n',
  ],
  [
    'org',
    '* Arrivals\n\nShips with /flags/.\n\n#+INCLUDE: "/etc/hostname"\n\n- one\n- two\n\n| Ship  | Tons |\n|-------+------|\n| Ember | 120  |\n',
  ],
  ['textile', 'h1. Arrivals\n\nShips with _flags_.\n\n* one\n* two\n\n|_. Ship|_. Tons|\n|Ember|120|\n'],
  ['muse', '* Arrivals\n\nShips with *flags*.\n\n - one\n - two\n\nShip || Tons\nEmber | 120\n'],
  [
    'tex',
    '\\documentclass{article}\\begin{document}\\section{Arrivals} Ships with \\emph{flags}. \\input{/etc/hostname}\\begin{itemize}\\item one \\item two\\end{itemize}\\begin{tabular}{ll} Ship & Tons \\\\ \\hline Ember & 120 \\end{tabular}\\end{document}',
  ],
  [
    'html',
    '<h1>Arrivals</h1><p>Ships with <em>flags</em>.</p><ul><li>one<li>two</ul><table><tr><th>Ship<th>Tons<tr><td>Ember<td>120</table>',
  ],
]

describe.each(isThorough ? sources : sources.slice(0, 3))('%s', (from, source) => {
  test('is read with heading, emphasis, list and table, and includes no file', async () => {
    const to = from === 'html' ? 'rst' : 'md'
    const text = (await convert(source, from, to)).bytes.toString()
    expect(text).toMatch(to === 'rst' ? /Arrivals\n=+/ : /^# Arrivals/m)
    expect(text).toContain('*flags*')
    expect(text).toMatch(/-\s+one\n\s*-\s+two/)
    expect(text).toMatch(to === 'rst' ? /Ember\s+120/ : /\| Ember\s*\|\s*120/)
    expect(text).not.toContain((await import('node:os')).hostname())
  })
})

test('opml: every outline becomes a heading of its level, with its note below it', async () => {
  const outline =
    '<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY name SYSTEM "/etc/hostname">]><opml version="2.0"><head><title>Harbor report</title></head><body><outline text="Arrivals" _note="Ships with flags."><outline text="Ember &amp; 東京"/></outline><outline text="Departures"/></body></opml>'
  const text = (await convert(outline, 'opml', 'md')).bytes.toString()
  const structure = text.split('\n').filter(line => /^#|flags/.test(line))
  expect(structure).toEqual(['# Arrivals', 'Ships with flags.', '## Ember & 東京', '# Departures'])
  const page = (await convert(outline, 'opml', 'html')).bytes.toString()
  expect(page).toMatch(/<title>Harbor report<\/title>/)
  expect([...page.matchAll(/<(h[1-6])[^>]*>([^<]+)</g)].map(([, tag, words]) => [tag, words])).toEqual(
    expect.arrayContaining([
      ['h1', 'Arrivals'],
      ['h2', 'Ember &amp; 東京'],
      ['h1', 'Departures'],
    ]),
  )
})

test('ipynb: keeps text, code and images of outputs', async () => {
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'python3', display_name: 'Python', language: 'python' } },
    cells: [
      { cell_type: 'markdown', metadata: {}, id: 'a', source: ['# Arrivals'] },
      {
        cell_type: 'code',
        metadata: {},
        id: 'b',
        execution_count: 1,
        source: ['print(1)'],
        outputs: [{ output_type: 'display_data', metadata: {}, data: { 'image/png': redDot.split(',')[1] } }],
      },
    ],
  }
  const page = (await convert(JSON.stringify(notebook), 'ipynb', 'html')).bytes.toString()
  expect(page).toMatch(/<h1[^>]*>Arrivals<\/h1>/)
  expect(page.replace(/<[^>]*>/g, '')).toContain('print(1)')
  expect(page).toContain('src="data:image/png;base64,')
})
