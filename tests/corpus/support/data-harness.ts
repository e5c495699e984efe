/** Runs the data engine on content, in the real sandbox. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import type { LiveEngine, StepOutcome } from '@filesmith/engines/engine'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { afterAll, beforeAll } from 'vitest'

export interface DataRun {
  readonly ability: string
  readonly from: FormatId
  readonly to: FormatId
  readonly content: string | Uint8Array
  readonly options?: object
  readonly password?: string
}

export interface DataRunResult extends StepOutcome {
  readonly bytes: Buffer
  readonly text: string
  /** Contents of the additional files by name. */
  readonly partTexts: Readonly<Record<string, string>>
}

/** The data engine, started once for the tests of a file. */
export function useDataEngine(): (run: DataRun) => Promise<DataRunResult> {
  let engine: LiveEngine | undefined
  let folder = ''
  let runs = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'data-engine-'))
    const settings = { ...defaultEngineSettings, helpersPerEngine: 1, stepTimeoutMs: 60_000 }
    engine = await engines.data.start(settings, await createSandbox('required', () => {}))
  })
  afterAll(async () => {
    await engine?.close()
    await rm(folder, { recursive: true, force: true })
  })
  return async ({ ability, from, to, content, options = {}, password }) => {
    if (engine === undefined) throw new Error('the data engine is started before the first test')
    const path = join(folder, `file-${runs++}`)
    await writeFile(path, content)
    const outcome = await engine.runStep({
      step: { ability, from, to, options },
      inputPath: path,
      outputPath: `${path}.out`,
      name: 'sample',
      ...(password !== undefined && { password }),
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    const bytes = await readFile(`${path}.out`)
    const partTexts: Record<string, string> = {}
    for (const part of outcome.parts ?? []) partTexts[part.name] = await readFile(part.path, 'utf8')
    return { ...outcome, bytes, text: bytes.toString('utf8'), partTexts }
  }
}
