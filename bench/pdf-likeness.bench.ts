/**
 * Visual similarity of a DOCX, printed to PDF again, with the PDF it was converted from: ours against LibreOffice
 * import.
 */
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import type { Bench, BenchRow } from './bench.ts'
import { pageLikeness } from './support/page-likeness.ts'
import { type Convert, libreOfficeImport, pdfToDocx, printAsPdf } from './support/pdf-converters.ts'

/** Another folder of PDFs for a manual run. */
const samples =
  process.env.PDF_FOLDER ?? fileURLToPath(new URL('../tests/corpus/samples/pdf/', import.meta.url))

export const bench: Bench = {
  name: 'pdf-likeness',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'pdf-bench-'))
    const engine = await engines.pdf.start(
      { ...defaultEngineSettings, helpersPerEngine: 1 },
      await createSandbox('required', () => {}),
    )
    try {
      return [
        ...(await measure('Filesmith', pdfToDocx(engine), folder)),
        ...(await measure('LibreOffice import', libreOfficeImport(folder), folder)),
      ]
    } finally {
      await engine.close()
      await rm(folder, { recursive: true })
    }
  },
}

async function measure(who: string, convert: Convert, folder: string): Promise<BenchRow[]> {
  const names = readdirSync(samples).filter(name => name.endsWith('.pdf') && name !== 'locked.pdf')
  const rows: BenchRow[] = []
  let [likeness, kept] = [0, 0]
  for (const name of names) {
    const found = await measureOne(join(samples, name), convert, folder).catch(() => undefined)
    likeness += found?.likeness ?? 0
    if (found && found.pages === found.otherPages) kept += 1
    rows.push({
      what: `${who}: similarity of ${basename(name, '.pdf')}`,
      value: found?.likeness ?? 0,
      unit: '',
    })
  }
  return [
    ...rows,
    { what: `${who}: similarity of the pages, mean`, value: likeness / names.length, unit: '' },
    {
      what: `${who}: documents that keep their number of pages`,
      value: (100 * kept) / names.length,
      unit: '%',
    },
  ]
}

async function measureOne(pdf: string, convert: Convert, folder: string) {
  const docx = join(folder, 'printed.docx')
  await convert(pdf, docx)
  return pageLikeness(await readFile(pdf), await readFile(await printAsPdf(folder, docx)))
}
