/** Runs one ability of one engine on files, in the real sandbox. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import type { EngineId, EngineSettings, LiveEngine, StepOutcome } from '@filesmith/engines/engine'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { afterAll, beforeAll } from 'vitest'

export interface AbilityRun {
  readonly ability: string
  readonly from: FormatId
  readonly to: FormatId
  readonly options?: object
  /** File name without its extension. */
  readonly name?: string
  readonly password?: string
}

export interface AbilityResult extends StepOutcome {
  readonly path: string
  readonly bytes: Buffer
}

/** The engine, started once for the tests of a file. */
export function useEngine(id: EngineId, settings: Partial<EngineSettings> = {}) {
  let engine: LiveEngine | undefined
  let folder = ''
  let count = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `${id}-`))
    engine = await engines[id].start(
      { ...defaultEngineSettings, ...settings },
      await createSandbox('required', () => {}),
    )
  })
  afterAll(async () => {
    await engine?.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    get folder() {
      return folder
    },
    async convert(content: Uint8Array | string, run: AbilityRun): Promise<AbilityResult> {
      if (engine === undefined) throw new Error('the engine is started before the first test')
      const path = join(folder, `result-${count++}`)
      const inputPath = join(folder, `input-${count}`)
      await writeFile(inputPath, content)
      const { ability, from, to, options = { outputFormat: to }, name = 'sample', password } = run
      const outcome = await engine.runStep({
        step: { ability, from, to, options },
        inputPath,
        outputPath: path,
        name,
        ...(password !== undefined && { password }),
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      return { ...outcome, path, bytes: await readFile(path) }
    },
  }
}
