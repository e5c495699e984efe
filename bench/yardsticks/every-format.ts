/**
 * One sample of each format, as the page treats it: recognized, then converted to its most wanted formats and to some of the
 * others, so that every format is written. A result counts if its content is recognized as its format, if it can be read
 * again where it is an input, and if other programs find in it what the sample contains (`expected-formats.ts`).
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  conversionFields,
  operationsForFile,
  outputsOfFile,
  type RecognizedFile,
} from '@filesmith/contract/file-conversions'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { parseOptions } from '@filesmith/contract/operations/parse-options'
import { formatFor } from '@filesmith/contract/refuse-format'
import { sniffFormat, sniffHeadBytes, tailStart } from '@filesmith/contract/sniff-format'
import { buildExecutionPlan } from '@filesmith/engines/build-execution-plan'
import type { EngineRuntime, StepOutcome } from '@filesmith/engines/engine'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import type { BenchRow } from '../bench.ts'
import { checkContent } from './check-content.ts'
import { expectedFormats } from './expected-formats.ts'

const wantedCount = 3
const otherCount = 3
const readGoal = 90
const writtenGoal = 60
/** Models of speech and translation say nothing about formats. */
const disabledEngines = ['speech', 'translation', 'ocr'] as const

interface Tally {
  readonly read: Set<string>
  readonly written: Set<FormatId>
  readonly problems: string[]
  tried: number
  right: number
  /** Results that other programs could read, and those in which they found the content of the sample. */
  checked: number
  confirmed: number
}

export async function measureEveryFormat(folder: string): Promise<BenchRow[]> {
  const work = await mkdtemp(join(tmpdir(), 'bench-formats-'))
  const runtime = await createEngineRuntime({ helpersPerEngine: 1, disabledEngines })
  const tally: Tally = {
    read: new Set(),
    written: new Set(),
    problems: [],
    tried: 0,
    right: 0,
    checked: 0,
    confirmed: 0,
  }
  const names = (await readdir(folder)).sort()
  try {
    for (const [index, name] of names.entries())
      await trySample({ runtime, work, tally, index, folder }, name, await readFile(join(folder, name)))
  } finally {
    await runtime.close()
    await rm(work, { recursive: true })
  }
  for (const problem of tally.problems) console.log(problem)
  const { read, written, right, tried, checked, confirmed } = tally
  return [
    goalRow(`Samples read, of ${names.length}`, read.size, readGoal),
    goalRow('Formats written, recognized by their content', written.size, writtenGoal),
    { what: `Results that are recognized and can be read again, of ${tried}`, value: right, unit: 'files' },
    {
      what: `Results in which another program finds the content of the sample, of ${checked} that one reads`,
      value: confirmed,
      unit: 'files',
    },
  ]
}

function goalRow(what: string, value: number, goal: number): BenchRow {
  return { what, value, unit: 'formats', goal: `at least ${goal}`, isMet: value >= goal }
}

interface Run {
  readonly runtime: EngineRuntime
  readonly work: string
  readonly tally: Tally
  readonly index: number
  readonly folder: string
}

async function trySample(run: Run, name: string, content: Buffer): Promise<void> {
  const { tally, index } = run
  const file = recognize(name, content)
  if (file === undefined) {
    tally.problems.push(`${name}: not recognized`)
    return
  }
  const outputs = outputsOfFile(file)
  if (outputs.length === 0) tally.problems.push(`${name}: nothing can be made of ${formatFor(file)}`)
  const others = outputs.slice(wantedCount)
  const chosen = [
    ...outputs.slice(0, wantedCount),
    ...others.slice(index % Math.max(1, others.length)).slice(0, otherCount),
  ]
  const lines: string[] = []
  for (const to of chosen) {
    const made = await convert(run, file, content, to)
    if (made === undefined) continue
    tally.tried += 1
    if (typeof made === 'string') {
      tally.problems.push(`${name} to ${to}: ${made}`)
      continue
    }
    if (isItsOwn(name, formatFor(file))) tally.read.add(name)
    const problem = await problemOf(run, made, to)
    if (problem === undefined) {
      tally.right += 1
      tally.written.add(to)
    } else tally.problems.push(`${name} to ${to}: ${problem}`)
    lines.push(`${to} ${await confirm(run, name, made, to)}`)
  }
  console.log(`${name}: ${lines.join(', ')}`)
}

