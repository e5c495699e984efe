/** Runs text recognition on drawn pages in a temporary folder and checks invariants of every result. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { OcrOptions } from '@filesmith/contract/ocr-options'
import { type Recognition, recognitionSchema } from '@filesmith/contract/schemas/recognition'
import type { EngineSettings, Progress, StepOutcome } from '@filesmith/engines/engine'
import { startOcr } from '@filesmith/engines/ocr/start-ocr'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { expect } from 'vitest'

export interface OcrRun {
  readonly input: Uint8Array
  readonly from: 'jpg' | 'png' | 'webp' | 'tiff' | 'pdf'
  readonly options?: Partial<OcrOptions>
  readonly password?: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface OcrResult {
  readonly text: string
  readonly recognition: Recognition
  readonly outcome: StepOutcome
  part(name: string): Promise<Buffer>
}

export interface OcrHarness {
  read(run: OcrRun): Promise<OcrResult>
  /** Names of all files left besides inputs and results. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

export async function startOcrHarness(changes: Partial<EngineSettings> = {}): Promise<OcrHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-ocr-'))
  const settings = { ...defaultEngineSettings, helpersPerEngine: 2, ...changes }
  const engine = await startOcr(settings, await createSandbox('required', () => {}))
  const expectedNames = new Set<string>()
  let runs = 0

  return {
    async read({ input, from, options = {}, password, signal, onProgress = () => {} }) {
      runs += 1
      const [inputPath, outputPath] = [join(folder, `${runs}-input`), join(folder, `${runs}.txt`)]
      await writeFile(inputPath, input)
      expectedNames.add(basename(inputPath))
      const outcome = await engine.runStep({
        step: { ability: 'recognise-text', from, to: 'txt', options },
        inputPath,
        outputPath,
        signal: signal ?? new AbortController().signal,
        onProgress,
        ...(password !== undefined && { password }),
      })
      for (const path of [outputPath, ...(outcome.parts ?? []).map(part => part.path)])
        expectedNames.add(basename(path))
      const part = (name: string) => {
        const found = outcome.parts?.find(candidate => candidate.name === name)
        if (!found) throw new Error(`part ${name} is missing`)
        return readFile(found.path)
      }
      const text = await readFile(outputPath, 'utf8')
      const recognition = recognitionSchema.parse(JSON.parse((await part('recognition.json')).toString()))
      for (const word of recognition.pages.flatMap(({ words }) => words))
        expect(text.slice(word.start, word.end)).toBe(word.text)
      return { text, recognition, outcome, part }
    },
    leftovers: async () => (await readdir(folder)).filter(name => !expectedNames.has(name)),
    async close() {
      await engine.close()
      await rm(folder, { recursive: true })
    },
  }
}
