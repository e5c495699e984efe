/** Binary search in sorted, non-overlapping ranges. */

interface Range {
  readonly start: number
  readonly end: number
}

/** Ranges that overlap `from` to `to`. */
export function rangesBetween<Each extends Range>(ranges: readonly Each[], from: number, to: number): Each[] {
  const found: Each[] = []
  for (let at = firstIndexAfter(ranges, from); at < ranges.length; at++) {
    const range = ranges[at]
    if (range === undefined || range.start >= to) break
    found.push(range)
  }
  return found
}

export function isInside(ranges: readonly Range[], position: number): boolean {
  const range = ranges[firstIndexAfter(ranges, position)]
  return range !== undefined && range.start < position
}

/** Index of the first range that ends after the position. */
function firstIndexAfter(ranges: readonly Range[], position: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.end ?? 0) > position) high = middle
    else low = middle + 1
  }
  return low
}
