import { writeSrt } from '@filesmith/contract/subtitles/write-subtitles'
import { expect, test } from 'vitest'
import { makeCues } from './make-cues.ts'

const short = { startSeconds: 1.25, endSeconds: 3.0004, text: 'Tom & <Jerry>' }

test('makeCues: sorts lines by time', () => {
  const later = { ...short, startSeconds: 3599.9996, endSeconds: 3602 }
  expect(writeSrt(makeCues([later, short]))).toBe(
    '1\n00:00:01,250 --> 00:00:03,000\nTom & <Jerry>\n\n2\n01:00:00,000 --> 01:00:02,000\nTom & <Jerry>\n',
  )
})

test('makeCues: interpolates the times of an edited line without losing a word', () => {
  const sentence =
    'The harbor lies behind the hill, and anyone who comes by boat sees it only at the very last moment. '
  const text = sentence.repeat(4).trim()
  const cues = makeCues([{ startSeconds: 10, endSeconds: 40, text }])
  expect(cues.length).toBeGreaterThan(3)
  expect(cues.flatMap(cue => cue.lines).join(' ')).toBe(text)
  expect(cues[0]?.startSeconds).toBe(10)
  expect(cues.at(-1)?.endSeconds).toBe(40)
  for (const [index, cue] of cues.slice(1).entries())
    expect(cue.startSeconds).toBeGreaterThanOrEqual(cues[index]?.endSeconds ?? Number.POSITIVE_INFINITY)
})

test('makeCues: keeps the word times of a line with the same number of words, even if respelled', () => {
  const recognized = Array.from({ length: 24 }, (_, index) => ({
    text: `word${index}`,
    startSeconds: index < 12 ? index * 0.1 : 20 + index,
    endSeconds: index < 12 ? index * 0.1 + 0.1 : 20.5 + index,
  }))
  const text = recognized.map(word => word.text.replace('word', 'werd')).join(' ')
  const cues = makeCues([{ startSeconds: 0, endSeconds: 45, text, words: recognized }])
  const starts = recognized.map(word => word.startSeconds)
  expect(cues.length).toBeGreaterThan(1)
  for (const cue of cues) expect(starts).toContain(cue.startSeconds)
})

test('makeCues: splits Chinese between characters; a blank line has no cue', () => {
  const text = '港口在山的后面，坐船来的人直到最后一刻才看得见它，所以第一次来的人总是很惊讶。'
  const cues = makeCues([{ startSeconds: 0, endSeconds: 6, text }])
  expect(cues.flatMap(cue => cue.lines).join('')).toBe(text)
  expect(makeCues([{ startSeconds: 0, endSeconds: 1, text: '  ' }])).toEqual([])
})
