/**
 * Speech recognition: word errors and speed on human speech, and hallucinated words on audio without speech,
 * against the same model in plain transformers.js.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bench, BenchRow } from './bench.ts'
import { corpusFolder } from './support/corpus-folder.ts'
import { openBareModel, openFilesmith, type SpeechRecognizer } from './support/speech-recognizers.ts'
import { countErrors, countWords, type Errors } from './support/word-errors.ts'

/** Speech with transcripts cannot be redistributed; the decision record says where it comes from. */
const corpus = corpusFolder()
const models = ['base', 'small'] as const

export const bench: Bench = {
  name: 'speech',
  async run() {
    const rows: BenchRow[] = []
    if (!existsSync(corpus)) console.warn('BENCH_CORPUS_DIR is not set: only synthesized audio is measured.')
    for (const model of models) {
      const bare = await openBareModel(model)
      if (bare === undefined)
        console.warn('Nothing to compare with: npm install --no-save @huggingface/transformers')
      const recognizers = { ours: await openFilesmith(model), ...(bare && { bare }) }
      try {
        if (existsSync(corpus)) rows.push(...(await measureSpeech(model, recognizers)))
        rows.push(...(await measureHallucinations(model, recognizers)))
      } finally {
        await Promise.all(Object.values(recognizers).map(recognizer => recognizer.close()))
      }
    }
    return rows
  },
}

interface Recognizers {
  readonly ours: SpeechRecognizer
  readonly bare?: SpeechRecognizer
}
type Who = keyof Recognizers

function each(recognizers: Recognizers): readonly [Who, SpeechRecognizer][] {
  return Object.entries(recognizers) as [Who, SpeechRecognizer][]
}

interface Tally {
  readonly errors: Errors
  readonly seconds: number
}

async function measureSpeech(model: string, recognizers: Recognizers): Promise<BenchRow[]> {
  const folder = join(corpus, 'speech')
  const names = readdirSync(folder).filter(name => !name.endsWith('.txt'))
  // The first run loads the model.
  for (const [, recognizer] of each(recognizers))
    await recognizer.recognize(join(folder, names[0] ?? ''), 'de')
  const tallies = { ours: new Map<string, Tally[]>(), bare: new Map<string, Tally[]>() }
  let audioSeconds = 0
  for (const name of names) {
    const path = join(folder, name)
    const language = name.slice(0, 2)
    const truth = await readFile(path.replace(/\.[^.]+$/, '.txt'), 'utf8')
    audioSeconds += await durationOf(path)
    // Both on the same file in succession, so that other load on the machine affects both.
    for (const [who, recognizer] of each(recognizers)) {
      const startedAt = performance.now()
      const recognized = await recognizer.recognize(path, language)
      const seconds = (performance.now() - startedAt) / 1000
      const errors = countErrors(language, truth, recognized)
      tallies[who].set(language, [...(tallies[who].get(language) ?? []), { errors, seconds }])
      if (process.env.SPEECH_TEXTS)
        console.log(model, who, name, errors, seconds.toFixed(1), recognized.trim())
    }
  }
  const [oursSeconds, bareSeconds] = [tallies.ours, tallies.bare].map(tally =>
    [...tally.values()].flat().reduce((sum, { seconds }) => sum + seconds, 0),
  ) as [number, number]
  const rows: BenchRow[] = [
    ...[...tallies.ours.keys()].flatMap(language => errorRows(model, language, tallies, language)),
    ...errorRows(model, 'all', tallies),
    { what: `${model}: real-time factor, ours`, value: oursSeconds / audioSeconds, unit: 'x' },
  ]
  if (recognizers.bare === undefined) return rows
  return [
    ...rows,
    { what: `${model}: real-time factor, bare`, value: bareSeconds / audioSeconds, unit: 'x' },
    {
      what: `${model}: time of ours against bare`,
      value: oursSeconds / bareSeconds,
      unit: 'x',
      goal: 'at most 1.1',
      isMet: oursSeconds / bareSeconds <= 1.1,
    },
  ]
}

