/** Makes sure that what is needed for moving pictures is there. */
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'

export async function startGif(_settings: EngineSettings, _sandbox: Sandbox): Promise<LiveEngine> {
  throw new Error('There is no engine for moving pictures yet.')
}
