/** Fails if a PDF is not valid for qpdf, or cannot be read by PDFium and pdf.js. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { openForRendering } from '@filesmith/engines/pdf/render/render-page'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect } from 'vitest'

const run = promisify(execFile)

export async function checkPdf(path: string, password = ''): Promise<void> {
  const { stdout, stderr } = await run('/usr/bin/qpdf', [`--password=${password}`, '--check', path])
  expect(`${stdout}${stderr}`).toMatch(/No syntax or stream encoding errors found/)
  const bytes = await readFile(path)
  const rendered = await openForRendering(bytes, { password, maxPages: 100_000, maxPixels: 1 })
  const reading = getDocument({ data: new Uint8Array(bytes), password, verbosity: 0 })
  try {
    const pdf = await reading.promise
    expect(pdf.numPages).toBe(rendered.getPageCount())
    await (await pdf.getPage(1)).getOperatorList()
    expect(rendered.getPage(0).getOriginalSize().originalWidth).toBeGreaterThan(0)
  } finally {
    await reading.destroy()
    rendered.destroy()
  }
}
