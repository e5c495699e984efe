import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { comparisonSchema } from '@filesmith/contract/pdf/comparison'
import { openForRendering, renderPage } from '@filesmith/engines/pdf/render/render-page'
import { pdfLib } from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { expect, test } from 'vitest'
import { usePdfTools } from './support/pdf-tools-harness.ts'

const tools = usePdfTools()

interface PageContent {
  readonly lines: readonly string[]
  /** From the left edge. */
  readonly squareAt?: number
}

/** Thirty words that no other page has. */
const page = (name: string): PageContent => ({
  lines: Array.from({ length: 5 }, (_, line) =>
    Array.from({ length: 6 }, (_, word) => `${name}${line}${word}`).join(' '),
  ),
})

async function writeDocument(
  name: string,
  pages: readonly PageContent[],
  password?: string,
): Promise<string> {
  const document = await pdfLib.PDFDocument.create()
  for (const { lines, squareAt } of pages) {
    const added = document.addPage([400, 500])
    for (const [index, line] of lines.entries())
      added.drawText(line, { x: 40, y: 440 - 20 * index, size: 12 })
    if (squareAt !== undefined) added.drawRectangle({ x: squareAt, y: 100, width: 60, height: 60 })
  }
  const path = join(tools.folder, name)
  await writeFile(path, await document.save())
  if (password === undefined) return path
  const locked = `${path}.locked.pdf`
  await promisify(execFile)('/usr/bin/qpdf', ['--encrypt', password, password, '256', '--', path, locked])
  return locked
}

const oldPages = [page('alder'), page('birch'), { ...page('cedar'), squareAt: 50 }, page('elm'), page('fir')]

function replaced({ lines }: PageContent, from: string, to: string): PageContent {
  return { lines: lines.map(line => line.replace(from, to)) }
}

test('pdf-compare: words, pages and graphics of two protected files with different passwords', async () => {
  const newPages = [
    // Its last line flows to the next page.
    { lines: ['A new first line', ...page('alder').lines.slice(0, -1)] },
    { lines: [...page('alder').lines.slice(-1), ...replaced(page('birch'), 'birch22', 'Birke').lines] },
    page('ginkgo'),
    { ...page('cedar'), squareAt: 250 },
    page('fir'),
    page('elm'),
  ]
  const files = [
    await writeDocument('old.pdf', oldPages, 'old-secret'),
    await writeDocument('new.pdf', newPages, 'new-secret'),
  ]
  const { bytes, parts, notes, pages } = await tools.run({
    ability: 'pdf-compare',
    files,
    password: 'new-secret\nold-secret',
  })
  expect(notes).toBeUndefined()
  const part = parts?.find(({ name }) => name === 'differences.json')
  const found = comparisonSchema.parse(JSON.parse(await readFile(part?.path ?? '', 'utf8')))
  expect(found.summary).toEqual({
    oldPages: 5,
    newPages: 6,
    changedPages: 3,
    addedPages: 1,
    removedPages: 0,
    movedPages: 1,
    addedWords: 5,
    removedWords: 1,
  })
  expect(found.pages.map(each => [each.old?.page, each.new?.page, each.state, each.isMoved])).toEqual([
    [1, 1, 'changed', false],
    [2, 2, 'changed', false],
    [undefined, 3, 'added', false],
    [3, 4, 'changed', false],
    expect.arrayContaining(['same']),
    expect.arrayContaining(['same']),
  ])
  expect(found.texts.map(({ kind, old, new: after }) => [kind, old?.text, after?.text])).toEqual([
    ['added', undefined, 'A new first line'],
    ['changed', 'birch22', 'Birke'],
  ])
  const [spot] = found.texts[1]?.old?.spots ?? []
  // Third word of the third line: 12 points above 400.
  expect(spot?.page).toBe(2)
  expect(spot?.x).toBeGreaterThan(100)
  expect(spot?.y).toBeGreaterThan(500 - 400 - 12)
  expect((spot?.y ?? 0) + (spot?.height ?? 0)).toBeLessThan(500 - 400 + 4)
  // The square was, and is, 60 points wide.
  const areas = found.pages[3]?.areas.toSorted((a, b) => a.x - b.x) ?? []
  expect(areas.map(({ x, y, width }) => [x, y, width].map(Math.round))).toEqual([
    [expect.closeTo(50, -1), expect.closeTo(340, -1), expect.closeTo(60, -1)],
    [expect.closeTo(250, -1), expect.closeTo(340, -1), expect.closeTo(60, -1)],
  ])

  // A summary, and the pages that differ or moved.
  expect(pages).toBe(6)
  const report = await openForRendering(bytes, { maxPages: 10, maxPixels: 1e7 })
  try {
    expect(report.getPageCount()).toBe(6)
    const summary = report.getPage(0).getText()
    expect(summary).toContain('Old: old.pdf.locked.pdf (5 pages)')
    expect(summary).toContain('Words: 5 added (green), 1 removed (red)')
    expect(report.getPage(2).getText()).toContain('Birke')
    const { data, info } = await (await renderPage(report.getPage(2), 72, 1e7))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const has = { red: [false, false], green: [false, false] }
    for (let at = 0; at < data.length; at += 3) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      const side = ((at / 3) % info.width) / info.width < 0.5 ? 0 : 1
      // Frames are orange.
      if (red - green > 60 && Math.abs(green - blue) < 20) has.red[side] = true
      if (green - red > 50) has.green[side] = true
    }
    expect(has).toEqual({ red: [true, false], green: [false, true] })
  } finally {
    report.destroy()
  }
})

test('pdf-compare: the same documents, as JSON and as a report; chosen pages', async () => {
  const file = await writeDocument('same.pdf', oldPages)
  const list = await tools.run({
    ability: 'pdf-compare',
    files: [file, file],
    options: { outputFormat: 'json' },
  })
  expect(list.format).toBe('json')
  expect(list.notes).toEqual(['The documents have the same text and look the same.'])
  const found = comparisonSchema.parse(JSON.parse(list.bytes.toString()))
  expect(found).toMatchObject({ isSame: true, texts: [], summary: { changedPages: 0 } })
  expect(found.pages.every(({ state, areas }) => state === 'same' && areas.length === 0)).toBe(true)

  const report = await tools.run({ ability: 'pdf-compare', files: [file], options: { pages: '1,3; 1,3' } })
  expect(report.pages).toBe(1)
  const document = await openForRendering(report.bytes, { maxPages: 10, maxPixels: 1e7 })
  expect(document.getPage(0).getText()).toContain('The documents have the same text and look the same.')
  document.destroy()
})

test('pdf-compare: refuses a wrong password and one document', async () => {
  const locked = await writeDocument('locked.pdf', oldPages.slice(0, 1), 'secret')
  await expect(
    tools.run({ ability: 'pdf-compare', files: [locked, locked], password: 'one\nother' }),
  ).rejects.toMatchObject({ code: 'password-wrong' })
  await expect(
    tools.run({ ability: 'pdf-compare', files: [locked], password: 'secret' }),
  ).rejects.toMatchObject({
    code: 'invalid-request',
  })
})
