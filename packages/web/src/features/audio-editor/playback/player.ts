/** Plays what the settings make of a recording, decoded sample by sample, piece after piece as it goes on. */

import type { PieceReader } from '../audio/piece-reader.ts'
import { type CutPlan, keptFrom, toResultTime } from '../edit/cut-plan.ts'
import { lengthOf, type Stretch } from '../edit/stretch.ts'
import { createGainChain, type Fades } from './gain-chain.ts'

/** So much is handed over ahead: a hidden page is woken once a second only. */
const aheadSeconds = 2.5
const wakeMs = 200
/** Time for the first piece to get to the loudspeakers. */
const startDelaySeconds = 0.03

export interface Performance {
  readonly plan: CutPlan
  readonly gain: number
  readonly isLimited: boolean
  readonly fades: Fades
}

export interface Player {
  /** From a moment of the recording on. */
  play(performance: Performance, fromSeconds: number): void
  pause(): void
  setGain(gain: number, isLimited: boolean): void
  /** The moment of the recording that is heard now; undefined when nothing is. */
  position(): number | undefined
  close(): void
}

interface Scheduled extends Stretch {
  /** On the clock of the loudspeakers. */
  readonly startsAt: number
}

export function createPlayer(reader: PieceReader, onEnded: () => void): Player {
  const { sampleRateHz, pieceSamples } = reader
  // At the rate of the recording: its samples then follow each other without a seam.
  const context = new AudioContext({ sampleRate: sampleRateHz, latencyHint: 'interactive' })
  const chain = createGainChain(context)
  let nodes: AudioBufferSourceNode[] = []
  let waiting: Stretch[] = []
  let scheduled: Scheduled[] = []
  let scheduledUntil = 0
  let timer: ReturnType<typeof setInterval> | undefined
  /** Counts performances, so that a piece that comes late is not played in the next one. */
  let turn = 0
  let isReading = false
  /** When the first sound is handed over: decoding it may have taken a while. */
  let onFirstAudio: ((startsAt: number) => void) | undefined

  const stop = () => {
    turn += 1
    clearInterval(timer)
    timer = undefined
    for (const node of nodes) node.stop()
    nodes = []
    waiting = []
    scheduled = []
  }

  /** The next stretch that lies in one piece. */
  const takeNext = (): (Stretch & { index: number }) | undefined => {
    const [part] = waiting
    if (!part) return undefined
    const index = Math.floor((part.from * sampleRateHz + 0.5) / pieceSamples)
    const to = Math.min(part.to, ((index + 1) * pieceSamples) / sampleRateHz)
    if (to < part.to) waiting[0] = { from: to, to: part.to }
    else waiting.shift()
    return { from: part.from, to, index }
  }

  const fill = async () => {
    if (isReading) return
    isReading = true
    const thisTurn = turn
    try {
      while (thisTurn === turn && waiting.length > 0 && scheduledUntil < context.currentTime + aheadSeconds) {
        const next = takeNext()
        if (!next) break
        const buffer = await reader.piece(next.index)
        if (thisTurn !== turn) return
        schedule(buffer, next)
      }
    } finally {
      isReading = false
      // Another performance may have begun meanwhile, and found this one still reading.
      if (thisTurn !== turn && waiting.length > 0) void fill()
    }
  }

  const schedule = (buffer: AudioBuffer, { from, to, index }: Stretch & { index: number }) => {
    const node = new AudioBufferSourceNode(context, { buffer })
    node.connect(chain.input)
    // After a hiccup it goes on from now: nothing is left out.
    const startsAt = Math.max(scheduledUntil, context.currentTime + startDelaySeconds)
    onFirstAudio?.(startsAt)
    onFirstAudio = undefined
    node.start(startsAt, Math.max(0, from - (index * pieceSamples) / sampleRateHz), lengthOf({ from, to }))
    node.onended = () => {
      nodes = nodes.filter(other => other !== node)
    }
    nodes.push(node)
    scheduled.push({ startsAt, from, to })
    scheduledUntil = startsAt + lengthOf({ from, to })
  }

  const watch = () => {
    const now = context.currentTime
    scheduled = scheduled.filter(part => part.startsAt + lengthOf(part) > now - 1)
    if (waiting.length === 0 && !isReading && now >= scheduledUntil) {
      stop()
      onEnded()
    } else void fill()
  }

  return {
    play(performance, fromSeconds) {
      stop()
      void context.resume()
      waiting = keptFrom(performance.plan, fromSeconds)
      scheduledUntil = context.currentTime + startDelaySeconds
      chain.setGain(performance.gain, performance.isLimited)
      const resultTime = toResultTime(performance.plan, fromSeconds)
      onFirstAudio = startsAt =>
        chain.setFades(performance.fades, resultTime, performance.plan.lengthSeconds, startsAt)
      timer = setInterval(watch, wakeMs)
      void fill()
    },
    pause: stop,
    setGain: chain.setGain,
    position() {
      if (timer === undefined) return undefined
      const now = context.currentTime - (context.outputLatency || 0)
      const heard = scheduled.findLast(part => part.startsAt <= now) ?? scheduled[0]
      return heard && Math.min(heard.to, Math.max(heard.from, heard.from + now - heard.startsAt))
    },
    close() {
      stop()
      void context.close()
    },
  }
}
