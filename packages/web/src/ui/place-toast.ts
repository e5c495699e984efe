/** Finds a place in the window where the toast covers no control: the highest free one, on the right if possible. */

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface ToastPlace {
  readonly left: number
  readonly top: number
  /** False when every place covers a control; the toast then lets clicks through. */
  readonly isFree: boolean
}

const marginPx = 16
const gapPx = 8

/** `current` is kept as long as it is free, so that the toast moves only when it has to. */
export function placeToast(
  size: Size,
  viewport: Size,
  controls: readonly Box[],
  current?: ToastPlace,
): ToastPlace {
  const maxLeft = Math.max(0, viewport.width - size.width - marginPx)
  const maxTop = Math.max(0, viewport.height - size.height - marginPx)
  const overlapAt = (left: number, top: number) =>
    controls.reduce((sum, control) => sum + overlapOf(boxAt(left, top, size), control), 0)

  if (
    current &&
    current.left <= maxLeft &&
    current.top <= maxTop &&
    overlapAt(current.left, current.top) === 0
  )
    return current.isFree ? current : { ...current, isFree: true }

  const lefts = [maxLeft, Math.round((viewport.width - size.width) / 2), Math.min(marginPx, maxLeft)]
  // A place is free from the lower edge of one control to the upper edge of another, so no other edges matter.
  const tops = [
    marginPx,
    ...controls.flatMap(({ top, bottom }) => [bottom + gapPx, top - gapPx - size.height]),
    maxTop,
  ]
    .filter(top => top >= Math.min(marginPx, maxTop) && top <= maxTop)
    .sort((one, other) => one - other)

  let best = { left: maxLeft, top: maxTop, overlap: Number.POSITIVE_INFINITY }
  for (const left of lefts)
    for (const top of tops) {
      const overlap = overlapAt(left, top)
      if (overlap === 0) return { left, top, isFree: true }
      if (overlap < best.overlap) best = { left, top, overlap }
    }
  const { left, top } = best
  return current?.left === left && current.top === top && !current.isFree
    ? current
    : { left, top, isFree: false }
}

function boxAt(left: number, top: number, { width, height }: Size): Box {
  return { left, top, right: left + width, bottom: top + height }
}

/** Area that two boxes share. */
function overlapOf(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return width > 0 && height > 0 ? width * height : 0
}
