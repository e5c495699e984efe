import { expect, test } from 'vitest'
import { ffmpeg, quietOverview, storage } from '../admin.fixture.ts'
import { findAttention } from './find-attention.ts'

const nothing = { overview: quietOverview, engines: [ffmpeg], storage }
const textsOf = (findings: Parameters<typeof findAttention>[0]) =>
  findAttention(findings).map(({ text, to }) => [text, to])

const waiting = {
  queueClass: 'long',
  engines: ['ffmpeg'],
  waiting: 3,
  running: 0,
  oldestWaitSeconds: 90,
} as const

test('findAttention: is empty for a healthy installation, also while data is loading', () => {
  expect(findAttention(nothing)).toEqual([])
  expect(findAttention({ overview: quietOverview, engines: undefined, storage: undefined })).toEqual([])
})

test('findAttention: sorts blocking problems first', () => {
  const findings = {
    overview: {
      ...quietOverview,
      queue: [{ ...waiting, engines: [...waiting.engines], isStranded: true }],
      mails: { waiting: 0, failed: 2 },
      unreadMessages: 1,
    },
    engines: [{ ...ffmpeg, isOff: true }],
    storage: { ...storage, freeBytes: 5 * 1024 ** 3 },
  }
  expect(textsOf(findings)).toEqual([
    [
      '3 conversions wait for Video and audio (FFmpeg), which no worker has or which is switched off.',
      '/admin/engines',
    ],
    ['The disk is nearly full: 5 GB free, 5% of it.', '/admin/storage'],
    ['Video and audio (FFmpeg) is switched off.', '/admin/engines'],
    ['2 mails could not be sent. Look at the mail server’s settings.', '/admin/messages'],
    ['1 message is unanswered.', '/admin/messages'],
  ])
})

test('findAttention: names engines missing on every worker, unless no worker is running', () => {
  const engines = [
    { ...ffmpeg, workers: 0 },
    { ...ffmpeg, engine: 'speech', label: 'Speech (Whisper)', workers: 0 },
  ]
  expect(textsOf({ ...nothing, engines })).toEqual([
    ['Video and audio (FFmpeg) and Speech (Whisper) are missing on every worker.', '/admin/engines'],
  ])
  expect(textsOf({ ...nothing, engines, overview: { ...quietOverview, workers: 0 } })).toEqual([
    ['No worker is running. Whatever is asked for waits.', '/admin/workers'],
  ])
})

test('findAttention: a bucket of unknown size is not reported as nearly full', () => {
  expect(findAttention({ ...nothing, storage: { ...storage, freeBytes: null, totalBytes: null } })).toEqual(
    [],
  )
})
