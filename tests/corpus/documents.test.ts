/** Every declared pair of document formats, on one report with text, tables, images and links. */
import { readFile } from 'node:fs/promises'
import { officeInputs, officeOutputs } from '@filesmith/engines/libreoffice/abilities'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { type DocumentHarness, startDocumentHarness } from './support/document-harness.ts'
import {
  footnotePhrase,
  foreignPhrases,
  headerPhrase,
  linkTarget,
  reportDocx,
  reportHtml,
  reportPhrases,
  reportRtf,
  reportText,
  sampleDocument,
} from './support/report.ts'
import { paragraph, writeDocx } from './support/write-docx.ts'

type Input = (typeof officeInputs)[number]

let harness: DocumentHarness
let reports: Record<Input, Buffer | string>

beforeAll(async () => {
  harness = await startDocumentHarness()
  reports = {
    docx: await reportDocx(),
    doc: await sampleDocument('report.doc'),
    odt: await sampleDocument('report.odt'),
    rtf: await reportRtf(),
    html: await reportHtml(),
    txt: reportText(),
  }
})

afterAll(() => harness.close())

/** Phrases that are found in this order. */
function foundInOrder(text: string, phrases: readonly string[]): string[] {
  let from = 0
  return phrases.filter(phrase => {
    const at = text.indexOf(phrase, from)
    if (at >= 0) from = at + phrase.length
    return at >= 0
  })
}

