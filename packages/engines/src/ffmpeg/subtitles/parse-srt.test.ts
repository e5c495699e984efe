import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import { writePlainSrt } from '../start-ffmpeg.ts'
import { parseSrt } from './parse-srt.ts'
import { writeAss } from './write-ass.ts'

const valid = '1\n00:00:01,000 --> 00:00:02,500\nHello\nworld\n\n2\n00:01:00,000 --> 01:00:00,000\nThe end\n'

function reasonOf(text: string): string {
  try {
    parseSrt(text)
  } catch (error) {
    if (error instanceof AppError && error.code === 'subtitles-invalid') return String(error.params.reason)
  }
  throw new Error('parseSrt did not reject the text')
}

test('parseSrt: reads times and lines', () => {
  expect(parseSrt(valid)).toEqual([
    { startSeconds: 1, endSeconds: 2.5, lines: ['Hello', 'world'] },
    { startSeconds: 60, endSeconds: 3600, lines: ['The end'] },
  ])
})

test.each([
  ['with Windows line ends and a byte order mark', `\ufeff${valid.replaceAll('\n', '\r\n')}`],
  ['without numbers', valid.replaceAll(/^\d\n/gm, '')],
  ['with full stops in the times', valid.replaceAll(/(\d),(\d)/g, '$1.$2')],
  ['as WebVTT', `WEBVTT\n\n${valid}`],
  ['with coordinates after the times', valid.replace('02,500', '02,500 X1:10 X2:20 Y1:5 Y2:9')],
])('parseSrt: accepts subtitles %s', (_, text) => {
  expect(parseSrt(text)).toEqual(parseSrt(valid))
})

test('parseSrt: sorts cues by start time and keeps text after empty lines', () => {
  const text =
    '2\n00:00:05,000 --> 00:00:06,000\nlater\n\nstill later\n\n1\n00:00:01,000 --> 00:00:02,000\nfirst\n'
  expect(parseSrt(text).map(({ lines }) => lines)).toEqual([['first'], ['later', 'still later']])
})

test('parseSrt: strips markup, override codes and control characters', () => {
  const [cue] = parseSrt(
    '00:00:01,000 --> 00:00:02,000\n{\\an8}<i>Hi</i> <font color="red">you</font>\u0007 a<b\n',
  )
  expect(cue?.lines).toEqual(['Hi you a<b'])
})

test('parseSrt: reports the line number of an error', () => {
  expect(reasonOf('Dear diary,\ntoday I')).toMatch(/^line 1: expected times/)
  expect(reasonOf('1\n00:00:05,000 --> 00:00:01,000\nHi\n')).toMatch(/^line 2: it ends before it starts/)
  expect(reasonOf('1\n999:00:00,000 --> 999:00:01,000\nHi\n')).toMatch(/^line 2: the time is too large/)
  expect(reasonOf('1\n00:00:01,000 --> 00:00:02,000\n\n')).toMatch(/no text/)
})

test('writeAss and writePlainSrt: escape braces and backslashes', () => {
  const cues = [{ startSeconds: 1, endSeconds: 3662.34, lines: ['{\\b1}C:\\New', 'two, three'] }]
  const ass = writeAss(cues, { width: 1280, height: 720 })
  const dialogue = ass.split('\n').find(line => line.startsWith('Dialogue'))
  expect(dialogue).toBe(
    'Dialogue: 0,0:00:01.00,1:01:02.34,Default,,0,0,0,,\\{\\\u2060b1\\}C:\\\u2060New\\Ntwo, three',
  )
  expect(writePlainSrt(cues)).toContain('{\u2060\\\u2060b1}C:\u2060\\\u2060New\ntwo, three\n')
})

test('writeAss: sizes text by the frame and picks the CJK font by script', () => {
  const styleOf = (text: string, width: number, height: number) =>
    writeAss([{ startSeconds: 0, endSeconds: 1, lines: [text] }], { width, height })
      .split('\n')
      .find(line => line.startsWith('Style:'))
      ?.split(',')
      .slice(1, 3)
  expect(styleOf('Hello', 1920, 1080)).toEqual(['Noto Sans', '59'])
  expect(styleOf('Hello', 1080, 1920)).toEqual(['Noto Sans', '49'])
  expect(styleOf('你好', 1280, 720)?.[0]).toBe('Noto Sans CJK SC')
  expect(styleOf('こんにちは世界', 1280, 720)?.[0]).toBe('Noto Sans CJK JP')
  expect(styleOf('안녕', 1280, 720)?.[0]).toBe('Noto Sans CJK KR')
})
