/** PDF Workbench: PDF/A-2b of files that break its rules, and refusals of what cannot be repaired. */
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import {
  attachmentName,
  readArchiveReport,
  writeForbiddenPdf,
  writeNotEmbeddedPdf,
} from '@filesmith/engines/pdf-tools/archive/archive.fixture'
import { inkOf } from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { expect, test } from 'vitest'
import { type PdfToolResult, pdfSample, qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'

const tools = usePdfTools()

const archive = (path: string, options: object = {}, password?: string) =>
  tools.run({ ability: 'pdf-archive', files: [path], options, ...(password !== undefined && { password }) })

async function reportOf({ parts = [] }: PdfToolResult) {
  const part = parts.find(({ name }) => name === 'archive-report.json') ?? expect.fail('no report')
  return readArchiveReport(part.path)
}

test('pdf-archive: fonts, CMYK, scripts, attachment, annotations, form and layers are made PDF/A-2b', async () => {
  const path = join(tools.folder, 'forbidden.pdf')
  await writeForbiddenPdf(path)
  const result = await archive(path)
  const report = await reportOf(result)
  expect(report.rules.filter(({ isKept }) => !isKept)).toEqual([])
  expect(report.isConformant).toBe(true)
  expect(report.notice).toContain('not a certified validation')
  expect(report.changes.join('\n')).toMatch(/Helvetica.*LiberationSans-Regular/)
  expect(report.changes.join('\n')).toContain(`The attachment ${attachmentName} was removed`)
  expect(result.notes?.[0]).toContain('PDF/A-2b')

  const text = await qpdfOutput(result.path, '--qdf', '--object-streams=disable', '-')
  expect(text).not.toMatch(
    /\/JavaScript|\/Launch|\/Sound|\/EmbeddedFiles|\/NeedAppearances true|\/HTP|\/Interpolate true/,
  )
  expect(text).toMatch(/<pdfaid:part>2<\/pdfaid:part><pdfaid:conformance>B/)
  expect(text).toContain('https://example.com/')
  expect(text.startsWith('%PDF-1.7')).toBe(true)

  expect((await readPdf(result.path)).pages.join(' ')).toContain('Größe & “quotes” — 100 €')
  const isDark = (red: number, green: number, blue: number) => Math.max(red, green, blue) < 100
  const [before, after] = [await inkOf(path, 0, isDark), await inkOf(result.path, 0, isDark)]
  for (const side of ['left', 'right', 'top', 'bottom'] as const)
    expect(Math.abs((before?.[side] ?? 0) - (after?.[side] ?? Infinity))).toBeLessThanOrEqual(2)
}, 60_000)

test('pdf-archive: documents of a word processor, joined with a protected one, keep text and links', async () => {
  const files = ['locked', 'scripts', 'notes-links', 'drawings'].map(pdfSample)
  const result = await tools.run({ ability: 'pdf-archive', files, password: 'lighthouse' })
  const report = await reportOf(result)
  expect(report.rules.filter(({ isKept }) => !isKept)).toEqual([])
  const [before, after] = [await readPdf(pdfSample('notes-links')), await readPdf(result.path)]
  expect(after.pages).toEqual(expect.arrayContaining([...before.pages]))
  expect(after.links).toEqual(expect.arrayContaining([...before.links]))
  expect(await qpdfOutput(result.path, '--show-encryption')).toContain('not encrypted')
}, 90_000)

test('pdf-archive: a font that cannot be embedded is named and refused, or the result is not called PDF/A', async () => {
  const path = join(tools.folder, 'not-embedded.pdf')
  await writeNotEmbeddedPdf(path)
  await expect(archive(path)).rejects.toMatchObject({
    code: 'pdf-archive-refused',
    params: { reasons: expect.stringContaining('the font Wingdings-Regular is not embedded') },
  })
  const result = await archive(path, { partial: true })
  expect(result.notes?.[0]).toMatch(/^This file is NOT PDF\/A: .*Wingdings/)
  const report = await reportOf(result)
  expect(report.isConformant).toBe(false)
  expect(report.rules.flatMap(({ id, isKept }) => (isKept ? [] : [id]))).toEqual(['embedded-fonts'])
  expect(await qpdfOutput(result.path, '--qdf', '-')).not.toContain('pdfaid:part')
}, 60_000)
