import { expect, test } from 'vitest'
import { ffmpeg, quietOverview, storage } from '../admin.fixture.ts'
import { findAttention } from './overview-section.tsx'

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
      unreadChats: 2,
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
    ['2 chats with unread messages.', '/admin/chats'],
  ])
})

test('findAttention: names engines missing on every worker, unless no worker is running', () => {
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

test('findAttention: a bucket of unknown size is not reported as nearly full', () => {
  expect(findAttention({ ...nothing, storage: { ...storage, freeBytes: null, totalBytes: null } })).toEqual(
    [],
  )
})
