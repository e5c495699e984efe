/** Starts the OCR engine: warm helpers prepare pages, and each Tesseract run gets its own sandbox. */
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { installedLanguages } from '../tesseract/installed-languages.ts'
import { recognizeText } from './abilities.ts'
import { startOcrHelpers } from './ocr-helpers.ts'
import { recognizeFile } from './recognize-file.ts'
import { createSemaphore } from './semaphore.ts'

export async function startOcr(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const installed = await installedLanguages()
  const helpers = await startOcrHelpers(settings, sandbox)
  const engine = {
    sandbox,
    settings,
    helpers,
    installed,
    semaphore: createSemaphore(settings.helpersPerEngine),
  }
  return {
    runStep: runStepsWith(handle(recognizeText, run => recognizeFile(engine, run))),
    close: () => helpers.close(),
  }
}