/** How the content of a result was checked, as a word of the table. */
async function confirm(run: Run, name: string, { content, format }: Made, to: FormatId): Promise<string> {
  const { tally, work, folder } = run
  const path = join(work, `made.${formatExtension(format)}`)
  await writeFile(path, content)
  const { reader, problem } = await checkContent(join(folder, name), expectedFormats[name] ?? {}, {
    path,
    to,
    format,
  })
  if (reader === undefined) return 'not checked'
  tally.checked += 1
  if (problem === undefined) {
    tally.confirmed += 1
    return `right (${reader})`
  }
  tally.problems.push(`${name} to ${to}: ${reader}: ${problem}`)
  return `WRONG (${reader})`
}

/** Not a drawing or a model that was taken for any text, or for any compressed file. */
function isItsOwn(name: string, found: FormatId): boolean {
  const extension = name.split('.').at(-1) ?? ''
  return (found !== 'txt' && found !== 'gz') || formatExtension(found) === extension
}

interface Made {
  readonly content: Buffer
  readonly format: FormatId
}

/** Several files come as a ZIP. */
async function problemOf(run: Run, { content, format }: Made, to: FormatId): Promise<string | undefined> {
  const extension = formatExtension(format)
  const again = recognize(`result.${extension}`, content)
  if (again === undefined) return 'the result is not recognized'
  const found = formatFor(again)
  // An animated PNG has the extension of PNG.
  if (found !== format && formatExtension(found) !== extension) return `the result is recognized as ${found}`
  const outputs = outputsOfFile(again)
  // As text, a PDF that is an image would be recognized letter by letter.
  const first = outputs.find(output => format === 'pdf' && output === 'png') ?? outputs[0]
  if (format !== to || first === undefined) return undefined
  const read = await convert(run, again, content, first)
  return typeof read === 'string' ? `the result cannot be read: ${read}` : undefined
}

function recognize(fileName: string, content: Buffer): RecognizedFile | undefined {
  const head = content.subarray(0, sniffHeadBytes)
  const start = tailStart(head, content.length)
  const tail = start === undefined ? head : content.subarray(start, start + sniffHeadBytes)
  const format = sniffFormat(head, tail)
  return format && { fileName, format }
}

/** The result, or why there is none; undefined if only a disabled engine could make it. */
async function convert(
  { runtime, work }: Run,
  file: RecognizedFile,
  content: Buffer,
  to: FormatId,
): Promise<Made | string | undefined> {
  for (const operation of operationsForFile(file, to)) {
    try {
      const requested = parseOptions(operation, conversionFields(operation, file, to, {}))
      const from = formatFor(file, requested.inputs)
      const { steps } = buildExecutionPlan({
        operation,
        from,
        requested,
        isAvailable: engine => !disabledEngines.some(disabled => disabled === engine),
      })
      let inputPath = join(work, 'input')
      await writeFile(inputPath, content)
      let outcome: StepOutcome = {}
      for (const [index, step] of steps.entries()) {
        const outputPath = join(work, `${index}.${formatExtension(step.to)}`)
        const files = [{ path: inputPath, name: file.fileName, modifiedAt: new Date(0) }]
        const { signal } = new AbortController()
        outcome = await runtime.runStep({
          step,
          inputPath,
          outputPath,
          files,
          name: 'sample',
          signal,
          onProgress: () => {},
        })
        inputPath = outputPath
      }
      return { content: await readFile(inputPath), format: outcome.format ?? steps.at(-1)?.to ?? from }
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (code !== 'engine-missing') return `${code ?? 'failed'}: ${message}`
    }
  }
  return undefined
}
