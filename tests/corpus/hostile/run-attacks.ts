/** Runs attacks on a live engine runtime as a worker does, and checks each for leaks and leftovers. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, isErrorCode } from '@filesmith/contract/errors'
import { pdfOperations } from '@filesmith/contract/operations/pdf/registry'
import { buildExecutionPlan } from '@filesmith/engines/build-execution-plan'
import type { EngineRuntime, EngineSettings, StepOutcome } from '@filesmith/engines/engine'
import { whenCompiled } from '@filesmith/engines/process/compiled-code'
import { createEngineRuntime, defaultEngineSettings } from '@filesmith/engines/runtime'
import { sandboxUnderTest } from '../../support/sandbox-under-test.ts'
import { openClipFolder } from '../support/clips.ts'
import { startConverter } from '../support/converter.ts'
import { attackOptions } from './attack-options.ts'
import { type Bait, setUpBait } from './bait.ts'
import { findCanary } from './canary.ts'
import type { Attack } from './choose-attacks.ts'
import type { HostileFile } from './hostile-file.ts'
import { hostileFiles } from './hostile-files.ts'
import { watchProcesses } from './watch-processes.ts'

const megabyte = 1024 ** 2

/** As tight as normal files of a few seconds allow, so that endless work is stopped soon. */
export const attackLimits = {
  stepTimeoutMs: 8_000,
  maxMemoryBytes: 2048 * megabyte,
  maxOutputBytes: 256 * megabyte,
  maxPixels: 20_000_000,
  maxAnimationPixels: 20_000_000,
  media: { ...defaultEngineSettings.media, timeoutMs: 30_000, cpuSeconds: 30 },
  pdf: { maxPages: 50, timeoutMs: 10_000, pageTimeoutMs: 3_000 },
  ocr: { maxPages: 10, pageTimeoutMs: 10_000 },
} as const satisfies Partial<EngineSettings>

/** Result of an attack. */
export interface AttackResult {
  readonly attack: Attack
  /** An error code, or 'made' when there was a result. */
  readonly code: string
  readonly elapsedMs: number
  /** Everything that went wrong; empty when the attack had no effect. */
  readonly faults: readonly string[]
}

export interface AttackRunner {
  readonly bait: Bait
  readonly files: readonly HostileFile[]
  readonly runtime: EngineRuntime
  readonly jobsFolder: string
  run(attack: Attack): Promise<AttackResult>
  /** Runs two at a time. Check faultsAfterAll afterwards for connections, running processes and stray files. */
  runAll(attacks: readonly Attack[], onResult?: (result: AttackResult) => void): Promise<AttackResult[]>
  faultsAfterAll(): Promise<string[]>
  /** Continues with other settings; the files, which take longest to make, stay. */
  restart(changes: Partial<EngineSettings>): Promise<void>
  readonly peakProcessBytes: number
  /** Shuts down and returns what should not be left. */
  close(): Promise<string[]>
}

