/** Starts text recognition: warm helpers that prepare pages, and Tesseract in jails of its own. */
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { installedLanguages } from '../tesseract/installed-languages.ts'
import { startOcrHelpers } from './ocr-helpers.ts'
import { readTextFile } from './read-file.ts'
import { createSlots } from './slots.ts'

export async function startOcr(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const installed = await installedLanguages()
  const helpers = await startOcrHelpers(settings, sandbox)
  const engine = { sandbox, settings, helpers, installed, slots: createSlots(settings.helpersPerEngine) }
  return { runStep: run => readTextFile(engine, run), close: () => helpers.close() }
}
