import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChunkReader } from '../audio/chunk-reader.ts'
import { createCutList } from '../edit/cut-list.ts'
import { createAudioPlayer } from './player.ts'

/** A fake audio clock, and audio params that record what is scheduled on them. */
const clock = { now: 0 }
const started: { when: number; offset: number; duration: number; chunk: number }[] = []
const ramps: { node: number; type: string; value: number; at: number }[] = []
let nodes = 0

class FakeNode {
  readonly gain = paramOf(nodes++)
  connect<Next>(next: Next): Next {
    return next
  }
}

function paramOf(node: number) {
  const record = (type: string) => (value: number, at: number) => ramps.push({ node, type, value, at })
  return {
    cancelScheduledValues: () => undefined,
    setTargetAtTime: record('glide'),
    setValueAtTime: record('set'),
    linearRampToValueAtTime: record('ramp'),
  }
}

class FakeSource extends FakeNode {
  readonly buffer: { readonly chunk: number }
  constructor(_context: unknown, options: { buffer: { chunk: number } }) {
    super()
    this.buffer = options.buffer
  }
  start(when: number, offset: number, duration: number) {
    started.push({ when, offset, duration, chunk: this.buffer.chunk })
  }
  stop() {}
}

class FakeContext {
  readonly outputLatency = 0
  readonly destination = {}
  get currentTime() {
    return clock.now
  }
  resume = async () => undefined
  close = async () => undefined
}

const chunkSeconds = 10
const reader = {
  sampleRateHz: 1000,
  lengthSamples: 30_000,
  chunkSamples: chunkSeconds * 1000,
  chunkCount: 3,
  readChunk: async (index: number) => ({ chunk: index }) as unknown as AudioBuffer,
} satisfies ChunkReader

const fades = { inSeconds: 0, outSeconds: 0 }
const paramsFor = (cutList: ReturnType<typeof createCutList>) => ({
  cutList,
  gain: 1,
  isLimited: false,
  fades,
})
const rounded = () =>
  started.map(({ when, offset, duration, chunk }) => [chunk, ...[when, offset, duration].map(round)])
const round = (value: number) => Math.round(value * 1000) / 1000

/** Advances the audio clock and the timers together. */
async function advance(seconds: number) {
  // Runs what is due now before the clock moves.
  await vi.advanceTimersByTimeAsync(0)
  for (let left = seconds; left > 0.0001; left -= 0.2) {
    clock.now += 0.2
    await vi.advanceTimersByTimeAsync(200)
  }
}

beforeEach(() => {
  clock.now = 0
  started.length = 0
  ramps.length = 0
  nodes = 0
  vi.useFakeTimers()
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('GainNode', FakeNode)
  vi.stubGlobal('DynamicsCompressorNode', FakeNode)
  vi.stubGlobal('AudioBufferSourceNode', FakeSource)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('createAudioPlayer: schedules chunks without gaps and not earlier than needed', async () => {
  const player = createAudioPlayer(reader, () => undefined)
  player.play(paramsFor(createCutList({ from: 8, to: 25 }, [])), 8)
  await advance(0.2)
  expect(rounded()).toEqual([
    [0, 0.03, 8, 2],
    [1, 2.03, 0, 10],
  ])
  await advance(10)
  expect(rounded()[2]).toEqual([2, 12.03, 0, 5])
  expect(round(player.position() ?? 0)).toBe(18.17)
})

test('AUD-11 createAudioPlayer: skips silences without a gap', async () => {
  const player = createAudioPlayer(reader, () => undefined)
  player.play(paramsFor(createCutList({ from: 0, to: 9 }, [{ from: 1, to: 5 }])), 0)
  await advance(0.2)
  expect(rounded()).toEqual([
    [0, 0.03, 0, 1.05],
    [0, 1.08, 4.95, 4.05],
  ])
  await advance(1.4)
  expect(round(player.position() ?? 0)).toBe(5.47)
})

test('createAudioPlayer: fades refer to the result, so playback from within a fade continues it', async () => {
  const player = createAudioPlayer(reader, () => undefined)
  const cutList = createCutList({ from: 0, to: 20 }, [])
  player.play({ ...paramsFor(cutList), fades: { inSeconds: 4, outSeconds: 5 } }, 2)
  await advance(0.2)
  const [, fadeIn, fadeOut] = [0, 1, 2].map(node =>
    ramps
      .filter(ramp => ramp.node === node && ramp.type !== 'glide')
      .map(({ value, at }) => [value, round(at)]),
  )
  expect(fadeIn).toEqual([
    [0.5, 0.03],
    [0.5, 0.03],
    [1, 2.03],
  ])
  expect(fadeOut).toEqual([
    [1, 0.03],
    [1, 13.03],
    [0, 18.03],
  ])
})

test('createAudioPlayer: fades wait for audio that is slow to decode', async () => {
  const slow = {
    ...reader,
    readChunk: (index: number) =>
      new Promise<AudioBuffer>(resolve =>
        setTimeout(() => resolve({ chunk: index } as unknown as AudioBuffer), 1000),
      ),
  }
  const player = createAudioPlayer(slow, () => undefined)
  player.play(
    { ...paramsFor(createCutList({ from: 0, to: 9 }, [])), fades: { inSeconds: 4, outSeconds: 0 } },
    0,
  )
  await advance(1.2)
  const fadedIn = ramps.find(({ node, type }) => node === 1 && type === 'ramp')
  expect(round((fadedIn?.at ?? 0) - (started[0]?.when ?? 0))).toBe(4)
  expect(started[0]?.when).toBeGreaterThan(1)
})

test('AUD-09 createAudioPlayer: volume follows the slider', () => {
  const player = createAudioPlayer(reader, () => undefined)
  player.play(paramsFor(createCutList({ from: 0, to: 5 }, [])), 0)
  player.setGain(1.5, false)
  expect(ramps.filter(({ node, type }) => node === 0 && type === 'glide').map(({ value }) => value)).toEqual([
    1, 1.5,
  ])
})

test('createAudioPlayer: reports the end once and has no position afterwards', async () => {
  const onEnded = vi.fn<() => void>()
  const player = createAudioPlayer(reader, onEnded)
  player.play(paramsFor(createCutList({ from: 0, to: 1 }, [])), 0)
  await advance(0.8)
  expect(onEnded).not.toHaveBeenCalled()
  await advance(2)
  expect(onEnded).toHaveBeenCalledTimes(1)
  expect(player.position()).toBeUndefined()
})

test('createAudioPlayer: a new playback replaces the previous one', async () => {
  const player = createAudioPlayer(reader, () => undefined)
  player.play(paramsFor(createCutList({ from: 0, to: 30 }, [])), 0)
  player.play(paramsFor(createCutList({ from: 21, to: 23 }, [])), 21)
  await advance(0.4)
  expect(rounded()).toEqual([[2, 0.03, 1, 2]])
})
