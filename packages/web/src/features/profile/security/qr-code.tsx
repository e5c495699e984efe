/** QR code, always dark on light: many scanners cannot read inverted codes. */
import { encode } from 'uqr'

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

/** Quiet zone required by the standard (ISO/IEC 18004). */
const borderModules = 4

export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: borderModules })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="scheme-light size-48 rounded border border-line bg-surface"
    >
      <path d={pathOf(data)} className="fill-ink" />
    </svg>
  )
}

/** One horizontal line per run of dark modules. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const strokes = rows.flatMap((row, y) => {
    const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []))
    return starts.map(x => {
      const end = row.indexOf(false, x)
      const width = (end === -1 ? row.length : end) - x
      return `M${x} ${y}h${width}v1h-${width}z`
    })
  })
  return strokes.join('')
}
