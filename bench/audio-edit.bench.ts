/** Audio editing: accuracy of loudness normalization, sample accuracy of cuts, and CPU time against plain ffmpeg. */
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { type FormatId, formatIds } from '@filesmith/contract/formats'
import type { EngineRuntime, StepOutcome } from '../packages/engines/src/engine.ts'
import { createEngineRuntime } from '../packages/engines/src/runtime.ts'
import { meter, samplesOf } from '../tests/corpus/support/measure-samples.ts'
import type { Bench, BenchRow } from './bench.ts'
import { corpusFolder } from './support/corpus-folder.ts'
import { cpuSecondsOf } from './support/cpu-time.ts'
import { runFfmpeg } from './support/run-ffmpeg.ts'

const corpus = corpusFolder()
const targetLufs = -16
const minutes = 5
const concurrency = 4
const mp3 = ['-c:a', 'libmp3lame', '-b:a', '320k']

interface EditBench {
  readonly folder: string
  edit(path: string, to: FormatId, options: Record<string, number | boolean>): Promise<EditedFile>
}

interface EditedFile extends StepOutcome {
  readonly path: string
}

export const bench: Bench = {
  name: 'audio-edit',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'filesmith-bench-'))
    // The init process of the sandbox does not pass on the CPU time of its children, so the sandbox is off here.
    const engines = await createEngineRuntime({ sandbox: 'off', disabledEngines: ['sharp', 'magick'] })
    try {
      const editBench = { folder, edit: editor(engines, folder) }
      return [
        ...(await loudnessRows(editBench)),
        ...(await exactnessRows(editBench)),
        ...(await costRows(editBench)),
      ]
    } finally {
      await engines.close()
      await rm(folder, { recursive: true })
    }
  },
}

function editor(engines: EngineRuntime, folder: string): EditBench['edit'] {
  let count = 0
  return async (path, to, options) => {
    count += 1
    const outputPath = join(folder, `edited-${count}.${to}`)
    const from = extname(path).slice(1) as FormatId
    const outcome = await engines.runStep({
      step: { ability: 'ffmpeg-edit-audio', from, to, options },
      inputPath: path,
      outputPath,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    return { ...outcome, path: outputPath }
  }
}

async function loudnessRows({ folder, edit }: EditBench): Promise<BenchRow[]> {
  const distances: number[] = []
  const peaksDb: number[] = []
  let unmeasured = 0
  const drawn = await synthesizedAudio(folder)
  const jobs = [...drawn, ...sharedAudio()].flatMap(path => {
    const targets = drawn.includes(path) ? (['wav', 'mp3', 'm4a', 'ogg'] as const) : (['wav', 'mp3'] as const)
    return targets.map(to => ({ path, to }))
  })
  const workers = Array.from({ length: concurrency }, async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const { path, to } = job
      const edited = await edit(path, to, { normalize: true }).catch(() => undefined)
      if (edited?.notes?.some(note => note.includes('is now')) !== true) {
        unmeasured += 1
        continue
      }
      const { lufs, truePeakDb } = await meter(edited.path)
      if (Math.abs(lufs - targetLufs) > 0.3) console.log(`  ${basename(path)} as ${to}: ${lufs} LUFS`)
      distances.push(Math.abs(lufs - targetLufs))
      if (to === 'wav') peaksDb.push(truePeakDb)
      await rm(edited.path)
    }
  })
  await Promise.all(workers)
  const largestDistance = Math.max(...distances)
  const highestDb = Math.max(...peaksDb)
  return [
    {
      what: 'results normalized (wav and mp3; synthesized audio also m4a and ogg)',
      value: distances.length,
      unit: 'files',
    },
    { what: 'silent, too short or damaged: left unchanged or rejected', value: unmeasured, unit: 'files' },
    {
      what: 'mean distance from -16 LUFS',
      value: distances.reduce((sum, lu) => sum + lu, 0) / distances.length,
      unit: 'LU',
    },
    {
      what: 'largest distance from -16 LUFS',
      value: largestDistance,
      unit: 'LU',
      goal: 'at most 0.5',
      isMet: largestDistance <= 0.5,
    },
    {
      what: 'highest true peak (wav)',
      value: highestDb,
      unit: 'dBTP',
      goal: 'at most -1.5',
      isMet: highestDb <= -1.5,
    },
  ]
}

function sharedAudio(): string[] {
  if (!existsSync(corpus)) {
    console.log('  BENCH_CORPUS_DIR is not set; only synthesized audio is measured.')
    return []
  }
  const isAudioFile = (name: string) =>
    (formatIds as readonly string[]).includes(extname(name).slice(1)) && extname(name) !== '.txt'
  return ['audio', 'speech'].flatMap(name =>
    readdirSync(join(corpus, name))
      .filter(isAudioFile)
      .map(file => join(corpus, name, file)),
  )
}

