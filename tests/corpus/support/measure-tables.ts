/** Prints random tables with LibreOffice, lays the PDFs out again and compares the cells. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { randomTable, withRotation } from '../make-samples/random-tables.ts'
import { type CellCount, compareCells } from './compare-cells.ts'
import { laidOutText, layOutPdf } from './laid-out-pdf.ts'

const run = promisify(execFile)
const filesPerStart = 50
// Without tags, so that the table has to be recognized from the layout.
const options = JSON.stringify({ UseTaggedPDF: { type: 'boolean', value: 'false' } })

export interface MeasuredTable extends CellCount {
  readonly about: string
}

/** `folder` holds the LibreOffice profile, the documents and the PDFs. */
export async function measureTables(folder: string, seeds: readonly number[]): Promise<MeasuredTable[]> {
  const pathOf = (seed: number, extension: string) => join(folder, `table-${seed}.${extension}`)
  for (const seed of seeds) await writeFile(pathOf(seed, 'fodt'), randomTable(seed).fodt)
  for (let at = 0; at < seeds.length; at += filesPerStart) {
    const paths = seeds.slice(at, at + filesPerStart).map(seed => pathOf(seed, 'fodt'))
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const target = `pdf:writer_pdf_Export:${options}`
    await run('soffice', [profile, '--headless', '--convert-to', target, '--outdir', folder, ...paths], {
      timeout: 300_000,
    })
  }
  const measured: MeasuredTable[] = []
  for (const seed of seeds) {
    const { cells, rotation, about } = randomTable(seed)
    const pdf = withRotation(await readFile(pathOf(seed, 'pdf')), rotation)
    const { tables } = laidOutText(await layOutPdf(pdf))
    measured.push({ ...compareCells(cells, tables), about })
  }
  return measured
}
