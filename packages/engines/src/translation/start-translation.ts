/** Starts translation: engines behind one interface, and documents on top of it. */
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'

export async function startTranslation(_settings: EngineSettings, _sandbox: Sandbox): Promise<LiveEngine> {
  throw new Error('Translation is not built yet.')
}
