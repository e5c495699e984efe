/** E-books: text, chapters, cover, metadata, links and images are kept, and written EPUBs are valid. */
import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useBookEngines } from './support/book-harness.ts'
import { checkEpub } from './support/check-epub.ts'
import { writeZip } from './support/write-zip.ts'

const run = promisify(execFile)
const engines = useBookEngines()
const convert = (input: Buffer | string, from: FormatId, to: FormatId) =>
  engines.convert({ operation: 'convert-book', input, from, to })
const sample = (name: string) => readFile(new URL(`samples/books/${name}`, import.meta.url))

const dot = await sharp({ create: { width: 12, height: 8, channels: 3, background: '#c00' } })
  .png()
  .toBuffer()
const cover = await sharp({ create: { width: 20, height: 30, channels: 3, background: '#06a' } })
  .png()
  .toBuffer()

const page = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><link rel="stylesheet" href="a.css"/></head><body>${body}</body></html>`

const epub = writeZip({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<container><rootfiles><rootfile full-path="O/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'O/book.opf': `<package version="2.0" xmlns:dc="x"><metadata><dc:title>The Harbor &amp; Pier</dc:title><dc:creator>Ada Lovelace</dc:creator><dc:creator>Taro Yamada</dc:creator><dc:language>en-GB</dc:language><dc:identifier>urn:isbn:9780000000002</dc:identifier><meta name="cover" content="c"/></metadata>
<manifest><item id="c" href="cover.png" media-type="image/png"/><item id="d" href="dot.png" media-type="image/png"/><item id="s" href="a.css" media-type="text/css"/><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="p1" href="text/one.xhtml" media-type="application/xhtml+xml"/><item id="p2" href="text/two.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine toc="n"><itemref idref="p1"/><itemref idref="p2"/></spine></package>`,
  'O/toc.ncx':
    '<ncx><navMap><navPoint><navLabel><text>Start</text></navLabel><content src="text/one.xhtml"/></navPoint><navPoint><navLabel><text>End</text></navLabel><content src="text/two.xhtml#end"/></navPoint></navMap></ncx>',
  'O/a.css': '.it { font-style: italic } .strong { font-weight: bold }',
  'O/cover.png': cover,
  'O/dot.png': dot,
  'O/text/one.xhtml': page(
    '<h1>First</h1><a id="x"/><p>Text <span class="it">leaning</span> &#x6F22;&#x5B57;. <a href="two.xhtml#end">next</a></p><p><img src="../dot.png" alt="A dot"/></p><script>alert(1)</script>',
  ),
  'O/text/two.xhtml': page(
    '<h1 id="end">Second</h1><ul><li>One</li><p>stray</p></ul><table><tr><td>Ember</td><td>120</td></tr></table><img src="file:///etc/hostname" alt="no"/>',
  ),
})

