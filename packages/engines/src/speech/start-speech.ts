/** Starts the speech engine: warm, sandboxed helpers with Whisper models, or a client for a remote server. */
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, SpeechSettings } from '../engine.ts'
import { findCodecSupport } from '../ffmpeg/probe/codec-support.ts'
import type { FfmpegContext } from '../ffmpeg/run/media-process.ts'
import { startHelper } from '../process/helper-process.ts'
import { prepareNodeHelper } from '../process/node-helper.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import { transcribe } from './abilities.ts'
import { locateModel } from './model-location.ts'
import { createServerTranscriber } from './server/server-transcriber.ts'
import { transcribeVideo } from './transcribe-video.ts'
import { createWhisperTranscriber, type Models } from './whisper-transcriber.ts'

/** Address space beyond the memory limit; most of it is never touched. */
const reservedBytes = 2 * 1024 ** 3
/** High, because each window is a job and a model should not be reloaded in the middle of a video. */
const recycleAfterJobs = 5000
/** Lower CPU priority: users wait for image conversions, but not for a long transcription. */
const niceness = 5

export async function startSpeech(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const context: FfmpegContext = { sandbox, settings, codecs: await findCodecSupport(sandbox) }
  const { speech } = settings
  const { server } = speech
  const backend = server === null ? { models: await locateModels(speech, sandbox) } : { server }
  const program = prepareNodeHelper(sandbox, {
    program: 'speech/program.ts',
    packages: ['onnxruntime-node'],
    memoryBytes: speech.maxMemoryBytes + reservedBytes,
    mounts: 'models' in backend ? [backend.models.english.mount, backend.models.other.mount] : [],
    niceness,
  })
  const pool = createWarmPool({
    size: speech.processes,
    recycleAfterJobs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  const transcriber =
    'models' in backend
      ? createWhisperTranscriber(pool, backend.models, settings)
      : createServerTranscriber(pool, context, backend.server)
  return {
    runStep: runStepsWith(handle(transcribe, run => transcribeVideo(context, transcriber, run))),
    close: () => pool.close(),
  }
}

async function locateModels(speech: SpeechSettings, sandbox: Sandbox): Promise<Models> {
  const { modelsDir } = speech
  return {
    english: await locateModel(sandbox, speech.englishModel, modelsDir),
    other: await locateModel(sandbox, speech.otherModel, modelsDir),
  }
}
