/** Volume, both fades and a brake for what would be too loud, one behind the other. */

export interface Fades {
  readonly inSeconds: number
  readonly outSeconds: number
}

export interface GainChain {
  readonly input: AudioNode
  /** Follows a moved slider without a click. */
  setGain(gain: number, isLimited: boolean): void
  /** `resultTime` of a result of this length is heard at `startsAt`. */
  setFades(fades: Fades, resultTime: number, lengthSeconds: number, startsAt: number): void
}

const glideSeconds = 0.015
const brake = { threshold: -3, knee: 3, ratio: 20, attack: 0.002, release: 0.15 } as const
/** The browser's compressor makes everything louder by itself (the standard says how much); this takes it back. */
const makeUp = (1 / 10 ** ((brake.threshold * (1 - 1 / brake.ratio)) / 20)) ** 0.6

export function createGainChain(context: AudioContext): GainChain {
  const level = new GainNode(context)
  const fadeIn = new GainNode(context)
  const fadeOut = new GainNode(context)
  const straight = new GainNode(context)
  const braked = new GainNode(context, { gain: 0 })
  const compressor = new DynamicsCompressorNode(context, brake)
  level.connect(fadeIn).connect(fadeOut)
  fadeOut.connect(straight).connect(context.destination)
  fadeOut.connect(compressor).connect(braked).connect(context.destination)

  return {
    input: level,
    setGain(gain, isLimited) {
      level.gain.setTargetAtTime(gain, context.currentTime, glideSeconds)
      straight.gain.setTargetAtTime(isLimited ? 0 : 1, context.currentTime, glideSeconds)
      braked.gain.setTargetAtTime(isLimited ? 1 / makeUp : 0, context.currentTime, glideSeconds)
    },
    setFades({ inSeconds, outSeconds }, resultTime, lengthSeconds, startsAt) {
      const risenAt = startsAt + inSeconds - resultTime
      rampTo(fadeIn.gain, shareOf(resultTime, inSeconds), 1, startsAt, startsAt, risenAt)
      const endsAt = startsAt + lengthSeconds - resultTime
      const left = shareOf(lengthSeconds - resultTime, outSeconds)
      rampTo(fadeOut.gain, left, outSeconds > 0 ? 0 : 1, startsAt, endsAt - outSeconds, endsAt)
    },
  }
}

/** How far a fade of this length has come after so many seconds. */
function shareOf(passedSeconds: number, fadeSeconds: number): number {
  return fadeSeconds <= 0 ? 1 : Math.min(1, Math.max(0, passedSeconds / fadeSeconds))
}

function rampTo(gain: AudioParam, from: number, to: number, now: number, rampsFrom: number, rampsTo: number) {
  gain.cancelScheduledValues(0)
  gain.setValueAtTime(from, now)
  if (rampsTo <= now) return
  gain.setValueAtTime(from, Math.max(now, rampsFrom))
  gain.linearRampToValueAtTime(to, rampsTo)
}
