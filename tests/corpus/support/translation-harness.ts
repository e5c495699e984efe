/** Translates documents with the real, sandboxed engine in a temporary folder. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LanguageId } from '@filesmith/contract/languages'
import type { EngineRuntime, Progress, StepOutcome } from '@filesmith/engines/engine'
import { createEngineRuntime, defaultEngineSettings } from '@filesmith/engines/runtime'
import { sandboxUnderTest } from '../../support/sandbox-under-test.ts'

export interface DocumentTranslation {
  readonly input: Uint8Array | string
  readonly format: 'docx' | 'txt'
  readonly from?: LanguageId
  readonly to?: LanguageId
  readonly password?: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface TranslationHarness {
  readonly runtime: EngineRuntime
  readonly folder: string
  translate(translation: DocumentTranslation): Promise<{ bytes: Buffer; outcome: StepOutcome }>
  /** Error code of a failed translation; 'translated' when it succeeds. */
  codeOf(translation: DocumentTranslation): Promise<string>
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

/** With Apertium by default: its words are those that the tests of styles expect. */
export async function startTranslationHarness(modelsDir: string | null = null): Promise<TranslationHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-translation-'))
  const runtime = await createEngineRuntime({
    sandbox: sandboxUnderTest,
    helpersPerEngine: 1,
    translation: { ...defaultEngineSettings.translation, modelsDir },
    disabledEngines: ['sharp', 'magick', 'ffmpeg', 'archive', 'ocr', 'speech'],
  })
  let count = 0

  async function translate({ input, format, from = 'en', to = 'es', ...rest }: DocumentTranslation) {
    count += 1
    const inputPath = join(folder, `${count}-input`)
    const outputPath = join(folder, `${count}-output`)
    await writeFile(inputPath, input)
    const outcome = await runtime.runStep({
      step: {
        ability: `translate-${format}`,
        from: format,
        to: format,
        options: { sourceLanguage: from, targetLanguage: to },
      },
      inputPath,
      outputPath,
      signal: new AbortController().signal,
      onProgress: () => {},
      ...rest,
    })
    return { bytes: await readFile(outputPath), outcome }
  }

  return {
    runtime,
    folder,
    translate,
    codeOf: translation =>
      translate(translation).then(
        () => 'translated',
        error => error.code,
      ),
    leftovers: async () => (await readdir(folder)).filter(name => !/^\d+-(?:input|output)$/.test(name)),
    async close() {
      await runtime.close()
      await rm(folder, { recursive: true })
    },
  }
}
