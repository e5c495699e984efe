import type { Transcript, TranscriptSegment } from '@filesmith/contract/schemas/transcript'
import { expect, test } from 'vitest'
import { writeTranscriptText } from '../start-speech.ts'

const segment = (startSeconds: number, endSeconds: number, text: string): TranscriptSegment => ({
  startSeconds,
  endSeconds,
  text,
  words: [],
})
const transcript = (segments: TranscriptSegment[], language = 'en'): Transcript => ({
  language,
  durationSeconds: 5000,
  segments,
})
const talk = transcript([
  segment(5.2, 8, 'Good morning.'),
  segment(8.4, 10, 'Nice to see you.'),
  segment(13, 15, 'Let us begin.'),
  segment(3725.9, 3730, 'The end.'),
])

test('V2T-09: writeTranscriptText: with timestamps, writes one line per segment', () => {
  expect(writeTranscriptText(talk, true)).toBe(
    '[00:00:05] Good morning.\n[00:00:08] Nice to see you.\n[00:00:13] Let us begin.\n[01:02:05] The end.\n',
  )
})

test('V2T-09: writeTranscriptText: without timestamps, starts a paragraph after a pause', () => {
  expect(writeTranscriptText(talk, false)).toBe(
    'Good morning. Nice to see you.\n\nLet us begin.\n\nThe end.\n',
  )
})

test('writeTranscriptText: joins unspaced scripts without spaces', () => {
  const spoken = transcript([segment(0, 1, '你好。'), segment(1, 2, '世界。')], 'zh')
  expect(writeTranscriptText(spoken, false)).toBe('你好。世界。\n')
})

test('writeTranscriptText: returns an empty text for an empty transcript', () => {
  expect(writeTranscriptText(transcript([]), true)).toBe('')
  expect(writeTranscriptText(transcript([]), false)).toBe('')
})

test('writeTranscriptText: keeps the space after a full stop, whatever language was detected', () => {
  const spoken = transcript([segment(0, 1, 'Good morning.'), segment(1, 2, 'Come in.')], 'zh')
  expect(writeTranscriptText(spoken, false)).toBe('Good morning. Come in.\n')
})
