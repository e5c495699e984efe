/** Draws preview frames and their caption on a canvas. */
import type { ImageSize } from '../gif-metrics.ts'

const minFontPx = 9

const usableWidth = 0.9

const usableHeight = 0.4

const lineHeight = 1.25

const maxLines = 3

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const bottomMargin = 0.05

type Drawable = HTMLVideoElement | HTMLImageElement | ImageBitmap

function sizeOf(image: Drawable): readonly [number, number] {
  if (image instanceof HTMLVideoElement) return [image.videoWidth, image.videoHeight]
  if (image instanceof HTMLImageElement) return [image.naturalWidth, image.naturalHeight]
  return [image.width, image.height]
}

/** Scales the image to fit; the remaining area stays transparent. */
export function drawFrame(canvas: HTMLCanvasElement, image: Drawable | undefined, caption: string): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, canvas.width, canvas.height)
  if (image) drawFitted(context, image)
  drawCaption(context, caption)
}

export function drawFitted(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  image: Drawable,
): void {
  const { width: targetWidth, height: targetHeight } = context.canvas
  const [sourceWidth, sourceHeight] = sizeOf(image)
  if (sourceWidth === 0 || sourceHeight === 0) return
  const scale = Math.min(targetWidth / sourceWidth, targetHeight / sourceHeight)
  // A rounded height differs from the exact one by less than a pixel; fill it to avoid a gap.
  const fit = (source: number, target: number) =>
    Math.abs(source * scale - target) < 1 ? target : source * scale
  const [width, height] = [fit(sourceWidth, targetWidth), fit(sourceHeight, targetHeight)]
  context.drawImage(image, (targetWidth - width) / 2, (targetHeight - height) / 2, width, height)
}

/** Draws the caption at the bottom of a frame: white with a black outline, legible on any background. */
function drawCaption(context: CanvasRenderingContext2D, text: string): void {
  if (text.trim() === '') return
  const { width, height } = context.canvas
  const fontOf = (px: number) => `${px}px "Noto Sans", "DejaVu Sans", Arial, sans-serif`
  const { lines, fontPx } = layoutCaption(text, { width, height }, (line, px) => {
    context.font = fontOf(px)
    return context.measureText(line).width
  })
  context.font = fontOf(fontPx)
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  context.lineJoin = 'round'
  // Half of the stroke is covered by the fill.
  context.lineWidth = Math.max(2, fontPx / 7)
  context.strokeStyle = 'black'
  context.fillStyle = 'white'
  const descent = fontPx * 0.25
  const bottom = height * (1 - bottomMargin) - descent
  for (const [index, line] of lines.entries()) {
    const y = bottom - (lines.length - 1 - index) * fontPx * lineHeight
    context.strokeText(line, width / 2, y)
    context.fillText(line, width / 2, y)
  }
}

interface CaptionLayout {
  readonly lines: readonly string[]
  readonly fontPx: number
}

/** Breaks a caption into lines with the largest font size that fits, by the same rules as the server engine. */
export function layoutCaption(
  caption: string,
  { width, height }: ImageSize,
  widthOf: (text: string, fontPx: number) => number,
): CaptionLayout {
  const words = caption.split(/\s+/).filter(Boolean)
  const maxFontPx = Math.max(minFontPx, Math.round(Math.min(height * 0.12, width * 0.08)))
  for (let fontPx = maxFontPx; ; fontPx -= 1) {
    const lines = breakLines(words, width * usableWidth, text => widthOf(text, fontPx))
    const fits = lines.length <= maxLines && lines.length * fontPx * lineHeight <= height * usableHeight
    if (fits || fontPx <= minFontPx) return { lines, fontPx }
  }
}

/** Breaks between words; a word wider than the line breaks anywhere. */
function breakLines(words: readonly string[], maxWidth: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const joined = line === '' ? word : `${line} ${word}`
    if (widthOf(joined) <= maxWidth) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const { segment } of graphemes.segment(word)) {
      if (line !== '' && widthOf(line + segment) > maxWidth) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  return line === '' ? lines : [...lines, line]
}
