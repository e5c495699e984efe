/** Starts the ffmpeg engine: checks the installed codecs; every job is a separate sandboxed process. */
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { convertMedia } from './convert.ts'
import { inspect } from './inspect.ts'
import { findCodecSupport } from './probe/codec-support.ts'
import type { FfmpegContext } from './run/media-process.ts'

export async function startFfmpeg(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const context: FfmpegContext = { sandbox, settings, codecs: await findCodecSupport(sandbox) }
  return {
    runStep: run => convertMedia(context, run),
    inspect: inspection => inspect(context, inspection),
    close: async () => {},
  }
}
