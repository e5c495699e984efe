/** Language detection in one warm, sandboxed helper that is started on first use. */
import { AppError } from '@filesmith/contract/errors'
import { type LanguageId, languageIds } from '@filesmith/contract/languages'
import type { EngineSettings } from '../../engine.ts'
import { startHelper } from '../../process/helper-process.ts'
import { prepareNodeHelper } from '../../process/node-helper.ts'
import type { Sandbox } from '../../process/sandbox.ts'
import { createWarmPool } from '../../process/warm-pool.ts'

export interface LanguageDetector {
  /** Undefined if the text is too short or in an unsupported language. */
  detect(text: string, signal: AbortSignal): Promise<LanguageId | undefined>
  close(): Promise<void>
}

const timeoutMs = 20_000
const maxMemoryBytes = 512 * 1024 * 1024
/** The beginning of a text is enough. */
const maxCharacters = 4000

export function createLanguageDetector(settings: EngineSettings, sandbox: Sandbox): LanguageDetector {
  const program = prepareNodeHelper(sandbox, {
    program: 'translation/detect/program.ts',
    packages: ['fasttext.wasm.js'],
    memoryBytes: 2 * maxMemoryBytes,
  })
  const pool = createWarmPool({
    size: 1,
    recycleAfterJobs: settings.recycleAfterJobs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  return {
    async detect(text, signal) {
      const answer = await pool.run({
        request: { text: text.slice(0, maxCharacters) },
        signal,
        onProgress: () => {},
        timeoutMs,
        maxOutputBytes: 0,
        maxMemoryBytes,
        errorParams: {},
        crashError: cause => new AppError('internal', {}, { cause }),
      })
      const { language } = answer as { language?: unknown }
      return languageIds.find(id => id === language)
    },
    close: () => pool.close(),
  }
}
