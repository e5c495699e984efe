import { expect, test } from 'vitest'
import { makeCues } from './make-cues.ts'
import { writeSrt, writeVtt } from './write-subtitles.ts'

const short = { startSeconds: 1.25, endSeconds: 3.0004, text: 'Tom & <Jerry>' }

test('SRT counts its subtitles and writes times with a comma', () => {
  expect(writeSrt(makeCues([{ ...short, startSeconds: 3599.9996, endSeconds: 3602 }, short]))).toBe(
    '1\n00:00:01,250 --> 00:00:03,000\nTom & <Jerry>\n\n2\n01:00:00,000 --> 01:00:02,000\nTom & <Jerry>\n',
  )
})

test('WebVTT begins with its name, writes times with a point, and keeps brackets words', () => {
  expect(writeVtt(makeCues([short]))).toBe(
    'WEBVTT\n\n00:00:01.250 --> 00:00:03.000\nTom &amp; &lt;Jerry&gt;\n',
  )
})

test('a long line becomes subtitles of two rows at most, none too wide, and not a word is lost', () => {
  const sentence =
    'The harbour lies behind the hill, and whoever comes by boat sees it only at the very last moment. '
  const text = sentence.repeat(4).trim()
  const cues = makeCues([{ startSeconds: 10, endSeconds: 40, text }])
  expect(cues.length).toBeGreaterThan(3)
  expect(cues.flatMap(cue => cue.rows).join(' ')).toBe(text)
  for (const { rows } of cues) {
    expect(rows.length).toBeLessThanOrEqual(2)
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(42)
  }
  expect(cues[0]?.startSeconds).toBe(10)
  expect(cues.at(-1)?.endSeconds).toBe(40)
  cues.slice(1).forEach((cue, index) => {
    expect(cue.startSeconds).toBe(cues[index]?.endSeconds)
    expect(cue.endSeconds).toBeGreaterThan(cue.startSeconds)
  })
})

test('it is cut where the sentence ends, or at a comma', () => {
  const asked =
    'And so my fellow Americans ask not what your country can do for you, ask what you can do for your country.'
  expect(makeCues([{ startSeconds: 0, endSeconds: 8, text: asked }]).map(cue => cue.rows)).toEqual([
    ['And so my fellow Americans ask not', 'what your country can do for you,'],
    ['ask what you can do for your country.'],
  ])
  const text =
    'We had been waiting for the ferry since noon. Nobody had told us that it does not sail on Sundays at all.'
  expect(makeCues([{ startSeconds: 0, endSeconds: 8, text }])[0]?.rows.at(-1)).toMatch(/noon\.$/)
})

test('words that were heard give the exact times, also when some were corrected', () => {
  const heard = Array.from({ length: 24 }, (_, index) => ({
    text: `word${index}`,
    startSeconds: index < 12 ? index * 0.1 : 20 + index,
    endSeconds: index < 12 ? index * 0.1 + 0.1 : 20.5 + index,
  }))
  const text = heard.map(word => word.text.replace('word', 'werd')).join(' ')
  const cues = makeCues([{ startSeconds: 0, endSeconds: 45, text, words: heard }])
  const secondStart = cues[1]?.startSeconds ?? 0
  expect(heard.some(word => word.startSeconds === secondStart)).toBe(true)
})

test('rows of Chinese are narrower, and cut between signs', () => {
  const text = '港口在山的后面，坐船来的人直到最后一刻才看得见它，所以第一次来的人总是很惊讶。'
  const cues = makeCues([{ startSeconds: 0, endSeconds: 6, text }])
  expect(cues.flatMap(cue => cue.rows).join('')).toBe(text)
  for (const { rows } of cues) for (const row of rows) expect(row.length).toBeLessThanOrEqual(18)
})

test('a word longer than a row, and a line of nothing', () => {
  const long = 'a'.repeat(100)
  expect(makeCues([{ startSeconds: 0, endSeconds: 1, text: `${long} b` }]).flatMap(cue => cue.rows)).toEqual([
    long,
    'b',
  ])
  expect(makeCues([{ startSeconds: 0, endSeconds: 1, text: '  ' }])).toEqual([])
})
