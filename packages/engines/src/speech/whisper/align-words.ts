/** Aligns words with time by dynamic programming over end-time likelihoods, expected durations and pauses. */

export interface AlignedWord {
  readonly text: string
  /** Log likelihood that the word ends at each 20 ms frame. */
  readonly endLikelihoods: Float32Array
}

/** In 20 ms frames, end exclusive. */
export interface WordSpan {
  readonly from: number
  readonly until: number
}

/** Speaking time in tenths of a frame: an active frame counts fully, a pause only a tenth. */
const activeTenths = 10
const pausedTenths = 1
/** Standard deviation of log durations for words of equal length. */
const durationSpread = 0.5
const softTenths = 30
const maxDurationFactor = 4
const maxExtraTenths = 300
/** Cost per frame of a pause inside a word. */
const crossingCost = 0.1
/** Cost of speech before the first word, per tenth of a frame; capped, because it may not be speech. */
const lateCost = 0.01
const maxLateCost = 3
/** Share of probability distributed uniformly, in case the model is wrong. */
const uniformShare = 0.02
const infiniteCost = Number.POSITIVE_INFINITY

export function alignWords(words: readonly AlignedWord[], isActive: Uint8Array): readonly WordSpan[] {
  const timeline = createTimeline(isActive)
  const frames = isActive.length
  const wholeWeight = words.reduce((sum, { text }) => sum + weightOf(text), 0)
  const tenthsPerWeight = (timeline.tenths[frames] ?? 0) / Math.max(1, wholeWeight)
  // Speech may start anywhere, but most likely at the first active frame.
  let costs = lateStartCosts(timeline)
  const choices = words.map(word => {
    const step = alignWord(word, costs, timeline, Math.max(1, tenthsPerWeight * weightOf(word.text)))
    costs = step.costs
    return step.starts
  })
  let until = minCostFrame(costs)
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
    Math.min(maxLateCost, (tenths[frame] as number) * lateCost),
  )
}

interface Timeline {
  readonly frames: number
  /** Cumulative speaking time before each frame. */
  readonly tenths: Int32Array
  /** Cumulative pause frames before each frame. */
  readonly paused: Int32Array
  /** End and start of the pause around a frame; the frame itself outside pauses. */
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

/** For each end frame: the minimum total cost so far and the start frame of this word. */
function alignWord(
  { endLikelihoods }: AlignedWord,
  before: Float64Array,
  { frames, tenths, paused, nextSpeech, lastSpeech }: Timeline,
  expectedTenths: number,
): { readonly costs: Float64Array<ArrayBuffer>; readonly starts: Int32Array } {
  const byDuration = durationCosts(expectedTenths)
  const costs = new Float64Array(frames + 1).fill(infiniteCost)
  const starts = new Int32Array(frames + 1)
  for (let until = 0; until <= frames; until += 1) {
    const lastTenths = tenths[until] as number
    const lastPaused = paused[lastSpeech[until] as number] as number
    let best = infiniteCost
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
    costs[until] = best - Math.log((1 - uniformShare) * likelihood + uniformShare / (frames + 1))
  }
  return { costs, starts }
}

function durationCosts(expectedTenths: number): Float64Array {
  const longest = Math.ceil(expectedTenths * maxDurationFactor) + maxExtraTenths
  return Float64Array.from({ length: longest }, (_, tenths) => {
    const factor = Math.log((tenths + softTenths) / (expectedTenths + softTenths))
    return (factor / durationSpread) ** 2 / 2
  })
}

function minCostFrame(costs: Float64Array): number {
  let best = 0
  for (let frame = 1; frame < costs.length; frame += 1)
    if ((costs[frame] as number) < (costs[best] as number)) best = frame
  return best
}

/** Trims pauses at the edges; a word entirely within a pause is kept. */
function withoutPauses({ from, until }: WordSpan, { nextSpeech, lastSpeech }: Timeline): WordSpan {
  const trimmed = { from: nextSpeech[from] as number, until: lastSpeech[until] as number }
  return trimmed.until > trimmed.from ? trimmed : { from, until }
}

const letters = /[\p{L}\p{N}]/gu
const syllabic = /[\p{Script=Han}\p{Script=Hangul}\p{N}]/gu

/** Approximate relative duration: letters count once, syllabic characters and digits twice. */
export function weightOf(text: string): number {
  return 1 + (text.match(letters)?.length ?? 0) + (text.match(syllabic)?.length ?? 0)
}
