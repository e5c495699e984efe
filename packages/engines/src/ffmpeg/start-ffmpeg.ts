/** Makes sure ffmpeg is there and runs it, one process a job. */
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'

export async function startFfmpeg(_settings: EngineSettings, _sandbox: Sandbox): Promise<LiveEngine> {
  throw new Error('not built yet')
}