export async function startAttackRunner(): Promise<AttackRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  const jobsFolder = join(folder, 'jobs')
  await mkdir(jobsFolder)
  const mark = Math.random().toString(36).slice(2)
  const escapeName = `escaped-${mark}`
  const bait = await setUpBait(folder, jobsFolder, mark)
  const files = await makeFiles(bait, escapeName)
  const watch = watchProcesses()
  const settings = { sandbox: sandboxUnderTest, helpersPerEngine: 2, ...attackLimits }
  let runtime = await createEngineRuntime(settings)
  let count = 0

  async function run(attack: Attack): Promise<AttackResult> {
    count += 1
    const jobFolder = join(jobsFolder, String(count))
    await mkdir(jobFolder)
    const startedAt = performance.now()
    const faults: string[] = []
    const expected = new Set(['0'])
    let code = 'made'
    try {
      await runSteps(attack, jobFolder, expected, faults)
    } catch (error) {
      code = error instanceof AppError ? error.code : 'not an AppError'
      faults.push(...errorFaults(error))
    }
    const left = (await readdir(jobFolder)).filter(name => !expected.has(name))
    if (left.length > 0) faults.push(`left behind: ${left.join(', ')}`)
    await rm(jobFolder, { recursive: true })
    return { attack, code, elapsedMs: performance.now() - startedAt, faults }
  }

  async function runSteps(attack: Attack, jobFolder: string, expected: Set<string>, faults: string[]) {
    let path = join(jobFolder, '0')
    await writeFile(path, attack.file.content)
    const executionPlan = buildExecutionPlan({
      operation: attack.operation,
      from: attack.from,
      requested: attackOptions(attack, bait.targets),
      isAvailable: () => true,
    })
    let outcome: StepOutcome = {}
    for (const [index, step] of executionPlan.steps.entries()) {
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
    const outputs = [{ path, format: outcome.format ?? attack.to }, ...(outcome.parts ?? [])]
    for (const part of outcome.parts ?? []) expected.add(part.path.slice(jobFolder.length + 1))
    for (const { path: outputPath, format } of outputs) {
      const { size } = await stat(outputPath)
      // OCR of an image without text and subtitles of a video without speech are empty.
      const mayBeEmpty = format === 'txt' || format === 'srt'
      if ((size === 0 && !mayBeEmpty) || size > attackLimits.maxOutputBytes)
        faults.push(`result of ${size} bytes`)
      const isCopy = (await readFile(outputPath)).equals(attack.file.content)
      // Operations of the PDF Workbench keep the content of pages.
      const isCarried = attack.file.family === 'bomb' && Object.hasOwn(pdfOperations, attack.operation)
      if (!isCopy) {
        const found = await findCanary(outputPath, format, bait.secrets, !isCarried)
        faults.push(...found.map(what => `leaked: ${what}`))
      }
    }
  }

  async function faultsAfterAll(): Promise<string[]> {
    const expectedNames = new Set(['data', 'jobs'])
    const unexpected = (await readdir(folder)).filter(
      name => !expectedNames.has(name) && !name.startsWith('bait-'),
    )
    return [
      ...bait.takeConnections().map(what => `connected: ${what}`),
      ...watch.oneShots().map(what => `still running: ${what}`),
      ...unexpected.map(name => `unexpected folder: ${name}`),
      ...[tmpdir(), '/tmp', '/']
        .filter(folderPath => existsSync(join(folderPath, escapeName)))
        .map(folderPath => `escaped to ${folderPath}`),
    ]
  }

  return {
    bait,
    files,
    get runtime() {
      return runtime
    },
    jobsFolder,
    run,
    async runAll(attacks, onResult) {
      const results: AttackResult[] = []
      const waiting = [...attacks]
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const result = await run(next)
          onResult?.(result)
          results.push(result)
        }
      }
      await Promise.all([work(), work()])
      return results
    },
    faultsAfterAll,
    async restart(changes) {
      await runtime.close()
      runtime = await createEngineRuntime({ ...settings, ...changes })
    },
    get peakProcessBytes() {
      return watch.peakBytes()
    },
    async close() {
      await whenCompiled()
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
    disabledEngines: [
      'ffmpeg',
      'pdf',
      'pdf-tools',
      'drawing',
      'archive',
      'libreoffice',
      'ocr',
      'speech',
      'translation',
      'gif',
      'markup',
      'books',
      'djvu',
    ],
  })
  try {
    return await hostileFiles(bait.targets, clips, converter, escapeName)
  } finally {
    await converter.close()
    await clips.close()
  }
}

/** Only errors about the file, with a complete message, are acceptable. */
function errorFaults(error: unknown): string[] {
  if (!(error instanceof AppError)) return [`not an AppError: ${String(error)}`]
  const { code, message, isFault } = error
  if (isFault || code === 'engine-missing' || code === 'cancelled' || !isErrorCode(code))
    return [`${code}: ${String((error.cause as Error | undefined)?.message ?? '')}`]
  return /\{\w+\}/.test(message) ? [`message with an unfilled placeholder: ${message}`] : []
}
