/** Makes PDF/A-2b, checks the file that was written, and refuses what is not. */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { archivePdf } from '@filesmith/contract/operations/pdf/archive-pdf'
import type { z } from 'zod'
import { JobFailure } from '../../process/job-failure.ts'
import type { ArchiveCheck } from '../archive/check/check-archive.ts'
import { assembleOne } from '../assemble/assemble.ts'
import { type PdfReport, pdfResultName } from '../job.ts'
import type { TaskRun } from './task.ts'

type ArchiveOptions = z.output<typeof archivePdf.options>

const reportName = 'archive-report.json'
const notice =
  'Only the rules listed here were checked, by Filesmith. This is not a certified validation of the whole standard.'
const maxSentenceLength = 450
const maxNotes = 28

export async function archive({ job, report }: TaskRun, options: ArchiveOptions): Promise<PdfReport> {
  const { makeArchive } = await import('../archive/make/make-archive.ts')
  const { checkArchive } = await import('../archive/check/check-archive.ts')
  const { path, warnings, notes } = await assembleOne(job, options.pages)
  report(10, 'pages')
  const inFolder = (name: string) => join(job.outFolder, name)
  const make = (level: 'conformant' | 'partial') =>
    makeArchive({ path, resultPath: inFolder(`${level}.pdf`), prefix: inFolder(level), level })
  const changes = await make('conformant')
  report(60, 'checking')
  const check = await checkArchive(inFolder('conformant.pdf'), inFolder('check'))
  const reasons = reasonsOf(check)
  if (!check.isConformant && !options.partial)
    throw new JobFailure('pdf-archive-refused', { reasons: reasons.join('; ') })
  // The metadata must not claim what the check does not show.
  if (!check.isConformant) await make('partial')
  report(90, 'writing')
  await rename(inFolder(check.isConformant ? 'conformant.pdf' : 'partial.pdf'), inFolder(pdfResultName))
  const content = {
    standard: 'PDF/A-2b (ISO 19005-2)',
    isConformant: check.isConformant,
    notice,
    changes,
    rules: check.rules,
  }
  await writeFile(inFolder(reportName), `${JSON.stringify(content, null, 2)}\n`)
  const result = check.isConformant
    ? `PDF/A-2b: the file keeps all ${check.rules.length} groups of rules that were checked. This is not a certified validation.`
    : `This file is NOT PDF/A: ${reasons.join('; ')}.`
  return {
    notes: [result, ...notes, ...changes].slice(0, maxNotes).map(note => note.slice(0, maxSentenceLength)),
    warnings: [...warnings],
    parts: [{ name: reportName, format: 'json' }],
  }
}

/** The first finding of each broken rule. */
function reasonsOf({ rules }: ArchiveCheck): string[] {
  return rules.flatMap(({ findings: [first], findings }) => {
    if (first === undefined) return []
    return findings.length === 1 ? [first] : [`${first} and ${findings.length - 1} more`]
  })
}
