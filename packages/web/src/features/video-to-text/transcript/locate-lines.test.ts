import { expect, test } from 'vitest'
import { locateLines, replaceLine } from '../results/use-versions.ts'
import type { SpokenLine } from './spoken-line.ts'
import { writeTranscript } from './write-transcript.ts'

const known: readonly SpokenLine[] = [
  { startSeconds: 0.4, endSeconds: 3.1, text: 'The tide was out.' },
  { startSeconds: 3.2, endSeconds: 5.9, text: 'We walked to the island,' },
  { startSeconds: 3.8, endSeconds: 8.25, text: 'and neither spoke.' },
  { startSeconds: 3661, endSeconds: 3663, text: 'Then it rained.' },
]
const timestamped = writeTranscript(known, true)
const flowing = writeTranscript(known, false)

const timesOf = (text: string, lines = known) =>
  locateLines(text, lines).map(line => [line.startSeconds, line.endSeconds, line.text])
const lineAt = (text: string, index: number) => {
  const line = locateLines(text, known)[index]
  if (!line) throw new Error(`no line ${index}`)
  return line
}

test('V2T-09 writeTranscript: every line has its timestamp, or pauses make paragraphs', () => {
  expect(timestamped.split('\n')).toEqual([
    '[00:00:00] The tide was out.',
    '[00:00:03] We walked to the island,',
    '[00:00:03] and neither spoke.',
    '[01:01:01] Then it rained.',
  ])
  expect(flowing).toBe('The tide was out. We walked to the island, and neither spoke.\n\nThen it rained.')
})

test.each([
  ['with time marks', timestamped],
  ['flowing', flowing],
])('locateLines: finds exactly the recognized lines in an unchanged text (%s)', (_how, text) => {
  expect(timesOf(text)).toEqual(known.map(line => [line.startSeconds, line.endSeconds, line.text]))
  for (const line of locateLines(text, known)) expect(text.slice(line.from, line.to)).toBe(line.text)
})

test.each([
  ['with time marks', timestamped],
  ['flowing', flowing],
])('locateLines: an edit in the text (%s) changes its line and keeps the times', (_how, text) => {
  const edited = text.replace('neither spoke', 'not one of us said anything').replace('tide was', 'sea')
  expect(timesOf(edited)).toEqual([
    [0.4, 3.1, 'The sea out.'],
    [3.2, 5.9, 'We walked to the island,'],
    [3.8, 8.25, 'and not one of us said anything.'],
    [3661, 3663, 'Then it rained.'],
  ])
})

test.each([
  ['with time marks', timestamped],
  ['flowing', flowing],
])('replaceLine: an edit of a line changes the text (%s)', (_how, text) => {
  const edited = replaceLine(text, lineAt(text, 1), '  We waded\nacross, ')
  expect(edited).toBe(text.replace('We walked to the island,', 'We waded across,'))
  expect(timesOf(edited)[1]).toEqual([3.2, 5.9, 'We waded across,'])
})

test('replaceLine: an emptied line is removed with its timestamp', () => {
  expect(replaceLine(timestamped, lineAt(timestamped, 1), ' ')).toBe(
    '[00:00:00] The tide was out.\n[00:00:03] and neither spoke.\n[01:01:01] Then it rained.',
  )
  expect(replaceLine(flowing, lineAt(flowing, 1), '')).toBe(
    'The tide was out. and neither spoke.\n\nThen it rained.',
  )
  expect(timesOf(replaceLine(timestamped, lineAt(timestamped, 3), ''))).toHaveLength(3)
})

test('locateLines: of two lines in the same second the remaining one keeps its times', () => {
  const edited = timestamped.replace('[00:00:03] We walked to the island,\n', '')
  expect(timesOf(edited)[1]).toEqual([3.8, 8.25, 'and neither spoke.'])
})

test('locateLines: a new timestamp adds a line, and a line without one belongs to the line before', () => {
  const edited = timestamped.replace(
    '\n[01:01:01]',
    ' And\nso on.\n[00:00:09] A gull cried over us.\n[01:01:01]',
  )
  expect(timesOf(edited).slice(2, 4)).toEqual([
    [3.8, 8.25, 'and neither spoke. And\nso on.'],
    [9, 9 + 'A gull cried over us.'.length / 15, 'A gull cried over us.'],
  ])
})

test('locateLines: finds the lines in a text without its timestamps', () => {
  const bare = timestamped.replaceAll(/\[[\d:]+\] /g, '')
  expect(timesOf(bare)).toEqual(timesOf(timestamped))
})

test('locateLines: a rewritten text still covers the whole time', () => {
  const rewritten = timesOf('Ebbe. Zu Fuß hinüber, kein Wort. Später Regen.')
  expect(rewritten.at(0)?.[0]).toBe(0.4)
  expect(rewritten.at(-1)?.[1]).toBe(3663)
})

test('locateLines: finds lines in a language without spaces', () => {
  const chinese = [
    { startSeconds: 0, endSeconds: 2, text: '今天天气很好。' },
    { startSeconds: 2, endSeconds: 4, text: '我们去海边吧。' },
  ]
  expect(writeTranscript(chinese, false)).toBe('今天天气很好。我们去海边吧。')
  expect(timesOf('今天天气不好。我们去海边吧。', chinese)).toEqual([
    [0, 2, '今天天气不好。'],
    [2, 4, '我们去海边吧。'],
  ])
})