function errorRows(
  model: string,
  label: string,
  tallies: Readonly<Record<'ours' | 'bare', ReadonlyMap<string, readonly Tally[]>>>,
  language?: string,
): BenchRow[] {
  const rate = (tally: ReadonlyMap<string, readonly Tally[]>) => {
    const taken = language === undefined ? [...tally.values()].flat() : (tally.get(language) ?? [])
    const sum = (pick: (errors: Errors) => number) => taken.reduce((all, { errors }) => all + pick(errors), 0)
    return (100 * sum(errors => errors.wrong)) / sum(errors => errors.all)
  }
  const [ours, bare] = [rate(tallies.ours), rate(tallies.bare)]
  if (tallies.bare.size === 0) return [{ what: `${model}: errors in ${label}, ours`, value: ours, unit: '%' }]
  return [
    {
      what: `${model}: errors in ${label}, ours`,
      value: ours,
      unit: '%',
      goal: `at most ${bare.toFixed(1)} (bare)`,
      isMet: ours <= bare,
    },
    { what: `${model}: errors in ${label}, bare`, value: bare, unit: '%' },
  ]
}

const notes =
  '0.3*exp(-3*mod(t\\,0.5))*(sin(2*PI*262*t)+sin(2*PI*330*t*(1+floor(mod(t\\,2))))+0.5*sin(2*PI*784*t))'
const synthesized = {
  silence: 'anullsrc=r=16000:cl=mono:d=10',
  'white noise': 'anoisesrc=c=white:a=0.3:d=10',
  'quiet noise': 'anoisesrc=c=pink:a=0.01:d=10',
  tone: 'sine=f=440:d=10',
  sweep: 'aevalsrc=0.3*sin(2*PI*(200+t*150)*t):d=10',
  chord: 'aevalsrc=0.2*(sin(2*PI*262*t)+sin(2*PI*330*t)+sin(2*PI*392*t)):d=10',
  music: `aevalsrc=${notes}:d=20`,
} as const
/** Silence, music, whistles and effects of the corpus, without speech. */
const wordless = [
  ...['silence-44-s.mp3', 'silence-2.wma', 'silent_1s.wav', 'alac.m4a', 'full.aiff', 'full.m4a'],
  ...['bbb_1ch_8kHz_aac_lc.aac', 'bbb_6ch_8kHz_opus.ogg', 'bear-vbr-xing-header.mp3', 'sample_8bit.wav'],
  ...['steam-train-whistle-daniel_simon.mp3', 'testMP3_coverArt.mp3', 'sfx-ulaw.wav'],
]

async function measureHallucinations(model: string, recognizers: Recognizers): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'speech-sounds-'))
  try {
    const paths = existsSync(corpus) ? wordless.map(name => join(corpus, 'audio', name)) : []
    for (const [name, source] of Object.entries(synthesized)) {
      const path = join(folder, `${name}.wav`)
      await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, path])
      paths.push(path)
    }
    const hallucinated = { ours: 0, bare: 0 }
    for (const path of paths) {
      for (const [who, recognizer] of each(recognizers)) {
        const recognized = await recognizer.recognize(path, 'en')
        hallucinated[who] += countWords(recognized)
        if (process.env.SPEECH_TEXTS) console.log(model, who, path, recognized.trim())
      }
    }
    const what = `${model}: words hallucinated on ${paths.length} audio files without speech`
    return [
      {
        what: `${what}, ours`,
        value: hallucinated.ours,
        unit: '',
        goal: 'none',
        isMet: hallucinated.ours === 0,
      },
      ...(recognizers.bare ? [{ what: `${what}, bare`, value: hallucinated.bare, unit: '' }] : []),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function durationOf(path: string): Promise<number> {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  return Number((await promisify(execFile)('ffprobe', args)).stdout)
}
