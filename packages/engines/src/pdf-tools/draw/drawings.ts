/** Drawings for pages: lines of text, images and paths, each one page of a document that only holds them. */
import type { PDFDocument, PDFOperator, PDFPage } from '@cantoo/pdf-lib'
import { JobFailure } from '../../process/job-failure.ts'
import { type FontFace, TextFonts, type TextRun } from './fonts.ts'
import type { DrawnSize } from './geometry.ts'

type PdfLib = typeof import('@cantoo/pdf-lib')

export interface Drawing extends DrawnSize {
  readonly index: number
}

export interface TextStyle {
  readonly fontSize: number
  /** "#rrggbb". */
  readonly color: string
  /** 0 to 1. */
  readonly opacity: number
  readonly align?: 'left' | 'center' | 'right'
}

export const lineHeight = 1.2

/** A line of text with its fonts; lengths are those at font size 1. */
export interface TextLine {
  readonly runs: readonly { readonly run: TextRun; readonly width: number }[]
  readonly width: number
  readonly ascent: number
  readonly descent: number
}

interface LinePlace {
  readonly x: number
  /** Of the baseline. */
  readonly y: number
  readonly fontSize: number
}

export class Drawings {
  readonly document: PDFDocument
  readonly library: PdfLib
  private readonly fonts: TextFonts
  private count = 0

  private constructor(library: PdfLib, document: PDFDocument) {
    this.library = library
    this.document = document
    this.fonts = new TextFonts(document)
  }

  static async create(): Promise<Drawings> {
    const library = await import('@cantoo/pdf-lib')
    return new Drawings(library, await library.PDFDocument.create({ updateMetadata: false }))
  }

  async addText(text: string, style: TextStyle): Promise<Drawing> {
    const { fontSize } = style
    const lines = await Promise.all(
      text
        .normalize('NFC')
        .split('\n')
        .map(line => this.lineOf(line)),
    )
    const ascent = Math.max(...lines.map(line => line.ascent)) * fontSize
    const descent = Math.max(...lines.map(line => line.descent)) * fontSize
    const step = fontSize * lineHeight
    const width = Math.max(1, ...lines.map(line => line.width * fontSize))
    const height = ascent + descent + (lines.length - 1) * step
    const { drawing, page } = this.add({ width, height }, fontSize)
    this.fill(page, style)
    const spare = { left: 0, center: 0.5, right: 1 }[style.align ?? 'left']
    for (const [index, line] of lines.entries()) {
      const x = (width - line.width * fontSize) * spare
      this.showLine(page, line, { x, y: height - ascent - index * step, fontSize })
    }
    return drawing
  }

  /** A PNG or JPEG file, in points as it has pixels. */
  async addImage(bytes: Uint8Array, opacity: number): Promise<Drawing> {
    const isPng = bytes[0] === 0x89
    const image = isPng ? await this.document.embedPng(bytes) : await this.document.embedJpg(bytes)
    const { drawing, page } = this.add(image)
    page.drawImage(image, { x: 0, y: 0, width: image.width, height: image.height, opacity })
    return drawing
  }

  /** Strokes of an SVG path in a box of this size, from its upper left corner. */
  addPath(
    path: string,
    size: DrawnSize,
    { color, strokeWidth, opacity }: Pick<TextStyle, 'color' | 'opacity'> & { readonly strokeWidth: number },
  ): Drawing {
    const { drawing, page } = this.add(size, strokeWidth)
    const { LineCapStyle } = this.library
    page.drawSvgPath(path, {
      x: 0,
      y: size.height,
      borderColor: this.colorOf(color),
      borderWidth: strokeWidth,
      borderOpacity: opacity,
      borderLineCap: LineCapStyle.Round,
    })
    return drawing
  }

  /** What `paint` draws on an empty page of this size. */
  addPainted(size: DrawnSize, paint: (page: PDFPage) => void): Drawing {
    const { drawing, page } = this.add(size)
    paint(page)
    return drawing
  }

  showLine(page: PDFPage, { runs }: TextLine, { x, y, fontSize }: LinePlace): void {
    let left = x
    for (const { run, width } of runs) {
      page.pushOperators(...this.showRun(page, run, { x: left, y, fontSize }))
      left += width * fontSize
    }
  }

