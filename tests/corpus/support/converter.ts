/** Runs whole conversions on a real, sandboxed runtime, in a folder of their own. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import type { EngineRuntime, EngineSettings, Progress } from '@filesmith/engines/engine'
import { planConversion } from '@filesmith/engines/plan'
import { createEngineRuntime } from '@filesmith/engines/runtime'

export interface Conversion {
  readonly input: Uint8Array | string
  readonly from: FormatId
  readonly to: FormatId
  readonly quality?: 'high' | 'medium' | 'low'
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface Converter {
  readonly runtime: EngineRuntime
  /** Path of the result. */
  convert(conversion: Conversion): Promise<string>
  /** Names of everything that conversions left beside inputs and results. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

export async function startConverter(settings: Partial<EngineSettings> = {}): Promise<Converter> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-corpus-'))
  const runtime = await createEngineRuntime({ sandbox: 'required', stepTimeoutMs: 45_000, ...settings })
  let count = 0

  async function convert({ input, from, to, quality = 'medium', ...run }: Conversion): Promise<string> {
    const plan = planConversion({
      operation: 'convert-image',
      from,
      options: { outputFormat: to, quality },
      isAvailable: engine => runtime.statuses.some(status => status.engine === engine && status.isAvailable),
    })
    count += 1
    let path = join(folder, `${count}-input`)
    await writeFile(path, input)
    for (const [index, step] of plan.steps.entries()) {
      const outputPath = join(folder, `${count}-${index}-output.${step.to}`)
      await runtime.runStep({
        step,
        inputPath: path,
        outputPath,
        signal: run.signal ?? new AbortController().signal,
        onProgress: run.onProgress ?? (() => {}),
      })
      path = outputPath
    }
    return path
  }

  return {
    runtime,
    convert,
    leftovers: async () =>
      (await readdir(folder)).filter(name => !/^\d+-(input|\d+-output\.\w+)$/.test(name)),
    async close() {
      await runtime.close()
      await rm(folder, { recursive: true })
    },
  }
}
