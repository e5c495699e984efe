/** Runs long computations written as generators that yield their progress. */

/** Maps the progress of a part to a range of the whole. */
export function* scaled<Result>(
  work: Generator<number, Result>,
  from: number,
  to: number,
): Generator<number, Result> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value as Result
    yield from + (value as number) * (to - from)
  }
}

/** Runs without interruption. */
export function atOnce<Result>(work: Generator<number, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value as Result
  }
}
