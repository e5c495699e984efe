/** Draws the caption at the bottom of a frame: white with a black outline, legible on any background. */
import { layoutCaption } from './layout-caption.ts'

const lineHeight = 1.25
const bottomMargin = 0.05

export function drawCaption(context: CanvasRenderingContext2D, text: string): void {
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