  save(): Promise<Uint8Array> {
    return this.document.save({ useObjectStreams: false })
  }

  /** What reaches beyond the box, such as the ends of lines, is drawn too. */
  private add(
    { width, height }: DrawnSize,
    reach = 0,
  ): { readonly drawing: Drawing; readonly page: PDFPage } {
    const page = this.document.addPage([width, height])
    page.setMediaBox(-reach, -reach, width + 2 * reach, height + 2 * reach)
    return { page, drawing: { index: this.count++, width, height } }
  }

  private colorOf(color: string) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
      at => Number.parseInt(color.slice(at, at + 2), 16) / 255,
    )
    return this.library.rgb(red, green, blue)
  }

  private fill(page: PDFPage, { color, opacity }: TextStyle): void {
    const { setFillingColor, setGraphicsState } = this.library
    if (opacity < 1) {
      const state = this.document.context.obj({ Type: 'ExtGState', ca: opacity })
      page.pushOperators(setGraphicsState(page.node.newExtGState('GS', state)))
    }
    page.pushOperators(setFillingColor(this.colorOf(color)))
  }

  async lineOf(line: string, face?: FontFace): Promise<TextLine> {
    const runs = await this.fonts.runsOf(line.replaceAll(/\p{Cc}/gu, ' '), face)
    if ('missing' in runs)
      throw new JobFailure('invalid-request', {
        reason: `No installed font has the character "${runs.missing}".`,
      })
    const measured = runs.map(run => ({ run, width: widthOf(run) }))
    const reach = (key: 'ascent' | 'descent') =>
      Math.max(
        key === 'ascent' ? 0.75 : 0.2,
        ...runs.map(({ font: { font } }) => Math.abs(font[key]) / font.unitsPerEm),
      )
    return {
      runs: measured,
      width: measured.reduce((sum, { width }) => sum + width, 0),
      ascent: reach('ascent'),
      descent: reach('descent'),
    }
  }

  /** With kerning and the positions of marks, which pdf-lib leaves out. */
  private showRun(
    page: PDFPage,
    { text, font: { font, embedded } }: TextRun,
    { x, y, fontSize }: LinePlace,
  ): PDFOperator[] {
    const { beginText, endText, setFontAndSize, setTextMatrix, setTextRise, PDFHexString } = this.library
    const { PDFOperator: Operator, PDFOperatorNames } = this.library
    const codes = embedded.encodeText(text).asString()
    const { glyphs, positions } = font.layout(text)
    const perMille = 1000 / font.unitsPerEm
    const operators = [
      beginText(),
      setFontAndSize(page.node.newFontDictionary('F', embedded.ref), fontSize),
      setTextMatrix(1, 0, 0, 1, x, y),
    ]
    let rise = 0
    let items: (string | number)[] = []
    const show = () => {
      if (items.length === 0) return
      const array = this.document.context.obj(
        items.map(item => (typeof item === 'string' ? PDFHexString.of(item) : item)),
      )
      operators.push(Operator.of(PDFOperatorNames.ShowTextAdjusted, [array]))
      items = []
    }
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = positions?.[index] ?? {}
      if (yOffset !== rise) {
        show()
        rise = yOffset
        operators.push(setTextRise((rise / font.unitsPerEm) * fontSize))
      }
      if (xOffset !== 0) items.push(-xOffset * perMille)
      items.push(codes.slice(index * 4, index * 4 + 4))
      const after = (glyph.advanceWidth - xAdvance + xOffset) * perMille
      if (Math.abs(after) > 0.01) items.push(after)
    }
    show()
    if (rise !== 0) operators.push(setTextRise(0))
    return [...operators, endText()]
  }
}

/** At font size 1. */
function widthOf({ text, font: { font } }: TextRun): number {
  const { glyphs, positions } = font.layout(text)
  const units = glyphs.reduce(
    (sum, glyph, index) => sum + (positions?.[index]?.xAdvance ?? glyph.advanceWidth),
    0,
  )
  return units / font.unitsPerEm
}
