/** Runs attacks on a live runtime as a worker would, and looks after each at what came out and what was left. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, isErrorCode } from '@filesmith/contract/errors'
import type { EngineRuntime, EngineSettings, StepOutcome } from '@filesmith/engines/engine'
import { planConversion } from '@filesmith/engines/plan'
import { createEngineRuntime, defaultEngineSettings } from '@filesmith/engines/runtime'
import { openClipFolder } from '../support/clips.ts'
import { startConverter } from '../support/converter.ts'
import { attackOptions } from './attack-options.ts'
import { type Bait, layBait } from './bait.ts'
import { findCanary } from './canary.ts'
import type { HostileFile } from './hostile-file.ts'
import { hostileFiles } from './hostile-files.ts'
import type { Attack } from './plan-attacks.ts'
import { watchProcesses } from './watch-processes.ts'

const megabyte = 1024 ** 2

/** As tight as ordinary files of a few seconds bear, so that what is endless ends soon. */
export const fieldLimits = {
  stepTimeoutMs: 8_000,
  maxMemoryBytes: 2048 * megabyte,
  maxOutputBytes: 256 * megabyte,
  maxPixels: 20_000_000,
  maxAnimationPixels: 20_000_000,
  media: { ...defaultEngineSettings.media, timeoutMs: 30_000, cpuSeconds: 30 },
  pdf: { maxPages: 50, timeoutMs: 10_000, pageTimeoutMs: 3_000 },
  ocr: { maxPages: 10, pageTimeoutMs: 10_000 },
} as const satisfies Partial<EngineSettings>

/** How an attack ended. */
export interface Ending {
  readonly attack: Attack
  /** A code of ours; 'made' when a result came out. */
  readonly code: string
  readonly elapsedMs: number
  /** Everything about it that must not be: empty when all is well. */
  readonly faults: readonly string[]
}

export interface Field {
  readonly bait: Bait
  readonly files: readonly HostileFile[]
  readonly runtime: EngineRuntime
  readonly jobsFolder: string
  run(attack: Attack): Promise<Ending>
  /** In pairs, and after all of them: what was heard, what still runs, what lies elsewhere. */
  runAll(attacks: readonly Attack[], onEnding?: (ending: Ending) => void): Promise<Ending[]>
  faultsAfterAll(): Promise<string[]>
  readonly peakProcessBytes: number
  /** Ends everything; answers what is left although it must not be. */
  close(): Promise<string[]>
}

export async function openField(changes: Partial<EngineSettings> = {}): Promise<Field> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  const jobsFolder = join(folder, 'jobs')
  await mkdir(jobsFolder)
  const mark = Math.random().toString(36).slice(2)
  const escapeName = `escaped-${mark}`
  const bait = await layBait(folder, jobsFolder, mark)
  const files = await makeFiles(bait, escapeName)
  const watch = watchProcesses()
  const runtime = await createEngineRuntime({
    sandbox: 'required',
    helpersPerEngine: 2,
    ...fieldLimits,
    ...changes,
  })
  let count = 0

  async function run(attack: Attack): Promise<Ending> {
    count += 1
    const jobFolder = join(jobsFolder, String(count))
    await mkdir(jobFolder)
    const startedAt = performance.now()
    const faults: string[] = []
    const expected = new Set(['0'])
    let code = 'made'
    try {
      await followPlan(attack, jobFolder, expected, faults)
    } catch (error) {
      code = error instanceof AppError ? error.code : 'not an error of ours'
      faults.push(...errorFaults(error))
    }
    const left = (await readdir(jobFolder)).filter(name => !expected.has(name))
    if (left.length > 0) faults.push(`left behind: ${left.join(', ')}`)
    await rm(jobFolder, { recursive: true })
    return { attack, code, elapsedMs: performance.now() - startedAt, faults }
  }

  async function followPlan(attack: Attack, jobFolder: string, expected: Set<string>, faults: string[]) {
    let path = join(jobFolder, '0')
    await writeFile(path, attack.file.content)
    const options = attackOptions(attack, bait.targets)
    const plan = planConversion({
      operation: attack.operation,
      from: attack.from,
      options,
      isAvailable: () => true,
    })
    let outcome: StepOutcome = {}
    for (const [index, step] of plan.steps.entries()) {
      const inputPath = path
      path = join(jobFolder, `${index + 1}.${step.to}`)
      outcome = await runtime.runStep({
        step,
        inputPath,
        outputPath: path,
        files: [{ path: inputPath, name: attack.file.fileName, modifiedAt: new Date(0) }],
        name: attack.file.fileName,
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      expected.add(`${index + 1}.${step.to}`)
    }
    const made = [{ path, format: outcome.format ?? attack.to }, ...(outcome.parts ?? [])]
    for (const part of outcome.parts ?? []) expected.add(part.path.slice(jobFolder.length + 1))
    for (const { path: madePath, format } of made) {
      const { size } = await stat(madePath)
      // A picture without words is an empty text, and so are the subtitles of a film in which nobody speaks.
      const mayBeEmpty = format === 'txt' || format === 'srt'
      if ((size === 0 && !mayBeEmpty) || size > fieldLimits.maxOutputBytes)
        faults.push(`a result of ${size} bytes`)
      const isCopy = (await readFile(madePath)).equals(attack.file.content)
      if (!isCopy)
        faults.push(...(await findCanary(madePath, format, bait.secrets)).map(what => `leaked: ${what}`))
    }
  }

  async function faultsAfterAll(): Promise<string[]> {
    const known = new Set(['data', 'jobs'])
    const strangers = (await readdir(folder)).filter(name => !known.has(name) && !name.startsWith('bait-'))
    return [
      ...bait.takeHeard().map(what => `heard: ${what}`),
      ...watch.oneShots().map(what => `still running: ${what}`),
      ...strangers.map(name => `a stranger among the folders: ${name}`),
      ...[tmpdir(), '/tmp', '/']
        .filter(place => existsSync(join(place, escapeName)))
        .map(place => `escaped to ${place}`),
    ]
  }

  return {
    bait,
    files,
    runtime,
    jobsFolder,
    run,
    async runAll(attacks, onEnding) {
      const extensions: Ending[] = []
      const waiting = [...attacks]
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const ending = await run(next)
          onEnding?.(ending)
          extensions.push(ending)
        }
      }
      await Promise.all([work(), work()])
      return extensions
    },
    faultsAfterAll,
    get peakProcessBytes() {
      return watch.peakBytes()
    },
    async close() {
      await runtime.close()
      const left = [...(await faultsAfterAll()), ...(await watch.end())]
      await bait.close()
      await rm(folder, { recursive: true })
      return left
    },
  }
}

async function makeFiles(bait: Bait, escapeName: string): Promise<HostileFile[]> {
  const clips = await openClipFolder()
  const converter = await startConverter({
    helpersPerEngine: 1,
    disabledEngines: ['ffmpeg', 'pdf', 'archive', 'libreoffice', 'ocr', 'speech', 'translation', 'gif'],
  })
  try {
    return await hostileFiles(bait.targets, clips, converter, escapeName)
  } finally {
    await converter.close()
    await clips.close()
  }
}

/** An answer about the file, in a whole sentence; never a fault of ours. */
function errorFaults(error: unknown): string[] {
  if (!(error instanceof AppError)) return [`not an error of ours: ${String(error)}`]
  const { code, message, isFault } = error
  if (isFault || code === 'engine-missing' || code === 'cancelled' || !isErrorCode(code))
    return [`${code}: ${String((error.cause as Error | undefined)?.message ?? '')}`]
  return /\{\w+\}/.test(message) ? [`a message with a hole: ${message}`] : []
}
