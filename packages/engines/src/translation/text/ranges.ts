/** Ranges that stand in order and never overlap: which of them lie at a place is found without looking at all. */

interface Range {
  readonly start: number
  readonly end: number
}

/** Those that share a character with the stretch from `from` to `to`. */
export function rangesBetween<Each extends Range>(ranges: readonly Each[], from: number, to: number): Each[] {
  const found: Each[] = []
  for (let at = firstBehind(ranges, from); at < ranges.length; at++) {
    const range = ranges[at]
    if (range === undefined || range.start >= to) break
    found.push(range)
  }
  return found
}

export function isInside(ranges: readonly Range[], place: number): boolean {
  const range = ranges[firstBehind(ranges, place)]
  return range !== undefined && range.start < place
}

/** The first that ends behind the place. */
function firstBehind(ranges: readonly Range[], place: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.end ?? 0) > place) high = middle
    else low = middle + 1
  }
  return low
}
