/** Finds when each word ends: near the times the model thinks likely, as long as such a word takes, and not across a pause. */

export interface AlignedWord {
  readonly text: string
  /** How likely it is that the word ends at each fiftieth of a second, as logarithms. */
  readonly endLikelihoods: Float32Array
}

/** Fiftieths of a second; the end not included. */
export interface WordSpan {
  readonly from: number
  readonly until: number
}

/** Time is counted in tenths of a frame: nearly all speech is where somebody is heard, but not quite. */
const activeTenths = 10
const pausedTenths = 1
/** Words of one length take times that differ by about this factor, as a logarithm. */
const durationSpread = 0.5
const softTenths = 30
const longestTimes = 4
const longestExtraTenths = 300
/** What a pause inside a word costs, a frame. */
const crossingCost = 0.1
/** What speech before the first word costs, a tenth of a frame; more of it is rather something else. */
const lateCost = 0.01
const mostLateCost = 3
/** The model may be wrong altogether: so much of its likelihood is spread over the whole window. */
const doubt = 0.02
const never = Number.POSITIVE_INFINITY

export function alignWords(words: readonly AlignedWord[], isActive: Uint8Array): readonly WordSpan[] {
  const timeline = createTimeline(isActive)
  const frames = isActive.length
  const wholeWeight = words.reduce((sum, { text }) => sum + weightOf(text), 0)
  const tenthsPerWeight = (timeline.tenths[frames] ?? 0) / Math.max(1, wholeWeight)
  // Speech may begin anywhere in the window, though rather with the first sound of it.
  let costs = lateStartCosts(timeline)
  const choices = words.map(word => {
    const step = placeWord(word, costs, timeline, Math.max(1, tenthsPerWeight * weightOf(word.text)))
    costs = step.costs
    return step.starts
  })
  let until = cheapest(costs)
  const spans: WordSpan[] = []
  for (const starts of choices.toReversed()) {
    const from = starts[until] ?? 0
    spans.unshift(withoutPauses({ from, until }, timeline))
    until = from
  }
  return spans
}

function lateStartCosts({ frames, tenths }: Timeline): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: frames + 1 }, (_, frame) =>
    Math.min(mostLateCost, (tenths[frame] as number) * lateCost),
  )
}

interface Timeline {
  readonly frames: number
  /** Tenths of spoken frames before each frame. */
  readonly tenths: Int32Array
  /** Frames of pauses before each frame. */
  readonly paused: Int32Array
  /** Where the pause around a frame ends, and where it began; the frame itself when there is none. */
  readonly nextSpeech: Int32Array
  readonly lastSpeech: Int32Array
}

function createTimeline(isActive: Uint8Array): Timeline {
  const frames = isActive.length
  const [tenths, paused, nextSpeech, lastSpeech] = [0, 0, 0, 0].map(() => new Int32Array(frames + 1)) as Four
  for (let frame = 0; frame < frames; frame += 1) {
    const isPause = isActive[frame] !== 1
    tenths[frame + 1] = (tenths[frame] as number) + (isPause ? pausedTenths : activeTenths)
    paused[frame + 1] = (paused[frame] as number) + (isPause ? 1 : 0)
    lastSpeech[frame + 1] = isPause ? (lastSpeech[frame] as number) : frame + 1
  }
  nextSpeech[frames] = frames
  for (let frame = frames - 1; frame >= 0; frame -= 1)
    nextSpeech[frame] = isActive[frame] === 1 ? frame : (nextSpeech[frame + 1] as number)
  return { frames, tenths, paused, nextSpeech, lastSpeech }
}

type Four = [Int32Array, Int32Array, Int32Array, Int32Array]

/** For every frame the word may end at: what all words so far cost then, and where this one began. */
function placeWord(
  { endLikelihoods }: AlignedWord,
  before: Float64Array,
  { frames, tenths, paused, nextSpeech, lastSpeech }: Timeline,
  expectedTenths: number,
): { readonly costs: Float64Array<ArrayBuffer>; readonly starts: Int32Array } {
  const byDuration = durationCosts(expectedTenths)
  const costs = new Float64Array(frames + 1).fill(never)
  const starts = new Int32Array(frames + 1)
  for (let until = 0; until <= frames; until += 1) {
    const lastTenths = tenths[until] as number
    const lastPaused = paused[lastSpeech[until] as number] as number
    let best = never
    for (let from = until; from >= 0; from -= 1) {
      const duration = lastTenths - (tenths[from] as number)
      if (duration >= byDuration.length) break
      const crossed = Math.max(0, lastPaused - (paused[nextSpeech[from] as number] as number))
      const cost = (before[from] as number) + (byDuration[duration] as number) + crossed * crossingCost
      if (cost >= best) continue
      best = cost
      starts[until] = from
    }
    const likelihood = Math.exp(endLikelihoods[until] ?? -100)
    costs[until] = best - Math.log((1 - doubt) * likelihood + doubt / (frames + 1))
  }
  return { costs, starts }
}

function durationCosts(expectedTenths: number): Float64Array {
  const longest = Math.ceil(expectedTenths * longestTimes) + longestExtraTenths
  return Float64Array.from({ length: longest }, (_, tenths) => {
    const factor = Math.log((tenths + softTenths) / (expectedTenths + softTenths))
    return (factor / durationSpread) ** 2 / 2
  })
}

function cheapest(costs: Float64Array): number {
  let best = 0
  for (let frame = 1; frame < costs.length; frame += 1)
    if ((costs[frame] as number) < (costs[best] as number)) best = frame
  return best
}

/** Nobody speaks in the pauses at its edges; a word that lies in one altogether is a quiet one. */
function withoutPauses({ from, until }: WordSpan, { nextSpeech, lastSpeech }: Timeline): WordSpan {
  const trimmed = { from: nextSpeech[from] as number, until: lastSpeech[until] as number }
  return trimmed.until > trimmed.from ? trimmed : { from, until }
}

const letters = /[\p{L}\p{N}]/gu
const longAudio = /[\p{Script=Han}\p{Script=Hangul}\p{N}]/gu

/** About the time a word takes: letters, and signs that are syllables twice. */
export function weightOf(text: string): number {
  return 1 + (text.match(letters)?.length ?? 0) + (text.match(longAudio)?.length ?? 0)
}
