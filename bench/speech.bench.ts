/** Word errors and speed on human speech, and words invented on sounds without any: ours against the same model in bare transformers.js. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Bench, BenchRow } from './bench.ts'
import { openBareModel, openFilesmith, type SpeechListener } from './support/speech-listeners.ts'
import { countErrors, countWords, type Errors } from './support/word-errors.ts'

/** Recordings of people with what they say beside them are not ours to ship; see the decision record for where they come from. */
const corpus = fileURLToPath(new URL('../../shared/corpus/', import.meta.url))
const models = ['base', 'small'] as const

export const bench: Bench = {
  name: 'speech',
  async run() {
    const rows: BenchRow[] = []
    if (!existsSync(corpus))
      console.warn('The recordings of human speech are not here: only made sounds are measured.')
    for (const model of models) {
      const bare = await openBareModel(model)
      if (bare === undefined)
        console.warn('There is nobody to compare with: npm install --no-save @huggingface/transformers')
      const listeners = { ours: await openFilesmith(model), ...(bare && { bare }) }
      try {
        if (existsSync(corpus)) rows.push(...(await measureSpeech(model, listeners)))
        rows.push(...(await measureHallucinations(model, listeners)))
      } finally {
        await Promise.all(Object.values(listeners).map(listener => listener.close()))
      }
    }
    return rows
  },
}

interface Listeners {
  readonly ours: SpeechListener
  readonly bare?: SpeechListener
}
type Who = keyof Listeners

function each(listeners: Listeners): readonly [Who, SpeechListener][] {
  return Object.entries(listeners) as [Who, SpeechListener][]
}

interface Tally {
  readonly errors: Errors
  readonly seconds: number
}

async function measureSpeech(model: string, listeners: Listeners): Promise<BenchRow[]> {
  const folder = join(corpus, 'speech')
  const names = readdirSync(folder).filter(name => !name.endsWith('.txt'))
  // The first run loads the model.
  for (const [, listener] of each(listeners)) await listener.listen(join(folder, names[0] ?? ''), 'de')
  const tallies = { ours: new Map<string, Tally[]>(), bare: new Map<string, Tally[]>() }
  let audioSeconds = 0
  for (const name of names) {
    const path = join(folder, name)
    const language = name.slice(0, 2)
    const truth = await readFile(path.replace(/\.[^.]+$/, '.txt'), 'utf8')
    audioSeconds += await lengthOf(path)
    // One after the other on the same file: whatever else the machine does, it does to both.
    for (const [who, listener] of each(listeners)) {
      const startedAt = performance.now()
      const heard = await listener.listen(path, language)
      const seconds = (performance.now() - startedAt) / 1000
      const errors = countErrors(language, truth, heard)
      tallies[who].set(language, [...(tallies[who].get(language) ?? []), { errors, seconds }])
      if (process.env.SPEECH_TEXTS) console.log(model, who, name, errors, seconds.toFixed(1), heard.trim())
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
  if (listeners.bare === undefined) return rows
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
const made = {
  silence: 'anullsrc=r=16000:cl=mono:d=10',
  'white noise': 'anoisesrc=c=white:a=0.3:d=10',
  'quiet noise': 'anoisesrc=c=pink:a=0.01:d=10',
  tone: 'sine=f=440:d=10',
  sweep: 'aevalsrc=0.3*sin(2*PI*(200+t*150)*t):d=10',
  chord: 'aevalsrc=0.2*(sin(2*PI*262*t)+sin(2*PI*330*t)+sin(2*PI*392*t)):d=10',
  music: `aevalsrc=${notes}:d=20`,
} as const
/** Silence, music, whistles and effects of the corpus; nobody says a word in them. */
const wordless = [
  ...['silence-44-s.mp3', 'silence-2.wma', 'silent_1s.wav', 'alac.m4a', 'full.aiff', 'full.m4a'],
  ...['bbb_1ch_8kHz_aac_lc.aac', 'bbb_6ch_8kHz_opus.ogg', 'bear-vbr-xing-header.mp3', 'sample_8bit.wav'],
  ...['steam-train-whistle-daniel_simon.mp3', 'testMP3_coverArt.mp3', 'sfx-ulaw.wav'],
]

async function measureHallucinations(model: string, listeners: Listeners): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'speech-sounds-'))
  try {
    const paths = existsSync(corpus) ? wordless.map(name => join(corpus, 'audio', name)) : []
    for (const [name, source] of Object.entries(made)) {
      const path = join(folder, `${name}.wav`)
      await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, path])
      paths.push(path)
    }
    const invented = { ours: 0, bare: 0 }
    for (const path of paths) {
      for (const [who, listener] of each(listeners)) {
        const heard = await listener.listen(path, 'en')
        invented[who] += countWords(heard)
        if (process.env.SPEECH_TEXTS) console.log(model, who, path, heard.trim())
      }
    }
    const what = `${model}: words invented on ${paths.length} sounds without speech`
    return [
      { what: `${what}, ours`, value: invented.ours, unit: '', goal: 'none', isMet: invented.ours === 0 },
      ...(listeners.bare ? [{ what: `${what}, bare`, value: invented.bare, unit: '' }] : []),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function lengthOf(path: string): Promise<number> {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  return Number((await promisify(execFile)('ffprobe', args)).stdout)
}
