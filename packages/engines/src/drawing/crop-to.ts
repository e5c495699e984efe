/** Reduces an SVG file that poppler wrote of a page to the part that is drawn. */

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Around the drawing, for lines at its edge. */
const margin = 2
const rootTag = /<svg\b[^<>]*>/
const sizes = /\s(?:width|height|viewBox)="[^"]*"/g

const background =
  /(<g id="surface\d+">\s*)<g clip-path="[^"<>]*"[^<>]*>\s*<path style="([^"<>]*)"[^<>]*\/>\s*<\/g>/
const white = 'fill:rgb(100%,100%,100%)'

/** LibreOffice starts every page with a white rectangle of its size. */
export function withoutPaper(svg: string): string {
  return svg.replace(background, (whole, before: string, style: string) =>
    style.includes(white) ? before : whole,
  )
}

const leastStroke = 0.5

/** A hairline of LibreOffice has a tenth of a point, which hardly shows on a screen. */
export function withVisibleLines(svg: string): string {
  return svg.replace(/stroke-width:(0?\.\d+|0);/g, (stroke, width: string) =>
    Number(width) < leastStroke ? `stroke-width:${leastStroke};` : stroke,
  )
}

export function cropTo(svg: string, box: Box): string {
  const [left, top] = [box.x - margin, box.y - margin]
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin]
  const part = [left, top, width, height].map(value => Number(value.toFixed(3)))
  if (!part.every(Number.isFinite)) return svg
  return svg.replace(rootTag, root =>
    root
      .replace(sizes, '')
      .replace('<svg', `<svg width="${part[2]}pt" height="${part[3]}pt" viewBox="${part.join(' ')}"`),
  )
}
