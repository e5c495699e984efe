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

test('an installation in order needs nobody, also while not all is known', () => {
  expect(findAttention(nothing)).toEqual([])
  expect(findAttention({ overview: quietOverview, engines: undefined, storage: undefined })).toEqual([])
})

test('what stops work comes before what can wait', () => {
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
    ['3 conversions blocked: Video and audio (FFmpeg) not available on any worker.', '/admin/engines'],
    ['Disk almost full: 5 GB (5%) free.', '/admin/storage'],
    ['Video and audio (FFmpeg) is turned off.', '/admin/engines'],
    ['2 emails could not be sent. Check the mail server settings.', '/admin/messages'],
    ['1 open message.', '/admin/messages'],
  ])
})

test('engines that no worker has are named, unless there is no worker at all', () => {
  const engines = [
    { ...ffmpeg, workers: 0 },
    { ...ffmpeg, engine: 'speech', label: 'Speech (Whisper)', workers: 0 },
  ]
  expect(textsOf({ ...nothing, engines })).toEqual([
    ['Video and audio (FFmpeg) and Speech (Whisper) are missing on all workers.', '/admin/engines'],
  ])
  expect(textsOf({ ...nothing, engines, overview: { ...quietOverview, workers: 0 } })).toEqual([
    ['No worker is running. All jobs are waiting.', '/admin/workers'],
  ])
})

test('a bucket that does not say how much is left is not nearly full', () => {
  expect(findAttention({ ...nothing, storage: { ...storage, freeBytes: null, totalBytes: null } })).toEqual(
    [],
  )
})
