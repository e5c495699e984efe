/** Plays the edited audio by scheduling decoded chunks on a Web Audio clock. */

import type { ChunkReader } from '../audio/chunk-reader.ts'
import { type CutList, keptRangesFrom, toResultTime } from '../edit/cut-list.ts'
import { lengthOf, type TimeRange } from '../edit/time-range.ts'
import { createGainChain, type Fades } from './gain-chain.ts'

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
