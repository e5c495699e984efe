/** Starts the ffmpeg engine: checks the installed codecs; every job is a separate sandboxed process. */
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { ffmpegAudio, ffmpegEditAudio, ffmpegSubtitles, ffmpegVideo } from './abilities.ts'
import { convertMedia } from './convert.ts'
import { prepareEdited } from './edit/prepare-edited.ts'
import { prepareAudio } from './encoding/prepare-audio.ts'
import { prepareVideo } from './encoding/prepare-video.ts'
import { inspect } from './inspect.ts'
import { findCodecSupport } from './probe/codec-support.ts'
import type { FfmpegContext } from './run/media-process.ts'
import { prepareSubtitled } from './subtitles/prepare-subtitled.ts'

export async function startFfmpeg(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const context: FfmpegContext = { sandbox, settings, codecs: await findCodecSupport(sandbox) }
  return {
    runStep: runStepsWith(
      handle(ffmpegVideo, run => convertMedia(context, run, prepareVideo)),
      handle(ffmpegAudio, run => convertMedia(context, run, prepareAudio)),
      handle(ffmpegSubtitles, run => convertMedia(context, run, prepareSubtitled)),
      handle(ffmpegEditAudio, run => convertMedia(context, run, prepareEdited)),
    ),
    inspect: inspection => inspect(context, inspection),
    close: async () => {},
  }
}
