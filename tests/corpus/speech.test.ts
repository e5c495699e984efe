/** Transcription of videos: words, times, languages and suppression of hallucinations. */
import { expect, test } from 'vitest'
import { everyNth, partOf } from '../support/thorough.ts'
import { openSpeechHarness } from './support/speech-harness.ts'
import { muteVideo, speak, videoOf } from './support/spoken-videos.ts'

// One model for all languages: it is loaded once, and the synthetic voice is clear enough for the small one.
const stage = openSpeechHarness(() => ({ otherModel: 'base' }))
const timeoutMs = 180_000

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

test('V2T-09: transcribes with timestamps for segments and words, and writes subtitles', {
  timeout: timeoutMs,
}, async () => {
  const path = await stage.video('talk', 'en', [
    'The weather was beautiful this morning.',
    4,
    'After breakfast the children walked to school.',
  ])
  const percents: number[] = []
  const outcome = await stage.transcribe(path, { onProgress: ({ percent }) => percents.push(percent) })

  const lines = (await stage.text()).trim().split('\n')
  expect(lines[0]).toMatch(/^\[00:00:00\] .*weather was beautiful this morning/i)
  expect(lines.at(-1)).toMatch(/^\[00:00:0[67]\] .*children walked to school/i)
  const names = ['transcript.json', 'subtitles.srt', 'subtitles.vtt']
  expect(outcome.parts?.map(({ name }) => name)).toEqual(names)
  expect((await stage.leftovers()).toSorted()).toEqual(['result.txt', ...names].toSorted())
  expect(await stage.part('subtitles.srt')).toMatch(/^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nThe weather/)
  expect(await stage.part('subtitles.vtt')).toMatch(
    /^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\nThe weather/,
  )

  const { segments, language, durationSeconds } = await stage.transcript()
  expect(language).toBe('en')
  let earliest = 0
  for (const segment of segments) {
    expect(segment.text).toBe(segment.words.map(word => word.text).join(' '))
    for (const word of segment.words) {
      expect(word.startSeconds).toBeGreaterThanOrEqual(earliest)
      expect(word.endSeconds).toBeGreaterThanOrEqual(word.startSeconds)
      expect(word.endSeconds).toBeLessThanOrEqual(segment.endSeconds)
      earliest = word.startSeconds
    }
  }
  expect(segments.at(-1)?.endSeconds).toBeLessThanOrEqual(durationSeconds)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(percents.at(-1)).toBe(100)
  // A single window: progress must advance within it.
  expect(new Set(percents.filter(percent => percent > 10 && percent < 97)).size).toBeGreaterThan(5)
})

const german = [
  'de',
  'Guten Tag, meine Damen und Herren. Herzlich willkommen in unserem schönen Land.',
  'willkommen',
] as const
const spanish = [
  'es',
  'Buenos días, señoras y señores. Los niños caminaron hasta la escuela esta mañana.',
  'escuela',
] as const

test.each(partOf([german, spanish], [spanish]))(
  'V2T-09: detects %s and writes paragraphs without timestamps',
  { timeout: timeoutMs },
  async (code, said, word) => {
    await stage.transcribe(await stage.video(code, code, [said]), {
      language: 'auto',
      includeTimestamps: false,
    })
    expect((await stage.transcript()).language).toBe(code)
    expect(wordsOf(await stage.text())).toContain(word)
    expect(await stage.text()).not.toContain('[')
  },
)

const notes =
  '0.3*exp(-3*mod(t\\,0.5))*(sin(2*PI*262*t)+sin(2*PI*330*t*(1+floor(mod(t\\,2))))+0.5*sin(2*PI*784*t))'

const wordless = [
  ['music', `aevalsrc=${notes}:d=8`],
  ['silence', 'anullsrc=r=44100:cl=stereo:d=5'],
  ['noise', 'anoisesrc=c=pink:a=0.3:d=6'],
] as const

test.each(everyNth(3, wordless))(
  'transcribes no words from %s',
  { timeout: timeoutMs },
  async (name, source) => {
    await stage.transcribe(await videoOf(stage.videos, `${name}.mp4`, ['-f', 'lavfi', '-i', source]))
    expect(await stage.text()).toBe('')
    expect((await stage.transcript()).segments).toEqual([])
  },
)

test('joins several windows without losing or duplicating words', { timeout: timeoutMs }, async () => {
  const names = [
    ...['apples', 'bananas', 'cherries', 'lemons', 'oranges', 'potatoes', 'tomatoes', 'carrots', 'onions'],
    ...['mushrooms', 'chickens', 'horses', 'tigers', 'elephants', 'monkeys', 'rabbits'],
  ]
  const script = names.map(name => `In the next picture we can see many ${name}.`).join(' ')
  await stage.transcribe(await stage.video('long', 'en', [script]), { includeTimestamps: false })
  const recognized = wordsOf(await stage.text())
  expect((await stage.transcript()).durationSeconds).toBeGreaterThan(35)
  expect(recognized.filter(word => word === 'picture')).toHaveLength(names.length)
  const once = names.filter(name => recognized.filter(word => word === name).length === 1)
  expect(once.length).toBeGreaterThanOrEqual(names.length - 2)
})

test('rejects a video without audio', async () => {
  const path = await muteVideo(stage.videos, 'mute.mp4')
  expect(await stage.codeOf(stage.transcribe(path))).toBe('no-speech-track')
})

test('leaves nothing behind when canceled, and transcribes the next file, which is audio', {
  timeout: timeoutMs,
}, async () => {
  const path = await stage.video('cancelled', 'en', ['The train to the city leaves at seven.'])
  const canceling = new AbortController()
  const run = stage.transcribe(path, {
    signal: canceling.signal,
    onProgress: ({ percent }) => {
      if (percent >= 5) canceling.abort()
    },
  })
  expect(await stage.codeOf(run)).toBe('cancelled')
  const memo = await speak(stage.videos, 'memo', 'en', ['The weather was beautiful this morning.'])
  await stage.transcribe(memo, { from: 'wav', includeTimestamps: false })
  expect(await stage.text()).toMatch(/weather was beautiful this morning/i)
})
