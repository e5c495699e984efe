/** Asks once, however many want to know at the same time, and not again while the answer is fresh. */

export function remember<Answer>(keptMs: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: { readonly answer: Promise<Answer>; readonly atMs: number } | undefined
  return () => {
    if (asked && performance.now() - asked.atMs < keptMs) return asked.answer
    const answer = ask()
    const mine = { answer, atMs: performance.now() }
    asked = mine
    answer.catch(() => {
      if (asked === mine) asked = undefined
    })
    return answer
  }
}
