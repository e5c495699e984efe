/** Renders lines of text as a scanned page. */
import sharp from 'sharp'

interface DrawnLines {
  readonly lines: readonly string[]
  /** Clockwise. */
  readonly degrees?: number
}

export function drawLines({ lines, degrees = 0 }: DrawnLines): Promise<Buffer> {
  const height = 300 + lines.length * 70
  const texts = lines.map((line, row) => `<text x="100" y="${150 + row * 70}">${line}</text>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="${height}"><rect width="1400" height="${height}" fill="white"/><g font-family="Liberation Serif" font-size="44" transform="rotate(${degrees} 700 ${height / 2})">${texts}</g></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
