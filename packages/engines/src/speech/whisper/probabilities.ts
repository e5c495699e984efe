/** Softmax, argmax and sampling over token scores. */

/** Log-sum-exp: logarithm of the softmax denominator. */
export function logSumExp(scores: Float32Array): number {
  let best = Number.NEGATIVE_INFINITY
  for (const score of scores) if (score > best) best = score
  if (best === Number.NEGATIVE_INFINITY) return best
  let sum = 0
  for (const score of scores) sum += Math.exp(score - best)
  return best + Math.log(sum)
}

export function probabilityOf(scores: Float32Array, tokens: readonly number[]): number {
  const whole = logSumExp(scores)
  return tokens.reduce((sum, token) => sum + Math.exp((scores[token] as number) - whole), 0)
}

export function argmax(scores: Float32Array): number {
  let best = 0
  for (let token = 1; token < scores.length; token += 1)
    if ((scores[token] as number) > (scores[best] as number)) best = token
  return best
}

/** Samples a token; a higher temperature flattens the distribution. */
export function sample(scores: Float32Array, temperature: number, random: () => number): number {
  const scaled = scores.map(score => score / temperature)
  const whole = logSumExp(scaled)
  let left = random()
  for (let token = 0; token < scaled.length; token += 1) {
    left -= Math.exp((scaled[token] as number) - whole)
    if (left < 0) return token
  }
  return argmax(scores)
}

/** Deterministic, so that the same video always yields the same transcript. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
