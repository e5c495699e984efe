/** From scores to probabilities, and from these to a choice. */

/** The logarithm of the sum by which scores have to be divided. */
export function logSum(scores: Float32Array): number {
  let best = Number.NEGATIVE_INFINITY
  for (const score of scores) if (score > best) best = score
  if (best === Number.NEGATIVE_INFINITY) return best
  let sum = 0
  for (const score of scores) sum += Math.exp(score - best)
  return best + Math.log(sum)
}

export function probabilityOf(scores: Float32Array, tokens: readonly number[]): number {
  const whole = logSum(scores)
  return tokens.reduce((sum, token) => sum + Math.exp((scores[token] as number) - whole), 0)
}

export function likeliest(scores: Float32Array): number {
  let best = 0
  for (let token = 1; token < scores.length; token += 1)
    if ((scores[token] as number) > (scores[best] as number)) best = token
  return best
}

/** Takes one by chance, likelier ones more often; `temperature` above zero makes the others more daring. */
export function draw(scores: Float32Array, temperature: number, random: () => number): number {
  const cooled = scores.map(score => score / temperature)
  const whole = logSum(cooled)
  let left = random()
  for (let token = 0; token < cooled.length; token += 1) {
    left -= Math.exp((cooled[token] as number) - whole)
    if (left < 0) return token
  }
  return likeliest(scores)
}

/** Chance that is the same every time: one film gives one text. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
