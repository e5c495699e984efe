import { expect, test } from 'vitest'
import type { Packet } from '../probe/media-probe.ts'
import { measurePackets } from './measure-streams.ts'

const packet = (changes: Partial<Packet>): Packet => ({
  ...{ stream: 0, kind: 'audio', startSeconds: 0, seconds: 0.5, bytes: 100 },
  ...changes,
})

test('measurePackets: measures the requested streams from the first packet of the file', () => {
  const packets = [
    packet({ stream: 1, kind: 'video', startSeconds: 1, seconds: 0.04, bytes: 5000 }),
    packet({ stream: 0, startSeconds: 1.5 }),
    packet({ stream: 0, startSeconds: 2 }),
    packet({ stream: 1, kind: 'video', startSeconds: 9, seconds: 1, bytes: 5000 }),
  ]
  expect(measurePackets(packets, [0])).toEqual({ seconds: 1.5, frames: 0, audioBytes: 200 })
  expect(measurePackets(packets, [0, 1])).toEqual({ seconds: 9, frames: 2, audioBytes: 200 })
})

test('measurePackets: knows nothing without packets, or without their times', () => {
  expect(measurePackets([], [0])).toBeUndefined()
  expect(measurePackets([packet({ stream: 1 })], [0])).toBeUndefined()
  expect(measurePackets([packet({}), packet({ startSeconds: null })], [0])).toBeUndefined()
  expect(measurePackets([packet({}), packet({ stream: 1, startSeconds: null })], [0])?.seconds).toBe(0.5)
})
