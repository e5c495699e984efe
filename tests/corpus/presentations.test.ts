/** Presentations: pages, images and text of slides, notes, hidden slides, passwords; and drawings of several pages. */
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { writeOdg } from './support/drawings.ts'
import { type OfficeHarness, startOfficeHarness } from './support/office-harness.ts'
import { protectDocx } from './support/protect-docx.ts'
import { sampleDocument } from './support/report.ts'
import { writeModernKeynote, writeModernPages } from './support/write-iwa.ts'
import { writeKeynote } from './support/write-iwork.ts'
import { tableMarkup, writePptx } from './support/write-pptx.ts'
import { writeVsdx } from './support/write-vsdx.ts'
import { writeZip } from './support/write-zip.ts'

let harness: OfficeHarness

beforeAll(async () => {
  harness = await startOfficeHarness()
})

afterAll(() => harness.close())

const talk = () =>
  writePptx([
    {
      title: 'Harbor plan',
      lines: [
        [0, 'First pier'],
        [1, 'with *two* cranes'],
        [0, 'Second pier'],
      ],
      notes: 'Greet the mayor.',
    },
    { title: 'Left out', isHidden: true },
    {
      title: 'Costs in 東京',
      markup: tableMarkup([
        ['Item', 'Sum'],
        ['Crane', '1,200'],
      ]),
    },
  ])

test('pptx to pdf: a page per visible slide, with its text, and a note about the hidden one', async () => {
  const { path, outcome } = await harness.convert({ input: talk(), from: 'pptx', to: 'pdf' })
  const { pages } = await readPdf(path)
  expect(pages).toHaveLength(2)
  expect(pages[0]).toMatch(/Harbor plan.*First pier.*two.*Second pier/)
  expect(pages[1]).toMatch(/Costs in 東京.*Item.*Sum.*Crane.*1,200/)
  expect(outcome.notes).toEqual(['One hidden slide was left out.'])
})

test('pptx to md: headings, lists with levels, tables and notes', async () => {
  const { text } = await harness.convert({ input: talk(), from: 'pptx', to: 'md' })
  expect(text).toBe(
    [
      '## Harbor plan\n\n- First pier\n   - with \\*two\\* cranes\n- Second pier\n\n> **Notes**\n>\n> Greet the mayor.\n',
      '## Costs in 東京\n\n| Item | Sum |\n| --- | ---: |\n| Crane | 1,200 |\n',
    ].join('\n'),
  )
})

test('pptx to txt has every word of the visible slides in order', async () => {
  const { text } = await harness.convert({ input: talk(), from: 'pptx', to: 'txt' })
  expect(text).toMatch(
    /^1\. Harbor plan\n\n- First pier\n {2}- with \*two\* cranes\n- Second pier\n\nNotes:\nGreet the mayor\.\n/,
  )
  expect(text).toMatch(/2\. Costs in 東京\n\nItem +Sum\nCrane +1,200\n$/)
})

test('pptx to png: an image per visible slide, of the shape of the slide', async () => {
  const { bytes, outcome } = await harness.convert({
    input: talk(),
    from: 'pptx',
    to: 'png',
    options: { dpi: 72 },
  })
  expect(outcome).toMatchObject({ format: 'zip', pages: 2 })
  const images = [...(await readZip(bytes)).values()]
  expect(images).toHaveLength(2)
  for (const image of images) {
    const { width, height } = await sharp(image).metadata()
    expect([width, height]).toEqual([720, 540])
    // Text was drawn.
    expect((await sharp(image).greyscale().stats()).channels[0]?.min).toBeLessThan(100)
  }
})

