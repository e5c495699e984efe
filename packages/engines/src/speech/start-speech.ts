/** Starts speech recognition: a pool of warm, jailed helpers that hold the models, or the server that is asked instead. */
import type { EngineSettings, LiveEngine, SpeechSettings } from '../engine.ts'
import { findCodecSupport } from '../ffmpeg/probe/codec-support.ts'
import type { FfmpegContext } from '../ffmpeg/run/media-process.ts'
import { startHelper } from '../process/helper-process.ts'
import { prepareNodeHelper } from '../process/node-helper.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import { locateModel } from './model-location.ts'
import { createServerListener } from './server/server-listener.ts'
import { transcribeVideo } from './transcribe-video.ts'
import { createWhisperListener, type Models } from './whisper-listener.ts'

/** What a helper reserves beside what it may hold; most of it is never touched. */
const reservedBytes = 2 * 1024 ** 3
/** Every window is a job; a model is not loaded anew in the middle of a film. */
const recycleAfterJobs = 5000
/** Somebody waits for a picture, and nobody for the next second of an hour of talk. */
const niceness = 5

export async function startSpeech(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const context: FfmpegContext = { sandbox, settings, codecs: await findCodecSupport(sandbox) }
  const { speech } = settings
  const { server } = speech
  const way = server === null ? { models: await locateModels(speech, sandbox) } : { server }
  const program = prepareNodeHelper(sandbox, {
    program: 'speech/program.ts',
    packages: ['onnxruntime-node'],
    memoryBytes: speech.maxMemoryBytes + reservedBytes,
    mounts: 'models' in way ? [way.models.english.mount, way.models.other.mount] : [],
    niceness,
  })
  const pool = createWarmPool({
    size: speech.processes,
    recycleAfterJobs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  const listener =
    'models' in way
      ? createWhisperListener(pool, way.models, settings)
      : createServerListener(pool, context, way.server)
  return {
    runStep: run => transcribeVideo(context, listener, run),
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
