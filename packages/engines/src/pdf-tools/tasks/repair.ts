/** Writes a damaged document again, and says what was wrong with it. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { repairPdf } from '@filesmith/contract/operations/pdf/repair-pdf'
import type { z } from 'zod'
import { JobFailure } from '../../process/job-failure.ts'
import { assembleForEditing } from '../assemble/assemble.ts'
import { describeProtection } from '../assemble/open-sources.ts'
import type { PdfJob, PdfReport } from '../job.ts'
import { readQpdfObjects, updateObjects } from '../qpdf/pdf-document.ts'
import { readPages } from '../qpdf/read-pages.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { writeResult } from '../qpdf/write-result.ts'
import type { TaskRun } from './task.ts'

/**
 * A new catalog and page tree for a file that has lost its own, as a truncated one has: qpdf rebuilds the table of objects, but
 * it needs a trailer. Finds only pages that are not in compressed object streams.
 */

/** Objects up to the end or the start of another one; the type of a page, not of a page tree. */
const objectPattern = /(?:^|[\r\n\s])(\d{1,8})\s+(\d{1,5})\s+obj\b/g
const pageType = /\/Type\s*\/Page(?![A-Za-z])/
/** Dictionaries of pages are at their beginning. */
const searchedLength = 20_000

function rebuildPageTree(bytes: Buffer): Buffer | undefined {
  const text = bytes.toString('latin1')
  const pages: string[] = []
  const starts = [...text.matchAll(objectPattern)]
  let maxId = 0
  for (const [index, match] of starts.entries()) {
    const [, id = '0', generation = '0'] = match
    const end = Math.min(starts[index + 1]?.index ?? text.length, match.index + searchedLength)
    const dictionary = text.slice(match.index, end).split('stream', 1)[0] ?? ''
    maxId = Math.max(maxId, Number(id))
    if (pageType.test(dictionary)) pages.push(`${id} ${generation} R`)
  }
  if (pages.length === 0) return undefined
  const [catalog, tree] = [maxId + 1, maxId + 2]
  const kids = [...new Set(pages)]
  // In front of the file, because qpdf takes the first trailer.
  const added = `%PDF-1.7
${catalog} 0 obj
<</Type/Catalog/Pages ${tree} 0 R>>
endobj
${tree} 0 obj
<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}/MediaBox[0 0 595 842]>>
endobj
trailer
<</Root ${catalog} 0 R/Size ${tree + 1}>>
`
  return Buffer.concat([Buffer.from(added, 'latin1'), bytes])
}

/** What qpdf reports, and what it did about it. */
const repairs: readonly { readonly pattern: RegExp; readonly note: string }[] = [
  {
    pattern: /cross-reference|xref|startxref/i,
    note: 'The table of objects was missing or wrong, and was built again.',
  },
  {
    pattern: /can't find PDF header/i,
    note: 'The header of the file was missing or wrong, and was written again.',
  },
  {
    pattern: /stream length|\/Length|endstream/i,
    note: 'Lengths of data streams were missing or wrong, and were corrected.',
  },
  {
    pattern:
      /unable to recover stream data|error decoding stream|incorrect data check|inflate|premature end/i,
    note: 'Data of some objects is damaged and could not be recovered, so that parts may be missing.',
  },
  { pattern: /page tree|\/Kids|\/Type|\/MediaBox|\/Count/, note: 'The list of pages was corrected.' },
  {
    pattern: /expected endobj|EOF|unexpected|invalid|expected/i,
    note: 'Objects with errors in their structure were corrected.',
  },
]

export async function repair(
  { job, report }: TaskRun,
  options: z.output<typeof repairPdf.options>,
): Promise<PdfReport> {
  const notes = new Set<string>()
  const files: PdfJob['files'] = []
  for (const [index, file] of job.files.entries())
    files.push(await readableFile(job, file, join(job.outFolder, `rebuilt-${index}.pdf`), notes))
  report(40, 'pages')
  const { path } = await assembleForEditing({ ...job, files }, options.pages)
  await writeResult(job, await withoutLostContent(job, path, notes))
  return { notes: notes.size === 0 ? ['No damage was found. The file was written again.'] : [...notes] }
}

/** The file itself, or a copy whose lost list of pages was built again. */
async function readableFile(
  job: PdfJob,
  file: PdfJob['files'][number],
  rebuiltPath: string,
  notes: Set<string>,
): Promise<PdfJob['files'][number]> {
  try {
    await check(job, file, notes)
    return file
  } catch (error) {
    if (!(error instanceof JobFailure) || error.code !== 'file-damaged') throw error
    const rebuilt = rebuildPageTree(await readFile(file.path))
    if (rebuilt === undefined) throw error
    await writeFile(rebuiltPath, rebuilt)
    const found = { ...file, path: rebuiltPath }
    await check(job, found, notes)
    notes.add('The list of pages was lost, and was built again from the pages that were found.')
    return found
  }
}

async function check(job: PdfJob, file: PdfJob['files'][number], notes: Set<string>): Promise<void> {
  const { path } = file
  const { password } = await describeProtection(job, file)
  const { stdout, warnings } = await runQpdf([`--password=${password}`, '--show-npages', path])
  if (!/^[1-9]/m.test(stdout)) throw new JobFailure('file-damaged')
  // Reads every stream, and ends with an error for those that cannot be decoded.
  const checked = await runQpdf([`--password=${password}`, '--check', path]).catch((error: unknown) => {
    if (error instanceof JobFailure && error.code === 'file-damaged') return { warnings: String(error.cause) }
    throw error
  })
  for (const line of `${warnings}\n${checked.warnings}`.split('\n')) {
    if (!/WARNING|ERROR/i.test(line) || /file is damaged$/.test(line)) continue
    const found = repairs.find(({ pattern }) => pattern.test(line.replace(path, '')))
    notes.add(found?.note ?? 'Other errors were corrected.')
  }
}

/** Pages must not refer to content that is not in the file. */
async function withoutLostContent({ outFolder }: PdfJob, path: string, notes: Set<string>): Promise<string> {
  const { pages } = await readPages(path)
  const streams = [...new Set(pages.flatMap(({ contents }) => contents))]
  const { objects } = await readQpdfObjects(path, streams)
  const isThere = (reference: string) => objects.get(reference)?.stream !== undefined
  const changed = pages.filter(
    ({ contents, dict }) => !contents.every(isThere) || (contents.length === 0 && '/Contents' in dict),
  )
  if (changed.length === 0) return path
  notes.add(
    `The content of ${changed.length} ${changed.length === 1 ? 'page' : 'pages'} is lost in whole or in part.`,
  )
  const resultPath = join(outFolder, 'without-lost.pdf')
  const updates = changed.map(
    ({ reference, dict, contents }) =>
      [reference, { value: { ...dict, '/Contents': contents.filter(isThere) } }] as const,
  )
  await updateObjects({ path, resultPath }, new Map(updates))
  return resultPath
}