test('pptx to odp and back to pptx keeps the text and the notes', async () => {
  const odp = await harness.convert({ input: talk(), from: 'pptx', to: 'odp' })
  const content = (await readZip(odp.bytes)).get('content.xml')?.toString() ?? ''
  for (const words of ['Harbor plan', 'First pier', 'Greet the mayor.', '1,200', 'Left out'])
    expect(content).toContain(words)
  const back = await harness.convert({ input: odp.bytes, from: 'odp', to: 'pptx' })
  const slides = [...(await readZip(back.bytes))].filter(([name]) =>
    /^ppt\/slides\/slide\d+\.xml$/.test(name),
  )
  expect(slides).toHaveLength(3)
  expect(slides.map(([, markup]) => markup.toString()).join('')).toContain('Second pier')
})

test('a protected pptx asks for its password, and opens with it', async () => {
  const request = { input: protectDocx(talk(), 'Ember'), from: 'pptx', to: 'txt' } as const
  expect(await harness.codeOf(request)).toBe('password-needed')
  expect(await harness.codeOf({ ...request, password: 'wrong' })).toBe('password-wrong')
  expect((await harness.convert({ ...request, password: 'Ember' })).text).toContain('Second pier')
})

test('ppt to md and pdf: the title and the lines', async () => {
  const input = gunzipSync(await sampleDocument('slides.ppt.gz'))
  const { text } = await harness.convert({ input, from: 'ppt', to: 'md' })
  expect(text).toBe('## Harbor plan\n\nFirst pier\n\nSecond pier\n')
  const { path } = await harness.convert({ input, from: 'ppt', to: 'pdf' })
  expect((await readPdf(path)).pages).toEqual([expect.stringMatching(/Harbor plan.*First pier.*Second pier/)])
})

test('odg to pdf has a page for each, with its text', async () => {
  const { path } = await harness.convert({ input: writeOdg(['Pier', 'Crane']), from: 'odg', to: 'pdf' })
  expect((await readPdf(path)).pages.map(page => page.trim())).toEqual(['Pier', 'Crane'])
})

test('vsdx to pdf and svg: the texts of its shapes', async () => {
  const input = writeVsdx(['Pier', 'Only one = 1'])
  const { path } = await harness.convert({ input, from: 'vsdx', to: 'pdf' })
  expect((await readPdf(path)).pages).toEqual([expect.stringMatching(/Pier[\s\S]*Only one = 1/)])
  const { text } = await harness.convert({ input, from: 'vsdx', to: 'svg' })
  expect(text).toMatch(/<svg[\s\S]*Pier[\s\S]*one = 1/)
})

test('odg to svg: one drawing, or an archive of one for each page', async () => {
  const one = await harness.convert({ input: writeOdg(['Pier']), from: 'odg', to: 'svg' })
  expect(one.text).toMatch(/<svg[\s\S]*Pier/)
  const { bytes, outcome } = await harness.convert({
    input: writeOdg(['Pier', 'Crane']),
    from: 'odg',
    to: 'svg',
  })
  expect(outcome).toEqual({ format: 'zip', pages: 2 })
  const files = [...(await readZip(bytes))].map(([name, content]) => [
    name,
    /Pier|Crane/.exec(content.toString())?.[0],
  ])
  expect(files).toEqual([
    ['page-01.svg', 'Pier'],
    ['page-02.svg', 'Crane'],
  ])
})

test('pages to txt, docx and md: the text of a document of the older XML format', async () => {
  const spaces = ['sl', 'sf', 'sfa'].map(
    name => `xmlns:${name}="http://developer.apple.com/namespaces/${name}"`,
  )
  const input = writeZip({
    'index.xml': `<sl:document ${spaces.join(' ')} sl:version="92008102400"><sf:text-storage sf:kind="body"><sf:text-body><sf:section><sf:layout><sf:p>Harbor plan<sf:br/></sf:p><sf:p>Second pier<sf:br/></sf:p></sf:layout></sf:section></sf:text-body></sf:text-storage></sl:document>`,
    'buildVersionHistory.plist': '<plist/>',
  })
  expect(sniffFormat(input)).toBe('pages')
  expect((await harness.convert({ input, from: 'pages', to: 'txt' })).text.trim()).toBe(
    'Harbor plan\nSecond pier',
  )
  expect((await harness.convert({ input, from: 'pages', to: 'md' })).text).toMatch(
    /^Harbor plan\s+Second pier\s*$/,
  )
  const { bytes } = await harness.convert({ input, from: 'pages', to: 'docx' })
  expect((await readZip(bytes)).get('word/document.xml')?.toString()).toContain('Second pier')
})

