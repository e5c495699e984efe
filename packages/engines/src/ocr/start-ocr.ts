/** Starts text recognition. */
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'

export async function startOcr(_settings: EngineSettings, _sandbox: Sandbox): Promise<LiveEngine> {
  throw new Error('Text recognition is not built yet.')
}
