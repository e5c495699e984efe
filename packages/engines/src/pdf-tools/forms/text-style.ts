/** Text style and frame of a field: default appearance (/DA), alignment, colors and border. */
import { readOperations } from '../content-tokens.ts'
import type { FontFace } from '../draw/fonts.ts'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { type PdfDict, type PdfValue, textOf } from '../qpdf/pdf-value.ts'
import { type FormField, type FormWidget, nameText, numberOf } from './form-field.ts'

/** Gray, RGB or CMYK by the number of components, from 0 to 1; empty is none. */
export type FieldColor = readonly number[]

export interface FieldStyle {
  readonly face: FontFace
  /** 0: as large as it fits. */
  readonly fontSize: number
  readonly color: FieldColor
  readonly align: 'left' | 'center' | 'right'
  readonly background: FieldColor
  readonly border: FieldColor
  readonly borderWidth: number
  readonly borderStyle: 'solid' | 'dashed' | 'beveled' | 'inset' | 'underline'
  /** Of the content inside of the field, counterclockwise. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Of a check box: a character of ZapfDingbats. */
  readonly mark: string
}

const maxFontSize = 500
const borderStyles: Readonly<Record<string, FieldStyle['borderStyle']>> = {
  '/D': 'dashed',
  '/B': 'beveled',
  '/I': 'inset',
  '/U': 'underline',
}

export function styleOf(
  document: PdfDocument,
  form: PdfDict,
  field: FormField,
  widget: FormWidget,
): FieldStyle {
  const own = (key: string): PdfValue =>
    key in widget.dict ? document.resolve(widget.dict[key]) : field.inherited(key)
  const colorsAndMark = document.dictionary(widget.dict['/MK']) ?? {}
  const frame = document.dictionary(widget.dict['/BS']) ?? {}
  const colors = (key: string): FieldColor =>
    document.array(colorsAndMark[key]).flatMap(each => numberOf(document.resolve(each)) ?? [])
  const border = colors('/BC')
  const width =
    numberOf(document.resolve(frame['/W'])) ??
    numberOf(document.resolve(document.array(widget.dict['/Border'])[2])) ??
    1
  const rotation = (((numberOf(document.resolve(colorsAndMark['/R'])) ?? 0) % 360) + 360) % 360
  const aligns = ['left', 'center', 'right'] as const
  return {
    ...readAppearance(document, form, textOf(own('/DA'))),
    align: aligns[numberOf(own('/Q')) ?? 0] ?? 'left',
    background: colors('/BG'),
    border,
    borderWidth: border.length > 0 ? Math.max(0, width) : 0,
    borderStyle: borderStyles[String(document.resolve(frame['/S']))] ?? 'solid',
    rotation: rotation === 90 || rotation === 180 || rotation === 270 ? rotation : 0,
    mark: textOf(document.resolve(colorsAndMark['/CA'])).slice(0, 1) || '4',
  }
}

function readAppearance(document: PdfDocument, form: PdfDict, appearance: string) {
  let name = ''
  let fontSize = 0
  let color: FieldColor = [0]
  for (const { operator, operands } of readOperations(Buffer.from(appearance).toString('latin1'))) {
    const numbers = operands.flatMap(operand => (operand.kind === 'number' ? [operand.value] : []))
    const [font] = operands
    if (operator === 'Tf' && font?.kind === 'name') {
      name = font.name
      fontSize = Math.min(maxFontSize, Math.max(0, numbers[0] ?? 0))
    }
    const components = { g: 1, rg: 3, k: 4 }[operator]
    if (components !== undefined && numbers.length === components) color = numbers
  }
  const fonts = document.dictionary(document.dictionary(form['/DR'])?.['/Font']) ?? {}
  const baseFont = document.resolve(document.dictionary(fonts[`/${name}`])?.['/BaseFont'])
  return { face: faceOf(typeof baseFont === 'string' ? nameText(baseFont) : name), fontSize, color }
}

/** The face of Liberation that is most like a font; short names are those of Acrobat. */
export function faceOf(font: string): FontFace {
  const isBold = /bold|black|heavy|^(?:He|Ti|Co)B/i.test(font)
  const isItalic = /italic|oblique|^(?:HeOb|HeBO|TiIt|TiBI|CoOb|CoBO)$/i.test(font)
  const isMono = /cour|mono|consol|^Co/i.test(font)
  const isSerif = /times|serif|roman|georgia|garamond|minion|cambria|^Ti/i.test(font) && !/sans/i.test(font)
  return {
    family: isMono ? 'Mono' : isSerif ? 'Serif' : 'Sans',
    style: isBold && isItalic ? 'BoldItalic' : isBold ? 'Bold' : isItalic ? 'Italic' : 'Regular',
  }
}
