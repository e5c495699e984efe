/**
 * Public benchmarks with known results: `npm run bench -- yardsticks --folder <their folder>`. Each part measures us and the
 * plain engine on the same files. A part whose files are missing is left out.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, BenchRow } from './bench.ts'
import { measureDamaged } from './yardsticks/damaged.ts'
import { measureEveryFormat } from './yardsticks/every-format.ts'
import { measureImageFormats } from './yardsticks/image-formats.ts'
import { benchOcrPages } from './yardsticks/ocr-pages.ts'
import { pdfFacts } from './yardsticks/pdf-facts.ts'
import { measurePdfMarkdown } from './yardsticks/pdf-markdown.ts'
import { measureSvg } from './yardsticks/svg.ts'

interface Part {
  readonly folder: string
  measure(folder: string): Promise<readonly BenchRow[]>
}

const parts: readonly Part[] = [
  // First: its fonts count only before fontconfig is used.
  { folder: 'svg', measure: measureSvg },
  { folder: 'ocr-pages', measure: benchOcrPages },
  { folder: 'pdf-facts', measure: pdfFacts },
  { folder: 'pdf-markdown', measure: measurePdfMarkdown },
  { folder: 'formats', measure: measureImageFormats },
  { folder: 'formats', measure: measureDamaged },
  { folder: 'formats', measure: measureEveryFormat },
]

export const bench: Bench = {
  name: 'yardsticks',
  async run({ folder }) {
    if (folder === undefined) {
      console.log('Left out: name the folder of the benchmarks with --folder.')
      return []
    }
    const rows: BenchRow[] = []
    for (const part of parts) {
      const files = join(folder, part.folder)
      if (existsSync(files)) rows.push(...(await measured(part, files)))
      else console.log(`Left out: ${part.folder} is missing.`)
    }
    return rows
  },
}

/** A part that fails does not lose the results of the others. */
async function measured(part: Part, folder: string): Promise<readonly BenchRow[]> {
  try {
    return await part.measure(folder)
  } catch (error) {
    console.error(error)
    return [{ what: `${part.folder}: not measured, see above`, value: 1, unit: '', isMet: false }]
  }
}
