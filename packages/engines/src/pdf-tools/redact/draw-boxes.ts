/** Draws the boxes of marks, with their label. */
import { writeNumber } from '../content-tokens.ts'
import { cornersOf, type Mark } from './mark.ts'
import type { ResourceEditor } from './pdf-objects.ts'

/** Of the height of a box. */
const labelShare = 0.62
/** Of Helvetica, in font sizes. */
const letterWidth = 0.56
const maxLabelSize = 24

export function drawBoxes(
  resources: ResourceEditor,
  marks: readonly Mark[],
  { color, label }: { readonly color: string; readonly label: string },
): string {
  if (marks.length === 0) return ''
  const font =
    label === ''
      ? ''
      : resources.add('Font', { '/Type': '/Font', '/Subtype': '/Type1', '/BaseFont': '/Helvetica' })
  const fill = [1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = fill
  const ink = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 0 : 1
  const boxes = marks.map(({ frame }) => {
    const points = cornersOf(frame).map(point => point.map(writeNumber).join(' '))
    const box = `${points.map((point, index) => `${point} ${index === 0 ? 'm' : 'l'}`).join('\n')}\nh f`
    const [width, height] = [Math.hypot(frame[0], frame[1]), Math.hypot(frame[2], frame[3])]
    const size = Math.min(
      maxLabelSize,
      height * labelShare,
      (width * 0.9) / (Math.max(1, label.length) * letterWidth),
    )
    if (label === '' || size < 1) return box
    const [ax, ay] = [frame[0] / width, frame[1] / width]
    const [bx, by] = [frame[2] / height, frame[3] / height]
    const start = (width - label.length * letterWidth * size) / 2
    const base = (height - size * 0.7) / 2
    const place = [ax, ay, bx, by, frame[4] + ax * start + bx * base, frame[5] + ay * start + by * base]
    const text = Buffer.from(label, 'latin1').toString('hex')
    return `${box}\nBT ${ink} g /${font} ${writeNumber(size)} Tf ${place.map(writeNumber).join(' ')} Tm <${text}> Tj ET\n${fill.map(writeNumber).join(' ')} rg`
  })
  return `q\n${fill.map(writeNumber).join(' ')} rg\n${boxes.join('\n')}\nQ\n`
}