describe.each(officeInputs)('office-convert: %s', from => {
  const hasLayout = from !== 'txt'
  const hasNotes = hasLayout && from !== 'html'

  test.each(officeOutputs)('BATCH-03 to %s keeps every word in order', async to => {
    const path = await harness.convert({ input: reports[from], from, to })
    const text = await harness.textOf(path, to)
    expect(foundInOrder(text, reportPhrases)).toEqual(reportPhrases)
    const foreign = to === 'pdf' ? foreignPhrases.slice(0, 3) : foreignPhrases
    expect(foundInOrder(text, foreign)).toEqual(foreign)
    if (to === 'pdf') expect(text).toMatch(/[\u0600-\u06ff\ufe70-\ufefc]{3}/)
    if (hasNotes && to !== 'docx') expect(text).toContain(footnotePhrase)
  })

  if (hasLayout)
    test('to pdf keeps pages, images, links and the outline', async () => {
      const pdf = await readPdf(await harness.convert({ input: reports[from], from, to: 'pdf' }))
      expect(pdf.imageCount).toBe(1)
      expect(pdf.links).toContain(linkTarget)
      expect(pdf.outline).toEqual(expect.arrayContaining(['Where we stand', 'What comes next']))
      if (from === 'html') return
      expect(pdf.pages).toHaveLength(2)
      expect(pdf.pages[1]).toContain('What comes next')
      if (from !== 'rtf') expect(pdf.pages.every(page => page.includes(headerPhrase))).toBe(true)
    })

  if (hasLayout)
    test('to docx keeps headings, the table with merged cells, the image and links', async () => {
      const path = await harness.convert({ input: reports[from], from, to: 'docx' })
      const parts = await readZip(await readFile(path))
      const body = parts.get('word/document.xml')?.toString() ?? ''
      expect(body.match(/<w:tbl>/g)).toHaveLength(1)
      expect(body).toMatch(/<w:gridSpan w:val="2"\/>/)
      if (from !== 'rtf') expect(body).toContain('<w:vMerge w:val="restart"/>')
      expect(body).toMatch(/<w:pStyle w:val="Heading\d"\/>/)
      expect(body.match(/<w:drawing>/g)).toHaveLength(1)
      expect([...parts.keys()].filter(name => name.startsWith('word/media/'))).toHaveLength(1)
      expect(parts.get('word/_rels/document.xml.rels')?.toString()).toContain(linkTarget)
      if (from !== 'rtf') expect(body.match(/<w:numPr>/g)?.length).toBeGreaterThanOrEqual(4)
      if (hasNotes) expect(parts.get('word/footnotes.xml')?.toString()).toContain(footnotePhrase)
    })

  if (hasLayout)
    test('to odt keeps headings, the table, the image, links and notes', async () => {
      const path = await harness.convert({ input: reports[from], from, to: 'odt' })
      const parts = await readZip(await readFile(path))
      expect(parts.get('mimetype')?.toString()).toBe('application/vnd.oasis.opendocument.text')
      const body = parts.get('content.xml')?.toString() ?? ''
      expect(body).toMatch(/<text:h [^>]*>(?:<[^>]+>)*Where we stand/)
      expect(body.match(/<table:table /g)).toHaveLength(1)
      expect(body).toContain('table:number-columns-spanned="2"')
      expect([...parts.keys()].filter(name => /^Pictures\/./.test(name))).toHaveLength(1)
      expect(body).toContain(linkTarget)
      if (hasNotes) expect(body).toContain(footnotePhrase)
      // Scripts have no place in a result.
      expect([...parts.keys()].filter(name => /^(?:Basic|Scripts)\//.test(name))).toEqual([])
    })

  test('to html is self-contained', async () => {
    const path = await harness.convert({ input: reports[from], from, to: 'html' })
    const page = await readFile(path, 'utf8')
    expect(page).toMatch(/^<!DOCTYPE html>\n<html/)
    expect(page).toContain('<meta charset="utf-8">')
    expect(page).not.toMatch(/<font|<script|<link|face=|<!-- /i)
    expect([...page.matchAll(/src="([^"]{0,20})/g)].map(found => found[1])).toEqual(
      hasLayout ? ['data:image/png;base6'] : [],
    )
    if (!hasLayout) return
    expect(page).toMatch(/<h[12][^>]*>Where we stand<\/h[12]>/)
    expect(page).toContain(`href="${linkTarget}"`)
    expect(page).toMatch(/colspan="2"/)
    if (from === 'rtf') return
    expect(page).toMatch(/rowspan="2"/)
    expect(page.match(/<li>/g)).toHaveLength(4)
    if (from !== 'html') expect(page.match(/<\/li>/g)).toHaveLength(4)
  })

  if (hasLayout)
    test('to rtf keeps the table, the image and links', async () => {
      const rtf = await readFile(await harness.convert({ input: reports[from], from, to: 'rtf' }), 'latin1')
      expect(rtf).toMatch(/^\{\\rtf1/)
      expect(rtf).toContain('\\trowd')
      expect(rtf).toContain('\\pngblip')
      expect(rtf).toContain(linkTarget)
    })
})

test('office-convert: keeps comments in docx and omits them from pdf, html and txt', async () => {
  const docx = await readZip(
    await readFile(await harness.convert({ input: reports.docx, from: 'docx', to: 'docx' })),
  )
  expect(docx.get('word/comments.xml')?.toString()).toContain('Is that so?')
  for (const to of ['pdf', 'html', 'txt'] as const) {
    const path = await harness.convert({ input: reports.docx, from: 'docx', to })
    expect(await harness.textOf(path, to)).not.toContain('Is that so?')
  }
})

test('office-convert: renders CJK text with a CJK font', async () => {
  const pdf = await readFile(
    await harness.convert({ input: reports.docx, from: 'docx', to: 'pdf' }),
    'latin1',
  )
  expect(pdf).toMatch(/\/BaseFont\/[A-Z]{6}\+Noto(?:Sans|Serif)CJK/)
})

test('office-convert: a hundred pages stay a hundred pages, with continuous progress', async () => {
  const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
  const body = Array.from({ length: 100 }, (_, page) => paragraph(`Page number ${page + 1} of many`)).join(
    pageBreak,
  )
  const percents: number[] = []
  const path = await harness.convert({
    input: writeDocx({ body }),
    from: 'docx',
    to: 'pdf',
    onProgress: ({ percent }) => percents.push(percent),
  })
  const { pages } = await readPdf(path)
  expect(pages).toHaveLength(100)
  expect(pages.every((text, page) => text.includes(`Page number ${page + 1} of many`))).toBe(true)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(percents.length).toBeGreaterThan(20)
})

test('office-convert: eight concurrent jobs succeed with fewer instances', async () => {
  const jobs = Array.from({ length: 8 }, (_, index) =>
    harness.convert({ input: writeDocx({ body: paragraph(`Number ${index}`) }), from: 'docx', to: 'pdf' }),
  )
  const texts = await Promise.all(jobs.map(async job => harness.textOf(await job, 'pdf')))
  expect(texts.map(text => text.trim())).toEqual(jobs.map((_, index) => `Number ${index}`))
})
