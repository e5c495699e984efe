/** Signatures as PNG files with transparency: typed text in a handwriting font, and images of the user. */
import type { Signature } from './signature.ts'

/** Enough for print at the width of a page. */
const maxSidePx = 1200
const fontSizePx = 160

export async function typedSignature(text: string, color: string): Promise<Signature> {
  const font = `500 ${fontSizePx}px ${signatureFont}`
  await document.fonts.load(font, text)
  const measuring = contextOf(1, 1)
  measuring.font = font
  const measured = measuring.measureText(text)
  const padding = fontSizePx / 10
  const left = measured.actualBoundingBoxLeft + padding
  const top = measured.actualBoundingBoxAscent + padding
  const context = contextOf(
    left + measured.actualBoundingBoxRight + padding,
    top + measured.actualBoundingBoxDescent + padding,
  )
  context.font = font
  context.fillStyle = color
  context.fillText(text, left, top)
  return signatureOf(context.canvas)
}

/** Throws if the browser cannot decode it. */
export async function imageSignature(file: File): Promise<Signature> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height))
  const context = contextOf(bitmap.width * scale, bitmap.height * scale)
  context.drawImage(bitmap, 0, 0, context.canvas.width, context.canvas.height)
  bitmap.close()
  return signatureOf(context.canvas)
}

/** As the class `signature-font` in the styles. */
const signatureFont = '"Caveat", cursive'

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.ceil(width))
  canvas.height = Math.max(1, Math.ceil(height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  return context
}

function signatureOf(canvas: HTMLCanvasElement): Signature {
  return {
    kind: 'image',
    id: crypto.randomUUID(),
    png: canvas.toDataURL('image/png'),
    width: canvas.width,
    height: canvas.height,
  }
}
