/** Runs a task that makes one PDF for each of several documents, and packs the results. Documents that fail are named. */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorMessage, isErrorCode } from '@filesmith/contract/errors'
import { isPageListError, parsePageList } from '@filesmith/contract/pdf/page-list'
import { JobFailure } from '../../process/job-failure.ts'
import { writeZip, type ZipEntry } from '../../write-zip.ts'
import { assemble } from '../assemble/assemble.ts'
import { splitPdfs } from '../draw/open-images.ts'
import { failureOf } from '../failure-of.ts'
import { type PdfJob, type PdfReport, pdfResultName } from '../job.ts'
import { baseNameOf } from '../result-names.ts'
import type { TaskRun } from './task.ts'

/** Put on one of the documents, from 1; without it on each of them. */
interface PlacedItem {
  readonly document?: number | undefined
}

interface DocumentOptions {
  readonly pages: string
  readonly separate: boolean
  readonly areas?: readonly PlacedItem[]
  readonly stamps?: readonly PlacedItem[]
}

type RunTask<Options> = (task: TaskRun, options: Options) => Promise<PdfReport>

/** One document that the task changes by itself. */
interface Unit {
  readonly files: PdfJob['files']
  readonly pages: string
}

interface Made {
  readonly name: string
  readonly folder: string
  readonly report: PdfReport
}

export function eachDocument<Options extends DocumentOptions>(
  run: RunTask<Options>,
  /** Whether images among the files are drawn on the pages of all documents. */
  { drawsImages }: { readonly drawsImages: boolean },
): RunTask<Options> {
  return async (task, options) => {
    const { job } = task
    const { pdfJob, others: images } = drawsImages ? await splitPdfs(job) : { pdfJob: job, others: [] }
    const { units, warnings } = await unitsOf(pdfJob, options)
    const last = Math.max(0, ...placedItems(options).map(({ document = 1 }) => document))
    if (last > (units?.length ?? 1))
      throw new JobFailure('invalid-request', {
        reason: `There is no document ${last} in the list of pages.`,
      })
    if (units === undefined) return run(task, options)
    const made: Made[] = []
    const failures: string[] = []
    for (const [index, { files, pages }] of units.entries()) {
      const folder = join(job.outFolder, `document-${index}`)
      await mkdir(folder)
      const name = freeName(baseNameOf(files[0]?.name ?? ''), made)
      try {
        const report = await run(
          {
            job: { ...job, name, files: [...files, ...images], outFolder: folder },
            report: (percent, stage) => task.report((90 * (index + percent / 100)) / units.length, stage),
          },
          { ...options, ...placedOn(index + 1, options), pages, separate: false },
        )
        await keepResult(folder, report)
        made.push({ name, folder, report })
      } catch (error) {
        failures.push(describeFailure(files[0]?.name ?? '', error))
        // Without any result, the first failure is that of the job.
        if (failures.length === units.length) throw error
        await rm(folder, { recursive: true })
      }
    }
    await pipeline(
      Readable.from(writeZip(zipEntries(made))),
      createWriteStream(join(job.outFolder, pdfResultName)),
    )
    const joined = (key: 'notes' | 'warnings') => [
      ...new Set(made.flatMap(({ report }) => report[key] ?? [])),
    ]
    return {
      format: 'zip',
      pages: made.length,
      notes: joined('notes').slice(0, maxSentences),
      warnings: [...new Set([...failures, ...warnings, ...joined('warnings')])].slice(0, maxSentences),
    }
  }
}

function placedItems({ areas = [], stamps = [] }: DocumentOptions): readonly PlacedItem[] {
  return [...areas, ...stamps]
}

function placedOn(number: number, { areas, stamps }: DocumentOptions) {
  const isHere = ({ document = number }: PlacedItem) => document === number
  return {
    ...(areas && { areas: areas.filter(isHere) }),
    ...(stamps && { stamps: stamps.filter(isHere) }),
  }
}

/** Of all documents together. */
const maxSentences = 20
const maxNameLength = 60

/** Defects of the program are thrown: they fail the job, which is tried again. */
function describeFailure(name: string, error: unknown): string {
  const { code, params } = failureOf(error)
  if (code === 'internal' || !isErrorCode(code)) throw error
  return `${name.slice(0, maxNameLength)} is missing: ${errorMessage(code, { format: 'PDF', ...params })}`
}

interface Units {
  /** Undefined for one document. */
  readonly units: readonly Unit[] | undefined
  readonly warnings: readonly string[]
}

async function unitsOf(job: PdfJob, { pages, separate }: DocumentOptions): Promise<Units> {
  if (separate && job.files.length > 1)
    return { units: job.files.map(file => ({ files: [file], pages })), warnings: [] }
  const list = parsePageList(pages)
  if (isPageListError(list) || list.length < 2) return { units: undefined, warnings: [] }
  const alone = pages.split(';').flatMap(text => partOfOneFile(job, text) ?? [])
  if (alone.length === list.length) return { units: alone, warnings: [] }
  const { documents, pages: lists, sources, warnings } = await assemble(job, pages)
  const units = documents.map(({ path }, index) => {
    const file = lists[index]?.find(listed => listed.file > 0)?.file ?? 0
    return { files: [{ path, name: sources[file - 1]?.name ?? '' }], pages: '' }
  })
  return { units, warnings }
}

/** A document of pages of one file needs no assembly before its task, which then sees the file as it is, with its damage. */
function partOfOneFile({ files }: PdfJob, text: string): Unit | undefined {
  const items = text.split(',').map(item => item.trim())
  const [, number = ''] = /^(\d+):/.exec(items[0] ?? '') ?? []
  const file = files[Number(number) - 1]
  const prefix = `${number}:`
  if (file === undefined || !items.every(item => item.startsWith(prefix))) return undefined
  return { files: [file], pages: items.map(item => item.slice(prefix.length)).join(', ') }
}

function freeName(base: string, made: readonly Made[]): string {
  const isTaken = (name: string) => made.some(other => other.name.toLowerCase() === name.toLowerCase())
  for (let [name, number] = [base, 2]; ; number++) {
    if (!isTaken(name)) return name
    name = `${base}-${number}`
  }
}

/** Only the result and its parts: every document can be large. */
async function keepResult(folder: string, { parts = [] }: PdfReport): Promise<void> {
  const kept = `${folder}-kept`
  await mkdir(kept)
  for (const name of [pdfResultName, ...parts.map(part => part.name)])
    await rename(join(folder, name), join(kept, name))
  await rm(folder, { recursive: true })
  await rename(kept, folder)
}

async function* zipEntries(made: readonly Made[]): AsyncGenerator<ZipEntry> {
  for (const { name, folder, report } of made) {
    yield { name: `${name}.${report.format ?? 'pdf'}`, data: join(folder, pdfResultName) }
    for (const part of report.parts ?? [])
      yield { name: `${name}-${part.name}`, data: join(folder, part.name) }
    await rm(folder, { recursive: true })
  }
}