/** Quiet, loud, with transients, with pauses, one-sided, and 5.1. */
async function synthesizedAudio(folder: string): Promise<string[]> {
  const noise = 'anoisesrc=color=pink:seed=7:sample_rate=44100:d=8'
  const claps = `volume='if(lt(mod(t,2),0.01),12,1)':eval=frame,asetnsamples=441`
  const sounds: Record<string, string> = {
    quiet: `${noise},volume=0.01`,
    loud: `${noise},volume=3`,
    claps: `${noise},asetnsamples=441,volume=0.2,${claps}`,
    pauses: `${noise},asetnsamples=441,volume='if(lt(mod(t,2),1),0.3,0.003)':eval=frame`,
    side: `${noise},volume=0.5,pan=stereo|c0=0*c0|c1=c0`,
    surround: `${noise},asetnsamples=441,volume=0.2,${claps},pan=5.1|c2=c0|c4=0.3*c0`,
  }
  return Promise.all(
    Object.entries(sounds).map(async ([name, source]) => {
      const path = join(folder, `${name}.wav`)
      await runFfmpeg(['-f', 'lavfi', '-i', source, '-c:a', 'pcm_f32le', path])
      return path
    }),
  )
}

async function exactnessRows({ folder, edit }: EditBench): Promise<BenchRow[]> {
  let largestError = 0
  for (const format of ['wav', 'flac', 'mp3', 'm4a', 'ogg']) {
    const path = join(folder, `sweep.${format}`)
    await runFfmpeg(['-f', 'lavfi', '-i', 'aevalsrc=0.5*sin(2*PI*(200*t+300*t*t)):s=44100:d=5', path])
    const original = await samplesOf(path)
    for (const [trimStart, trimEnd] of [
      [0.1, 4.9],
      [1.234567, 1.3],
      [0, 3.000_011],
      [2.5, 60],
    ] as const) {
      const trimmedSamples = await samplesOf((await edit(path, 'wav', { trimStart, trimEnd })).path)
      const start = Math.round(trimStart * 44_100)
      // Padding of the codec's last frame is not part of the audio.
      const end = Math.min(Math.round(trimEnd * 44_100), 5 * 44_100)
      const isSame = trimmedSamples.every(
        (value, index) => Math.abs(value - (original[start + index] ?? 9)) < 1e-4,
      )
      largestError = Math.max(
        largestError,
        isSame ? Math.abs(trimmedSamples.length - (end - start)) : Number.POSITIVE_INFINITY,
      )
    }
  }
  return [
    {
      what: 'cuts of wav, flac, mp3, m4a and ogg: largest error',
      value: largestError,
      unit: 'samples',
      goal: '0',
      isMet: largestError === 0,
    },
  ]
}

async function costRows({ folder, edit }: EditBench): Promise<BenchRow[]> {
  const path = join(folder, 'long.wav')
  const music = `anoisesrc=color=pink:seed=1:sample_rate=44100:d=${minutes * 60},tremolo=f=0.3:d=0.8,aformat=channel_layouts=stereo`
  await runFfmpeg(['-f', 'lavfi', '-i', music, '-c:a', 'pcm_s16le', path])
  const bare = (...args: readonly string[]) => runFfmpeg(['-i', path, ...args])
  const out = join(folder, 'bare.mp3')
  const trimmed = await cpuSecondsOf(() => edit(path, 'mp3', { trimStart: 10, volume: 0.8, fadeIn: 2 }))
  const bareTrimmed = await cpuSecondsOf(() =>
    bare('-af', 'atrim=start=10,volume=0.8,afade=d=2', ...mp3, out),
  )
  const normalized = await cpuSecondsOf(() => edit(path, 'mp3', { normalize: true }))
  const loudnorm = `loudnorm=I=${targetLufs}:TP=-1.5:LRA=11`
  const bareNormalized = await cpuSecondsOf(async () => {
    const { log } = await bare('-af', `${loudnorm}:print_format=json`, '-f', 'null', '-')
    const field = (name: string) => /-?[\d.]+|-inf/.exec(log.split(`"${name}" : "`)[1] ?? '')?.[0]
    const measured = ['i', 'tp', 'lra', 'thresh']
      .map(name => `measured_${name}=${field(`input_${name}`)}`)
      .join(':')
    await bare(
      '-af',
      `${loudnorm}:linear=true:${measured.replace(/_(i|tp|lra)=/g, found => found.toUpperCase())}`,
      '-ar',
      '44100',
      ...mp3,
      out,
    )
  })
  const ratio = (what: string, ours: number, theirs: number): BenchRow[] => [
    { what: `${minutes} minutes, ${what}, CPU time`, value: ours, unit: 's' },
    { what: 'plain ffmpeg with the same filters', value: theirs, unit: 's' },
    {
      what: `${what} against plain ffmpeg`,
      value: ours / theirs,
      unit: 'x',
      goal: 'at most 1.15',
      isMet: ours / theirs <= 1.15,
    },
  ]
  return [
    ...ratio('trimmed, attenuated and faded in, to mp3', trimmed, bareTrimmed),
    ...ratio('normalized, to mp3', normalized, bareNormalized),
  ]
}
