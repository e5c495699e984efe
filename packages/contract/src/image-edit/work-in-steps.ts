/** Long work that says on its way which share of it is done. */

/** A part of the work as a part of the whole. */
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

/** All of it in one go. */
export function atOnce<Result>(work: Generator<number, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value as Result
  }
}