test('pages to txt, docx and pdf: text and page size of a document of the present format', async () => {
  const input = writeModernPages('Harbor plan\nCosts in 東京\n')
  expect(sniffFormat(input)).toBe('pages')
  const lines = ['Harbor plan', 'Costs in 東京']
  expect((await harness.convert({ input, from: 'pages', to: 'txt' })).text.trim().split(/\s*\n\s*/)).toEqual(
    lines,
  )
  const { path } = await harness.convert({ input, from: 'pages', to: 'pdf' })
  const { pages } = await readPdf(path)
  expect(pages.map(page => page.replace(/\s+/g, ' ').trim())).toEqual([lines.join(' ')])
  const drawn = await getDocument({ data: new Uint8Array(await readFile(path)) }).promise
  expect((await drawn.getPage(1)).view.map(Math.round)).toEqual([0, 0, 595, 842])
  const { bytes } = await harness.convert({ input, from: 'pages', to: 'docx' })
  expect((await readZip(bytes)).get('word/document.xml')?.toString()).toMatch(
    /Harbor plan[\s\S]*Costs in .*東京/,
  )
})

test('key to pdf, pptx and txt: size, slides and text of a presentation of the older XML format', async () => {
  await checkKeynote(
    writeKeynote([
      [
        { lines: ['Harbor plan'], top: 50 },
        { lines: ['First pier', 'Second pier'], top: 300 },
      ],
      [{ lines: ['Costs in 東京'], top: 50 }],
    ]),
  )
})

test('key to pdf, pptx and txt: size, slides and text of a presentation of the present format', async () => {
  await checkKeynote(
    writeModernKeynote([
      [
        { text: 'Harbor plan', top: 50 },
        { text: 'First pier\nSecond pier', top: 300 },
      ],
      [{ text: 'Costs in 東京', top: 50 }],
    ]),
  )
})

async function checkKeynote(input: Buffer): Promise<void> {
  expect(sniffFormat(input)).toBe('key')
  const { path, bytes } = await harness.convert({ input, from: 'key', to: 'pdf' })
  const { pages } = await readPdf(path)
  expect(pages.map(page => page.replace(/\s+/g, ' ').trim())).toEqual([
    'Harbor plan First pier Second pier',
    'Costs in 東京',
  ])
  const drawn = await getDocument({ data: new Uint8Array(bytes) }).promise
  const [, , width = 0, height = 0] = (await drawn.getPage(1)).view
  expect([Math.round(width), Math.round(height)]).toEqual([800, 600])
  const { items } = await (await drawn.getPage(1)).getTextContent()
  const topOf = (words: string) =>
    items.flatMap(item =>
      'str' in item && item.str.includes(words) ? [600 - Number(item.transform[5])] : [],
    )
  // The baseline of each is in its box.
  for (const [words, top] of [
    ['Harbor', 50],
    ['First', 300],
  ] as const) {
    expect(topOf(words)[0]).toBeGreaterThan(top)
    expect(topOf(words)[0]).toBeLessThan(top + 120)
  }
  expect((await harness.convert({ input, from: 'key', to: 'txt' })).text).toMatch(
    /Harbor plan\s+First pier\s+Second pier[\s\S]+Costs in 東京/,
  )
  const pptx = await readZip((await harness.convert({ input, from: 'key', to: 'pptx' })).bytes)
  expect(pptx.get('ppt/slides/slide1.xml')?.toString()).toMatch(/Harbor plan[\s\S]*Second pier/)
  expect(pptx.get('ppt/slides/slide2.xml')?.toString()).toMatch(/Costs in .*東京/)
}
