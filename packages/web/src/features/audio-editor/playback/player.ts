/** Plays the edited audio by scheduling decoded chunks on a Web Audio clock. */

import type { ChunkReader } from '../audio/chunk-reader.ts'
import { type CutList, keptRangesFrom, toResultTime } from '../edit/cut-list.ts'
import { lengthOf, type TimeRange } from '../edit/time-range.ts'

const rampTimeConstantSeconds = 0.015

const limiter = { threshold: -3, knee: 3, ratio: 20, attack: 0.002, release: 0.15 } as const

/** DynamicsCompressorNode applies makeup gain as specified by Web Audio; the limited branch is divided by it. */
const makeupGain = (1 / 10 ** ((limiter.threshold * (1 - 1 / limiter.ratio)) / 20)) ** 0.6

/** Scheduled this far ahead, because timers of a hidden page fire only once a second. */
const lookaheadSeconds = 2.5
const tickMs = 200
/** Gives the first chunk time to reach the output. */
const startDelaySeconds = 0.03

export interface PlaybackParams {
  readonly cutList: CutList
  readonly gain: number
  readonly isLimited: boolean
  readonly fades: Fades
}

export interface AudioPlayer {
  /** Starts at a position in source time. */
  play(params: PlaybackParams, fromSeconds: number): void
  pause(): void
  setGain(gain: number, isLimited: boolean): void
  /** Current position in source time; undefined while stopped. */
  position(): number | undefined
  close(): void
}

interface Scheduled extends TimeRange {
  /** Time of the audio context. */
  readonly startsAt: number
}

export function createAudioPlayer(reader: ChunkReader, onEnded: () => void): AudioPlayer {
  const { sampleRateHz, chunkSamples } = reader
  // At the sample rate of the file, so that chunks join without resampling artifacts.
  const context = new AudioContext({ sampleRate: sampleRateHz, latencyHint: 'interactive' })
  const chain = createGainChain(context)
  let nodes: AudioBufferSourceNode[] = []
  let pending: TimeRange[] = []
  let scheduled: Scheduled[] = []
  let scheduledUntil = 0
  let timer: ReturnType<typeof setInterval> | undefined
  /** Incremented by each play or stop, so that a chunk decoded late is not played in the next session. */
  let session = 0
  let isReading = false
  /** Called when the first audio is scheduled, because decoding it may have taken a while. */
  let onFirstAudio: ((startsAt: number) => void) | undefined

  const stop = () => {
    session += 1
    clearInterval(timer)
    timer = undefined
    for (const node of nodes) node.stop()
    nodes = []
    pending = []
    scheduled = []
  }

  /** The next range that lies within one chunk. */
  const dequeueNext = (): (TimeRange & { index: number }) | undefined => {
    const [part] = pending
    if (!part) return undefined
    const index = Math.floor((part.from * sampleRateHz + 0.5) / chunkSamples)
    const to = Math.min(part.to, ((index + 1) * chunkSamples) / sampleRateHz)
    if (to < part.to) pending[0] = { from: to, to: part.to }
    else pending.shift()
    return { from: part.from, to, index }
  }

  const fill = async () => {
    if (isReading) return
    isReading = true
    const thisSession = session
    try {
      while (
        thisSession === session &&
        pending.length > 0 &&
        scheduledUntil < context.currentTime + lookaheadSeconds
      ) {
        const next = dequeueNext()
        if (!next) break
        const buffer = await reader.readChunk(next.index)
        if (thisSession !== session) return
        schedule(buffer, next)
      }
    } finally {
      isReading = false
      // Another session may have started meanwhile and skipped filling because this one was still reading.
      if (thisSession !== session && pending.length > 0) void fill()
    }
  }

  const schedule = (buffer: AudioBuffer, { from, to, index }: TimeRange & { index: number }) => {
    const node = new AudioBufferSourceNode(context, { buffer })
    node.connect(chain.input)
    // After an underrun continue from now, so that nothing is skipped.
    const startsAt = Math.max(scheduledUntil, context.currentTime + startDelaySeconds)
    onFirstAudio?.(startsAt)
    onFirstAudio = undefined
    node.start(startsAt, Math.max(0, from - (index * chunkSamples) / sampleRateHz), lengthOf({ from, to }))
    node.onended = () => {
      nodes = nodes.filter(other => other !== node)
    }
    nodes.push(node)
    scheduled.push({ startsAt, from, to })
    scheduledUntil = startsAt + lengthOf({ from, to })
  }

  const tick = () => {
    const now = context.currentTime
    scheduled = scheduled.filter(part => part.startsAt + lengthOf(part) > now - 1)
    if (pending.length === 0 && !isReading && now >= scheduledUntil) {
      stop()
      onEnded()
    } else void fill()
  }

  return {
    play(params, fromSeconds) {
      stop()
      void context.resume()
      pending = keptRangesFrom(params.cutList, fromSeconds)
      scheduledUntil = context.currentTime + startDelaySeconds
      chain.setGain(params.gain, params.isLimited)
      const resultTime = toResultTime(params.cutList, fromSeconds)
      onFirstAudio = startsAt =>
        chain.setFades(params.fades, resultTime, params.cutList.lengthSeconds, startsAt)
      timer = setInterval(tick, tickMs)
      void fill()
    },
    pause: stop,
    setGain: chain.setGain,
    position() {
      if (timer === undefined) return undefined
      const now = context.currentTime - (context.outputLatency || 0)
      const current = scheduled.findLast(part => part.startsAt <= now) ?? scheduled[0]
      return current && Math.min(current.to, Math.max(current.from, current.from + now - current.startsAt))
    },
    close() {
      stop()
      void context.close()
    },
  }
}

