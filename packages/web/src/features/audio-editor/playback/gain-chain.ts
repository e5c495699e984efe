/** Web Audio chain of volume, fades and limiter. */

export interface Fades {
  readonly inSeconds: number
  readonly outSeconds: number
}

export interface GainChain {
  readonly input: AudioNode
  /** Ramps to the new value, so that moving the slider causes no clicks. */
  setGain(gain: number, isLimited: boolean): void
  /** `resultTime`, within a result of `lengthSeconds`, plays at `startsAt` of the audio context. */
  setFades(fades: Fades, resultTime: number, lengthSeconds: number, startsAt: number): void
}

const rampTimeConstantSeconds = 0.015
const limiter = { threshold: -3, knee: 3, ratio: 20, attack: 0.002, release: 0.15 } as const
/** DynamicsCompressorNode applies makeup gain as specified by Web Audio; the limited branch is divided by it. */
const makeupGain = (1 / 10 ** ((limiter.threshold * (1 - 1 / limiter.ratio)) / 20)) ** 0.6

export function createGainChain(context: AudioContext): GainChain {
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
