import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PieceReader } from '../audio/piece-reader.ts'
import { planCuts } from '../edit/cut-plan.ts'
import { createPlayer } from './player.ts'

/** A clock that the test turns, and parameters that remember what they were told. */
const clock = { now: 0 }
const started: { when: number; offset: number; duration: number; piece: number }[] = []
const ramps: { node: number; type: string; value: number; at: number }[] = []
let nodes = 0

class FakeNode {
  readonly gain = paramOf(nodes++)
  connect<Next>(next: Next): Next {
    return next
  }
}

function paramOf(node: number) {
  const tell = (type: string) => (value: number, at: number) => ramps.push({ node, type, value, at })
  return {
    cancelScheduledValues: () => undefined,
    setTargetAtTime: tell('glide'),
    setValueAtTime: tell('set'),
    linearRampToValueAtTime: tell('ramp'),
  }
}

class FakeSource extends FakeNode {
  readonly buffer: { readonly piece: number }
  constructor(_context: unknown, options: { buffer: { piece: number } }) {
    super()
    this.buffer = options.buffer
  }
  start(when: number, offset: number, duration: number) {
    started.push({ when, offset, duration, piece: this.buffer.piece })
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

const pieceSeconds = 10
const reader = {
  sampleRateHz: 1000,
  lengthSamples: 30_000,
  pieceSamples: pieceSeconds * 1000,
  pieceCount: 3,
  piece: async (index: number) => ({ piece: index }) as unknown as AudioBuffer,
} satisfies PieceReader

const fades = { inSeconds: 0, outSeconds: 0 }
const performanceOf = (plan: ReturnType<typeof planCuts>) => ({ plan, gain: 1, isLimited: false, fades })
const rounded = () =>
  started.map(({ when, offset, duration, piece }) => [piece, ...[when, offset, duration].map(round)])
const round = (value: number) => Math.round(value * 1000) / 1000

/** Lets time pass, as the loudspeakers hear it. */
async function pass(seconds: number) {
  // What can be done at once is done before the clock moves.
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

test('pieces follow each other without a gap, no earlier than they are needed', async () => {
  const player = createPlayer(reader, () => undefined)
  player.play(performanceOf(planCuts({ from: 8, to: 25 }, [])), 8)
  await pass(0.2)
  expect(rounded()).toEqual([
    [0, 0.03, 8, 2],
    [1, 2.03, 0, 10],
  ])
  await pass(10)
  expect(rounded()[2]).toEqual([2, 12.03, 0, 5])
  expect(round(player.position() ?? 0)).toBe(18.17)
})

test('AUD-11 what is silent is left out: the next sound begins where the last one ends', async () => {
  const player = createPlayer(reader, () => undefined)
  player.play(performanceOf(planCuts({ from: 0, to: 9 }, [{ from: 1, to: 5 }])), 0)
  await pass(0.2)
  expect(rounded()).toEqual([
    [0, 0.03, 0, 1.05],
    [0, 1.08, 4.95, 4.05],
  ])
  await pass(1.4)
  expect(round(player.position() ?? 0)).toBe(5.47)
})

test('the fades belong to the result: half way through a fade it goes on half way', async () => {
  const player = createPlayer(reader, () => undefined)
  const plan = planCuts({ from: 0, to: 20 }, [])
  player.play({ ...performanceOf(plan), fades: { inSeconds: 4, outSeconds: 5 } }, 2)
  await pass(0.2)
  const [, fadeIn, fadeOut] = [0, 1, 2].map(node =>
    ramps
      .filter(told => told.node === node && told.type !== 'glide')
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

test('the fades wait for a sound that takes its time to be decoded', async () => {
  const slow = {
    ...reader,
    piece: (index: number) =>
      new Promise<AudioBuffer>(resolve =>
        setTimeout(() => resolve({ piece: index } as unknown as AudioBuffer), 1000),
      ),
  }
  const player = createPlayer(slow, () => undefined)
  player.play(
    { ...performanceOf(planCuts({ from: 0, to: 9 }, [])), fades: { inSeconds: 4, outSeconds: 0 } },
    0,
  )
  await pass(1.2)
  const risen = ramps.find(({ node, type }) => node === 1 && type === 'ramp')
  expect(round((risen?.at ?? 0) - (started[0]?.when ?? 0))).toBe(4)
  expect(started[0]?.when).toBeGreaterThan(1)
})

test('AUD-09 the volume follows the slider', () => {
  const player = createPlayer(reader, () => undefined)
  player.play(performanceOf(planCuts({ from: 0, to: 5 }, [])), 0)
  player.setGain(1.5, false)
  expect(ramps.filter(({ node, type }) => node === 0 && type === 'glide').map(({ value }) => value)).toEqual([
    1, 1.5,
  ])
})

test('at the end it says so, once, and has no position any more', async () => {
  const onEnded = vi.fn<() => void>()
  const player = createPlayer(reader, onEnded)
  player.play(performanceOf(planCuts({ from: 0, to: 1 }, [])), 0)
  await pass(0.8)
  expect(onEnded).not.toHaveBeenCalled()
  await pass(2)
  expect(onEnded).toHaveBeenCalledTimes(1)
  expect(player.position()).toBeUndefined()
})

test('another performance takes the place of the one before', async () => {
  const player = createPlayer(reader, () => undefined)
  player.play(performanceOf(planCuts({ from: 0, to: 30 }, [])), 0)
  player.play(performanceOf(planCuts({ from: 21, to: 23 }, [])), 21)
  await pass(0.4)
  expect(rounded()).toEqual([[2, 0.03, 1, 2]])
})
