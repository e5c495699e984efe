/** Scrolls a pane, but not its ancestors, so that a rectangle of its content is visible. */

/** Minimum distance between the rectangle and the edge. */
const marginPx = 24

interface Rectangle {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** 'nearest' scrolls only if needed, and then to the center. */
export function scrollIntoPane(pane: Element, target: Rectangle, position: 'nearest' | 'start'): void {
  const frame = pane.getBoundingClientRect()
  const top = target.top - frame.top
  const left = target.left - frame.left
  if (position === 'start') {
    pane.scrollTop += top - marginPx
    return
  }
  if (top < marginPx || top + target.height > frame.height - marginPx)
    pane.scrollTop += top - (frame.height - target.height) / 2
  if (left < marginPx || left + target.width > frame.width - marginPx)
    pane.scrollLeft += left - (frame.width - target.width) / 2
}