describe('EPUB', () => {
  test('to fb2 and back to epub keeps metadata, cover, chapters, emphasis, images and the text', async () => {
    const fb2 = await convert(epub, 'epub', 'fb2')
    expect(fb2.bytes.toString()).toContain('<first-name>Ada</first-name><last-name>Lovelace</last-name>')
    const { path, bytes } = await convert(fb2.bytes, 'fb2', 'epub')
    const { opf, nav, pages, files } = await checkEpub(path, bytes)
    expect(opf).toContain('<dc:title>The Harbor &amp; Pier</dc:title>')
    expect(opf).toMatch(/<dc:creator>Ada Lovelace<\/dc:creator>\s*<dc:creator>Taro Yamada<\/dc:creator>/)
    expect(opf).toContain('<dc:language>en-GB</dc:language>')
    expect(nav).toMatch(/First[\s\S]*Second/)
    expect(pages).toContain('<em>leaning</em>')
    expect(pages).toContain('漢字')
    expect(pages).toMatch(/<td>Ember<\/td><td>120<\/td>/)
    const images = [...files].filter(([name]) => name.includes('images/')).map(([, content]) => content)
    expect(images).toEqual(expect.arrayContaining([cover, dot]))
  })

  test('to html is one page with contents, working links and nothing that loads or runs', async () => {
    const text = (await convert(epub, 'epub', 'html')).bytes.toString()
    expect(text).toMatch(/<nav><ul><li><a href="#section-1">Start<\/a><\/li>/)
    expect(text).toContain('<a href="#section-2-end">next</a>')
    expect(text).toContain('id="section-2-end"')
    expect(text).not.toMatch(/<script|etc\/hostname|src="(?!data:)/)
  })

  test('to pdf has the text, the outline and both images', async () => {
    const pdf = await readPdf((await convert(epub, 'epub', 'pdf')).path)
    const words = pdf.pages.join(' ')
    for (const phrase of ['The Harbor & Pier', 'Ada Lovelace', 'leaning', 'Ember'])
      expect(words).toContain(phrase)
    expect(pdf.outline).toEqual(['First', 'Second'])
    expect(pdf.imageCount).toBe(2)
  })

  test('to txt has paragraphs, lists and tables', async () => {
    const text = (await convert(epub, 'epub', 'txt')).bytes.toString()
    expect(text).toMatch(
      /^The Harbor & Pier\nAda Lovelace\nTaro Yamada\n\n\nFirst\n\nText leaning 漢字\. next\n\n\[A dot\]/,
    )
    expect(text).toContain('- One\n- stray\n\nEmber\t120')
  })

  test('with copy protection is refused by name', async () => {
    const protectedBook = writeZip({
      mimetype: 'application/epub+zip',
      'META-INF/encryption.xml':
        '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>',
    })
    expect(
      await engines.codeOf({ operation: 'convert-book', input: protectedBook, from: 'epub', to: 'txt' }),
    ).toBe('book-protected')
  })
})

const chapters = [
  ['Önë – naïve façade', 'harbor'],
  ['第二章 港', 'pier'],
  ['Third', 'lights'],
] as const
/** Longer than a text record, with characters of one to four bytes that cross their borders. */
const longText = (word: string) =>
  Array.from(
    { length: 300 },
    (_, index) => `<p>${index} ${word} 漢字かな é𠮷 the lights of the ${word}.</p>`,
  ).join('')
const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#383' } })
  .jpeg()
  .toBuffer()
const novel = writeZip({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<container><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'b.opf': `<package version="2.0" xmlns:dc="x"><metadata><dc:title>港 &amp; Café</dc:title><dc:creator>Åsa Öberg</dc:creator><dc:creator>山田 太郎</dc:creator><dc:language>ja</dc:language><dc:publisher>Pier Press</dc:publisher><meta name="cover" content="c"/></metadata>
<manifest><item id="c" href="cover.png" media-type="image/png"/><item id="j" href="photo.jpg" media-type="image/jpeg"/><item id="d" href="dot.png" media-type="image/png"/><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>${chapters.map((_, index) => `<item id="p${index}" href="${index}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest>
<spine toc="n">${chapters.map((_, index) => `<itemref idref="p${index}"/>`).join('')}</spine></package>`,
  'toc.ncx': `<ncx><navMap>${chapters.map(([title], index) => `<navPoint><navLabel><text>${title}</text></navLabel><content src="${index}.xhtml"/><navPoint><navLabel><text>Part of ${title}</text></navLabel><content src="${index}.xhtml#part"/></navPoint></navPoint>`).join('')}</navMap></ncx>`,
  'cover.png': cover,
  'photo.jpg': photo,
  'dot.png': dot,
  ...Object.fromEntries(
    chapters.map(([title, word], index) => [
      `${index}.xhtml`,
      page(
        `<h1>${title}</h1><p><img src="${index === 0 ? 'photo.jpg' : 'dot.png'}" alt="Image"/> <a href="${(index + 1) % 3}.xhtml#part">next</a> <a href="https://example.org/a?b=1&amp;c=2">elsewhere</a></p>${longText(word)}<h2 id="part">Part ${index}</h2><p><ruby>港<rt>みなと</rt></ruby> <i>leaning</i></p>`,
      ),
    ]),
  ),
})

describe('MOBI', () => {
  const words = (html: string) =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()

  test('of an EPUB comes back with metadata, cover, contents, links, images and every word', async () => {
    const mobi = await convert(novel, 'epub', 'mobi')
    const { path, bytes } = await convert(mobi.bytes, 'mobi', 'epub')
    const { opf, nav, pages, files } = await checkEpub(path, bytes)
    expect(opf).toContain('<dc:title>港 &amp; Café</dc:title>')
    expect(opf).toMatch(/<dc:creator>Åsa Öberg<\/dc:creator>\s*<dc:creator>山田 太郎<\/dc:creator>/)
    expect(opf).toContain('<dc:language>ja</dc:language>')
    expect(opf).toContain('<dc:publisher>Pier Press</dc:publisher>')
    for (const [index, [title, word]] of chapters.entries()) {
      expect(nav).toMatch(
        new RegExp(
          `<li><a href="[^"]+">${title}</a><ol><li><a href="[^"]+">Part of ${title}</a></li></ol></li>`,
        ),
      )
      const section = files.get(`EPUB/section-${index + 1}.xhtml`)?.toString() ?? ''
      expect(words(section)).toContain(words(longText(word)))
      const [, target, anchor] = /href="(section-\d\.xhtml)#(\w+)">next/.exec(section) ?? []
      expect(target).toBe(`section-${((index + 1) % 3) + 1}.xhtml`)
      expect(files.get(`EPUB/${target}`)?.toString()).toMatch(
        new RegExp(`id="${anchor}"[^<]*(?:</?[^p][^<]*)*<h2`),
      )
    }
    expect(pages).toContain('href="https://example.org/a?b=1&amp;c=2"')
    const [, coverHref] = /href="([^"]+)" media-type="[^"]+" properties="cover-image"/.exec(opf) ?? []
    expect(await sharp(files.get(`EPUB/${coverHref}`)).metadata()).toMatchObject({ width: 20, height: 30 })
    const images = [...files].filter(([name]) => name.includes('images/')).map(([, content]) => content)
    expect(images).toEqual(expect.arrayContaining([photo]))
    expect(images.length).toBe(3)
  })

  test('is read by libmobi as it is: header, text, cover and links', async () => {
    await using temporary = await mkdtempDisposable(join(tmpdir(), 'mobi-'))
    const folder = temporary.path
    const { bytes } = await convert(novel, 'epub', 'mobi')
    await writeFile(join(folder, 'novel.mobi'), bytes)
    const mobitool = (...args: string[]) =>
      run('mobitool', [...args, '-o', folder, join(folder, 'novel.mobi')])
    const { stdout } = await mobitool('-i', '-c', '-d')
    for (const line of [
      'Updated title (503): 港 & Café',
      'Creator (100): 山田 太郎',
      'Publisher (101): Pier Press',
      'Language (524): ja',
      'Cover offset (201): 0',
      'file version: 6',
    ])
      expect(stdout).toContain(line)
    const raw = await readFile(join(folder, 'novel.rawml'), 'utf8')
    for (const [, word] of chapters) expect(raw).toContain(longText(word))
    expect(await sharp(join(folder, 'novel_cover.jpg')).metadata()).toMatchObject({ width: 20, height: 30 })
    await mobitool('-s')
    const source = (name: string) => readFile(join(folder, 'novel_markup', name), 'utf8')
    const html = await source('part00000.html')
    const headingAt = (position: string | undefined) =>
      new RegExp(`<a id="${position}"></a><h\\d>([^<]*)`).exec(html)?.[1]
    const nextLinks = [...html.matchAll(/<a href="#(\d+)" >next/g)].map(([, position]) => headingAt(position))
    expect(nextLinks).toEqual(['Part 1', 'Part 2', 'Part 0'])
    const ncx = await source('resource00004.ncx')
    const listed = [...ncx.matchAll(/<text>([^<]*)<\/text>\s*<\/navLabel>\s*<content src="[^#]*#(\d+)"/g)]
    expect(listed.map(([, title, position]) => [title, headingAt(position)])).toEqual(
      chapters.flatMap(([title], index) => [
        [title, title],
        [`Part of ${title}`, `Part ${index}`],
      ]),
    )
  })
})

/** Written by calibre of one text; see samples/ORIGINS.md. */
const kindleBooks: readonly (readonly [string, FormatId])[] = [
  ['harbor.mobi', 'mobi'],
  ['harbor.azw3', 'azw3'],
  ['harbor-both.mobi', 'mobi'],
]

describe.each(kindleBooks)('%s', (name, from) => {
  test('to epub keeps text, cover, contents, links, images and metadata', async () => {
    const { path, bytes } = await convert(await sample(name), from, 'epub')
    const { opf, nav, pages, files } = await checkEpub(path, bytes)
    expect(opf).toContain('<dc:title>The Harbor Book</dc:title>')
    expect(opf).toContain('<dc:creator>Ada Lovelace</dc:creator>')
    expect(opf).toContain('<dc:language>en</dc:language>')
    expect(opf).toContain('properties="cover-image"')
    expect(nav).toContain('Part of it')
    const text = pages.replace(/<[^>]*>/g, '')
    expect(text).toMatch(
      /First chapter[\s\S]*Ünïcödé 日本語\.[\s\S]*Second chapter[\s\S]*Part of it[\s\S]*More text here/,
    )
    expect(pages).toMatch(/<(?:i|em)>italic<\/(?:i|em)>/)
    expect(pages).toMatch(/<a href="section-\d\.xhtml#\w+">link<\/a>/)
    expect(pages).toMatch(/<t[hd]>(?:<[^>]*>)*Value/)
    const sizes = await Promise.all(
      [...files]
        .filter(([file]) => file.includes('images/'))
        .map(async ([, content]) => {
          const { width, height } = await sharp(content).metadata()
          return `${width}x${height}`
        }),
    )
    expect(sizes).toEqual(expect.arrayContaining(['40x30', '60x90']))
  })
})

test('PalmDOC: the whole text in order', async () => {
  const text = (await convert(await sample('harbor.pdb'), 'pdb', 'txt')).bytes.toString()
  expect(text).toMatch(/First chapter[\s\S]*bold and a link[\s\S]*Second chapter[\s\S]*More text here/)
})

describe('DjVu', () => {
  test('to pdf has a page of the same image; to txt the text layer', async () => {
    await using temporary = await mkdtempDisposable(join(tmpdir(), 'djvu-'))
    const folder = temporary.path
    const pixels = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a6' } })
      .raw()
      .toBuffer()
    await writeFile(join(folder, 'a.ppm'), Buffer.concat([Buffer.from('P6 300 200 255\n'), pixels]))
    await run('c44', ['-dpi', '100', join(folder, 'a.ppm'), join(folder, 'a.djvu')])
    await writeFile(join(folder, 'text'), '(page 0 0 300 200 (line 10 100 200 120 "Harbor light"))')
    await run('djvused', [join(folder, 'a.djvu'), '-e', `select 1; set-txt ${join(folder, 'text')}`, '-s'])
    const djvu = await readFile(join(folder, 'a.djvu'))
    expect((await convert(djvu, 'djvu', 'txt')).bytes.toString()).toBe('Harbor light\n')
    const { path, notes } = await convert(djvu, 'djvu', 'pdf')
    const { stdout } = await run('pdfimages', ['-list', path])
    expect(stdout).toMatch(/\b300\s+200\b/)
    expect(notes[0]).toContain('The pages are images')
  })
})

test('a truncated EPUB ends with a code', async () => {
  const input = epub.subarray(0, epub.length / 2)
  expect(await engines.codeOf({ operation: 'convert-book', input, from: 'epub', to: 'txt' })).toBe(
    'file-damaged',
  )
})