interface Fades {
  readonly inSeconds: number
  readonly outSeconds: number
}

interface GainChain {
  readonly input: AudioNode
  /** Ramps to the new value, so that moving the slider causes no clicks. */
  setGain(gain: number, isLimited: boolean): void
  /** `resultTime`, within a result of `lengthSeconds`, plays at `startsAt` of the audio context. */
  setFades(fades: Fades, resultTime: number, lengthSeconds: number, startsAt: number): void
}

/** Web Audio chain of volume, fades and limiter. */
function createGainChain(context: AudioContext): GainChain {
  const level = new GainNode(context)
  const fadeIn = new GainNode(context)
  const fadeOut = new GainNode(context)
  const bypass = new GainNode(context)
  const limited = new GainNode(context, { gain: 0 })
  const compressor = new DynamicsCompressorNode(context, limiter)
  level.connect(fadeIn).connect(fadeOut)
  fadeOut.connect(bypass).connect(context.destination)
  fadeOut.connect(compressor).connect(limited).connect(context.destination)

  return {
    input: level,
    setGain(gain, isLimited) {
      level.gain.setTargetAtTime(gain, context.currentTime, rampTimeConstantSeconds)
      bypass.gain.setTargetAtTime(isLimited ? 0 : 1, context.currentTime, rampTimeConstantSeconds)
      limited.gain.setTargetAtTime(
        isLimited ? 1 / makeupGain : 0,
        context.currentTime,
        rampTimeConstantSeconds,
      )
    },
    setFades({ inSeconds, outSeconds }, resultTime, lengthSeconds, startsAt) {
      const fadedInAt = startsAt + inSeconds - resultTime
      rampTo(fadeIn.gain, fadeProgress(resultTime, inSeconds), 1, startsAt, startsAt, fadedInAt)
      const endsAt = startsAt + lengthSeconds - resultTime
      const left = fadeProgress(lengthSeconds - resultTime, outSeconds)
      rampTo(fadeOut.gain, left, outSeconds > 0 ? 0 : 1, startsAt, endsAt - outSeconds, endsAt)
    },
  }
}

/** Progress of a fade from 0 to 1. */
function fadeProgress(elapsedSeconds: number, fadeSeconds: number): number {
  return fadeSeconds <= 0 ? 1 : Math.min(1, Math.max(0, elapsedSeconds / fadeSeconds))
}

function rampTo(gain: AudioParam, from: number, to: number, now: number, rampsFrom: number, rampsTo: number) {
  gain.cancelScheduledValues(0)
  gain.setValueAtTime(from, now)
  if (rampsTo <= now) return
  gain.setValueAtTime(from, Math.max(now, rampsFrom))
  gain.linearRampToValueAtTime(to, rampsTo)
}
