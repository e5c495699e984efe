/** Writes a caption at the bottom of a frame: white with a dark edge, so that it can be read on anything. */

const fontShare = 1 / 14
const lineHeight = 1.2
const marginShare = 0.04

export function drawCaption(context: CanvasRenderingContext2D, text: string): void {
  if (text === '') return
  const { width, height } = context.canvas
  const fontPx = Math.max(12, Math.round(width * fontShare))
  context.font = `600 ${fontPx}px "Noto Sans", "DejaVu Sans", Arial, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'bottom'
  context.lineJoin = 'round'
  context.lineWidth = Math.max(2, fontPx / 7)
  context.strokeStyle = 'black'
  context.fillStyle = 'white'
  const room = width * (1 - 2 * marginShare)
  const lines = wrapText(text, room, line => context.measureText(line).width)
  const bottom = height - width * marginShare
  for (const [index, line] of lines.entries()) {
    const y = bottom - (lines.length - 1 - index) * fontPx * lineHeight
    context.strokeText(line, width / 2, y, room)
    context.fillText(line, width / 2, y, room)
  }
}

/** Breaks between words; a word that is wider than the room stands alone. */
export function wrapText(text: string, room: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) > room) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}
