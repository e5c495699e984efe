import { writeSrt } from '@filesmith/contract/subtitles/write-subtitles'
import { expect, test } from 'vitest'
import { makeCues } from './make-cues.ts'

const short = { startSeconds: 1.25, endSeconds: 3.0004, text: 'Tom & <Jerry>' }

test('lines stand in the order of their times', () => {
  const later = { ...short, startSeconds: 3599.9996, endSeconds: 3602 }
  expect(writeSrt(makeCues([later, short]))).toBe(
    '1\n00:00:01,250 --> 00:00:03,000\nTom & <Jerry>\n\n2\n01:00:00,000 --> 01:00:02,000\nTom & <Jerry>\n',
  )
})

test('an edited line is said at an even pace from its beginning to its end, and not a word is lost', () => {
  const sentence =
    'The harbour lies behind the hill, and whoever comes by boat sees it only at the very last moment. '
  const text = sentence.repeat(4).trim()
  const cues = makeCues([{ startSeconds: 10, endSeconds: 40, text }])
  expect(cues.length).toBeGreaterThan(3)
  expect(cues.flatMap(cue => cue.lines).join(' ')).toBe(text)
  expect(cues[0]?.startSeconds).toBe(10)
  expect(cues.at(-1)?.endSeconds).toBe(40)
  for (const [index, cue] of cues.slice(1).entries())
    expect(cue.startSeconds).toBeGreaterThanOrEqual(cues[index]?.endSeconds ?? Number.POSITIVE_INFINITY)
})

test('a line with as many words as were heard keeps the time of each, also when they are spelled otherwise', () => {
  const heard = Array.from({ length: 24 }, (_, index) => ({
    text: `word${index}`,
    startSeconds: index < 12 ? index * 0.1 : 20 + index,
    endSeconds: index < 12 ? index * 0.1 + 0.1 : 20.5 + index,
  }))
  const text = heard.map(word => word.text.replace('word', 'werd')).join(' ')
  const cues = makeCues([{ startSeconds: 0, endSeconds: 45, text, words: heard }])
  const starts = heard.map(word => word.startSeconds)
  expect(cues.length).toBeGreaterThan(1)
  for (const cue of cues) expect(starts).toContain(cue.startSeconds)
})

test('Chinese is cut between its signs; a line of nothing has no subtitle', () => {
  const text = '港口在山的后面，坐船来的人直到最后一刻才看得见它，所以第一次来的人总是很惊讶。'
  const cues = makeCues([{ startSeconds: 0, endSeconds: 6, text }])
  expect(cues.flatMap(cue => cue.lines).join('')).toBe(text)
  expect(makeCues([{ startSeconds: 0, endSeconds: 1, text: '  ' }])).toEqual([])
})
