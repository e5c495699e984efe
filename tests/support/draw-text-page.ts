/** Renders pages of text as scanners and cameras deliver them: skewed, noisy, at low resolution, in columns. */
import sharp, { type Sharp } from 'sharp'
import type { OcrText } from './ocr-texts.ts'

export interface PageStyle {
  readonly dpi?: number
  /** Clockwise. */
  readonly skewDegrees?: number
  /** Clockwise. */
  readonly quarterRotations?: 0 | 1 | 2 | 3
  readonly columns?: 1 | 2
  readonly hasNoise?: boolean
  /** Default: all paragraphs. */
  readonly paragraphs?: number
  /** Cut below the text: white paper is searched as long as text is. Otherwise as high as A4. */
  readonly isCut?: boolean
}

const pointsPerInch = 72
const [pageWidth, a4Height] = [595, 842]
const margin = 60
const gutter = 24
const fontSize = 11
const leading = 17

/** Returns a Sharp with raw gray pixels, to be encoded in any format. */
export async function drawTextPage(text: OcrText, style: PageStyle = {}): Promise<Sharp> {
  const { dpi = 200, skewDegrees = 0, quarterRotations = 0, hasNoise = false } = style
  const scale = dpi / pointsPerInch
  const { drawing, bottom } = linesOf(text, style)
  const pageHeight = style.isCut ? bottom + margin : a4Height
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth * scale}" height="${pageHeight * scale}" viewBox="0 0 ${pageWidth} ${pageHeight}">
    <rect width="100%" height="100%" fill="white"/>
    <g transform="rotate(${skewDegrees} ${pageWidth / 2} ${pageHeight / 2})" font-family="${text.font}" font-size="${fontSize}">${drawing}</g></svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (hasNoise) addNoise(data)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const rotated = await sharp(data, { raw })
    .rotate(quarterRotations * 90)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = rotated.info
  return sharp(rotated.data, { raw: { width, height, channels } })
    .toColourspace('b-w')
    .withMetadata({ density: dpi })
}

/** The reference text of such a page. */
export function truthOf(text: OcrText, { paragraphs }: PageStyle = {}): string {
  return text.paragraphs.slice(0, paragraphs).join('\n\n')
}

interface DrawnLines {
  readonly drawing: string
  /** Of the longest column, in points. */
  readonly bottom: number
}

function linesOf(text: OcrText, { columns = 1, paragraphs }: PageStyle): DrawnLines {
  const width = (pageWidth - 2 * margin - (columns - 1) * gutter) / columns
  const letters = Math.floor((text.lineLetters * width) / (pageWidth - 2 * margin))
  const blocks = text.paragraphs.slice(0, paragraphs).map(paragraph => breakLines(paragraph, letters, text))
  const all = blocks.flatMap(lines => [...lines, ''])
  const perColumn = columns === 1 ? all.length : columnBreak(blocks)
  const drawing = all
    .map((line, index) => {
      const column = index < perColumn ? 0 : 1
      const left = margin + column * (width + gutter)
      const y = margin + fontSize + leading * (column === 0 ? index : index - perColumn)
      const place = text.isRightToLeft
        ? `x="${margin + (columns - 1 - column) * (width + gutter) + width}" direction="rtl"`
        : `x="${left}"`
      return line === '' ? '' : `<text ${place} y="${y}">${escapeXml(line)}</text>`
    })
    .join('')
  return { drawing, bottom: margin + fontSize + leading * Math.max(perColumn, all.length - perColumn) }
}

/** Columns break between paragraphs. */
function columnBreak(blocks: readonly (readonly string[])[]): number {
  const total = blocks.reduce((sum, lines) => sum + lines.length + 1, 0)
  let lines = 0
  for (const block of blocks) {
    lines += block.length + 1
    if (lines >= total / 2) break
  }
  return lines
}

function breakLines(paragraph: string, letters: number, { hasNoSpaces }: OcrText): string[] {
  if (hasNoSpaces) return breakAnywhere(paragraph, letters)
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > letters) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** No line starts with punctuation. */
function breakAnywhere(paragraph: string, letters: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const letter of paragraph) {
    if ([...line].length >= letters && !/[，。、；！？]/.test(letter)) {
      lines.push(line)
      line = ''
    }
    line += letter
  }
  return [...lines, line]
}

/** Uses a fixed seed, so that measured error rates are reproducible. */
function addNoise(pixels: Buffer): void {
  let state = 12_345
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 2_246_822_519)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296
  }
  for (let at = 0; at < pixels.length; at += 1) {
    const chance = random()
    const grain = (random() + random() + random() - 1.5) * 60
    const value = chance < 0.012 ? 0 : chance > 0.988 ? 255 : (pixels[at] as number) * 0.86 + 12 + grain
    pixels[at] = Math.max(0, Math.min(255, value))
  }
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
