/**
 * Damaged files: of the samples of a folder and of generated ones, cut at 60 %, overwritten in the middle and with
 * garbage appended. The share that the product converts of those that the engine alone reads (ffmpeg, libvips,
 * PDFium), and how many of the results have a note.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileKind, FormatId } from '@filesmith/contract/formats'
import { formats } from '@filesmith/contract/formats'
import { parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { buildExecutionPlan } from '@filesmith/engines/build-execution-plan'
import type { EngineRuntime } from '@filesmith/engines/engine'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import {
  canEngineRead,
  damages,
  makeSample,
  requestFor,
  sampleNames,
} from '../../tests/corpus/support/damaged-files.ts'
import type { BenchRow } from '../bench.ts'

const goalPercent = 100

interface Outcome {
  readonly kind: FileKind
  readonly isReadable: boolean | undefined
  readonly isConverted: boolean
  readonly hasNote: boolean
}

export async function measureDamaged(folder: string): Promise<BenchRow[]> {
  const samples: Buffer[] = await Promise.all(
    (await readdir(folder)).map(name => readFile(join(folder, name))),
  )
  for (const name of sampleNames) samples.push(await makeSample(name))
  const work = await mkdtemp(join(tmpdir(), 'bench-damaged-'))
  const disabledEngines = ['speech', 'translation', 'ocr', 'archive', 'gif'] as const
  const runtime = await createEngineRuntime({ helpersPerEngine: 1, disabledEngines })
  const outcomes: Outcome[] = []
  try {
    for (const sample of samples) {
      const intact = sniffed(sample)
      if (intact === undefined || requestFor(intact) === undefined) continue
      for (const damage of Object.values(damages)) {
        const file = damage(sample)
        const isReadable = await canEngineRead(intact, file)
        const notes = await convert(runtime, work, file)
        const { kind } = formats[intact]
        outcomes.push({ kind, isReadable, isConverted: notes !== null, hasNote: (notes?.length ?? 0) > 0 })
      }
    }
  } finally {
    await runtime.close()
    await rm(work, { recursive: true })
  }
  const readable = outcomes.filter(({ isReadable }) => isReadable === true)
  const converted = readable.filter(({ isConverted }) => isConverted)
  const share = percentOf(converted.length, readable.length)
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].sort()
  return [
    {
      what: `Damaged files converted, of ${readable.length} that the engine alone reads`,
      value: share,
      unit: '%',
      goal: `${goalPercent}`,
      isMet: share >= goalPercent,
    },
    {
      what: 'of these results, with a note',
      value: percentOf(noted(converted), converted.length),
      unit: '%',
    },
    ...kinds.map(kind =>
      rowOf(
        kind,
        outcomes.filter(outcome => outcome.kind === kind),
      ),
    ),
  ]
}

function rowOf(kind: FileKind, outcomes: readonly Outcome[]): BenchRow {
  const readable = outcomes.filter(({ isReadable }) => isReadable === true).length
  const converted = outcomes.filter(({ isConverted }) => isConverted).length
  const engine = outcomes.some(({ isReadable }) => isReadable === undefined)
    ? ''
    : `, engine alone ${readable}`
  return {
    what: `${kind}: converted of ${outcomes.length} damaged${engine}`,
    value: converted,
    unit: 'files',
  }
}

function noted(outcomes: readonly Outcome[]): number {
  return outcomes.filter(({ hasNote }) => hasNote).length
}

function percentOf(part: number, whole: number): number {
  return Math.round((1000 * part) / Math.max(1, whole)) / 10
}

function sniffed(file: Buffer): FormatId | undefined {
  return sniffFormat(file.subarray(0, sniffHeadBytes), file.subarray(-sniffHeadBytes))
}

/** The notes of the result; null if the file was refused. */
async function convert(
  runtime: EngineRuntime,
  work: string,
  file: Buffer,
): Promise<readonly string[] | null> {
  const from = sniffed(file)
  const request = from && requestFor(from)
  if (!request) return null
  const requested = parseStoredOptions(request.operation, { outputFormat: request.to })
  const { steps } = buildExecutionPlan({
    operation: request.operation,
    from,
    requested,
    isAvailable: () => true,
  })
  let inputPath = join(work, 'input')
  await writeFile(inputPath, file)
  const notes: string[] = []
  try {
    for (const [index, step] of steps.entries()) {
      const outputPath = join(work, `${index}.${step.to}`)
      const { signal } = new AbortController()
      const run = { step, inputPath, outputPath, signal, onProgress: () => {}, name: 'file' }
      notes.push(...((await runtime.runStep(run)).notes ?? []))
      inputPath = outputPath
    }
    return notes
  } catch {
    return null
  }
}
