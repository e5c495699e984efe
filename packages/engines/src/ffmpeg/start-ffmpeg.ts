/** Makes sure ffmpeg is there and runs it, one process a job. */
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { convert } from './convert.ts'
import { inspect } from './inspect.ts'
import { findCodecSupport } from './probe/codec-support.ts'
import type { FfmpegContext } from './run/media-process.ts'

export async function startFfmpeg(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const context: FfmpegContext = { sandbox, settings, codecs: await findCodecSupport(sandbox) }
  return {
    runStep: run => convert(context, run),
    inspect: inspection => inspect(context, inspection),
    close: async () => {},
  }
}
