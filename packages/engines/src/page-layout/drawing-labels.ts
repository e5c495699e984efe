/** Extends a drawing by the labels that belong to it: axis labels, names and legend. */
import { type Box, boxAround, boxHeight, boxWidth, isCenterIn } from './page-model.ts'
import { isProse, type PageText } from './page-texts.ts'

/** In font sizes. */
const besideGap = 1.6
const belowGap = 1.3
const maxBesideWidth = 14
/** In points. */
const maxSample = 45
const legendDistance = 24

const caption = /^(fig|figure|abb|abbildung|table|tab|tabelle|source|quelle|note|chart|diagramm?)\b/i

/** `marks` are all vector marks of the page, including those of legends. */
export function withLabels(ink: Box, marks: readonly Box[], texts: readonly PageText[]): Box {
  const labels = texts.filter(text => !isProse(text) && !caption.test(text.text))
  let box = boxAround([ink, ...labels.filter(text => isCenterIn(text, ink))])
  // Tick labels come first, axis titles are beyond them: two rounds include both.
  for (let round = 0; round < 2; round++) {
    const beside = labels.filter(text => isBeside(text, box, labels))
    box = boxAround([box, ...beside])
    box = boxAround([box, ...rowBelow(box, labels, texts)])
  }
  return boxAround([box, ...legendOf(box, marks, labels)])
}

/** Two or more small line or color samples near the drawing, each with a name to its right. */
function legendOf(box: Box, marks: readonly Box[], labels: readonly PageText[]): Box[] {
  const entries = marks.flatMap(mark => {
    const isSmall = Math.max(boxWidth(mark), boxHeight(mark)) <= maxSample
    if (!isSmall || distance(mark, box) > legendDistance || distance(mark, box) === 0) return []
    const name = labels.find(text => {
      const gap = text.left - mark.right
      return gap > -2 && gap < text.size + 4 && overlapOf(text, mark) >= 0
    })
    return name ? [{ mark, name }] : []
  })
  const names = new Set(entries.map(({ name }) => name))
  return names.size < 2 ? [] : [...names, ...entries.map(({ mark }) => mark)]
}

/** Along one axis; diagonal neighbors do not count. */
function distance(one: Box, other: Box): number {
  const across = Math.max(0, one.left - other.right, other.left - one.right)
  const along = Math.max(0, one.top - other.bottom, other.top - one.bottom)
  return across > 0 && along > 0 ? Infinity : across + along
}

/** Short text close to the side of the drawing; rotated text only needs to overlap its height. */
function isBeside(text: PageText, box: Box, labels: readonly PageText[]): boolean {
  const gap = Math.max(box.left - text.right, text.left - box.right)
  const middle = (text.top + text.bottom) / 2
  if (gap <= -1 || gap > besideGap * text.size) return false
  if (text.angle !== 0) return overlapOf(text, box) > 0.8 * boxHeight(text)
  const isShort = boxWidth(text) <= maxBesideWidth * text.size && boxWidth(text) < 0.5 * boxWidth(box)
  // Tick labels come in columns; a single word beside a logo belongs to running text.
  const isInColumn = (other: Box) =>
    Math.abs(other.right - text.right) < 2 || Math.abs(other.left - text.left) < 2
  const others = labels.filter(other => isInColumn(other) && overlapOf(other, box) > 0)
  return isShort && middle >= box.top - text.size && middle <= box.bottom + text.size && others.length >= 3
}

function overlapOf(text: Box, box: Box): number {
  return Math.min(text.bottom, box.bottom) - Math.max(text.top, box.top)
}

/** Axis labels: several short words in a row directly below, within the width of the drawing. */
function rowBelow(box: Box, labels: readonly PageText[], texts: readonly PageText[]): PageText[] {
  const near = labels.filter(text => {
    const gap = text.top - box.bottom
    const isUnder = text.left > box.left - 2 * text.size && text.right < box.right + 2 * text.size
    return gap > -0.8 * text.size && gap < belowGap * text.size && isUnder
  })
  const row = near.filter(text => near.some(other => other !== text && Math.abs(other.top - text.top) < 2))
  // A line of text with gaps is not a row of labels: prose follows directly below it.
  const bottom = Math.max(...row.map(text => text.bottom))
  const isFollowed = texts.some(text => isProse(text) && Math.abs(text.top - bottom) < 0.5 * text.size)
  return isFollowed ? [] : row
}
