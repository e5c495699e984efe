/** Starts speech recognition. */
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'

export async function startSpeech(_settings: EngineSettings, _sandbox: Sandbox): Promise<LiveEngine> {
  throw new Error('Speech recognition is not built yet.')
}
