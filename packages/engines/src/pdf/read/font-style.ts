/** Derives font style from the font name, because few documents state it otherwise. */
import type { FontStyle } from '../../page-layout/page-model.ts'

/** Operations of pdf.js that draw a glyph of a Type 3 font. */
export interface DrawnGlyph {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly (ArrayLike<unknown> | null)[]
}

export interface LoadedFont {
  readonly name?: string
  readonly bold?: boolean
  readonly black?: boolean
  readonly italic?: boolean
  readonly isMonospace?: boolean
  readonly isSerifFont?: boolean
  readonly fallbackName?: string
  readonly vertical?: boolean
  readonly isType3Font?: boolean
  readonly fontMatrix?: ArrayLike<number>
  readonly bbox?: ArrayLike<number>
  /** Of a Type 3 font, by the id of its glyphs. */
  readonly charProcOperatorList?: ReadonlyMap<string, DrawnGlyph>
  readonly composite?: boolean
  readonly defaultEncoding?: readonly string[]
  /** Names of the glyphs that differ from the encoding, by character code. */
  readonly differences?: Readonly<Record<number, string>>
  /** By character code, in units of the font. */
  readonly widths?: Readonly<Record<number, number>>
}

const subsetMark = /^[A-Z]{6}\+/
const bold = /bold|black|heavy|demi|semibd|cmbx|cmssbx|sfbx|-bd\b|-medi$|,b/i
const italic = /italic|oblique|slanted|kursiv|cmti|cmsl|cmmi|sfti|-it\b|bolditalic|ital$/i
const monospaced = /mono|courier|consol|typewriter|cmtt|sftt|menlo|fixed|code/i
const serif =
  /times|serif|roman|georgia|garamond|palatino|bookman|century|cambria|minion|caslon|baskerville|didot|cmr|cmbx|cmti|sfrm|nimbusrom|charter|utopia|mincho|song|batang/i
const sans = /sans|arial|helvet|calibri|verdana|tahoma|gothic|cmss|nimbussan|roboto|segoe|frutiger|univers/i

export function fontStyle(font: LoadedFont | undefined): FontStyle {
  const name = (font?.name ?? '').replace(subsetMark, '')
  return {
    name,
    isBold: font?.bold === true || font?.black === true || bold.test(name),
    isItalic: font?.italic === true || italic.test(name),
    isMonospaced: font?.isMonospace === true || monospaced.test(name) || font?.fallbackName === 'monospace',
    hasSerifs: !sans.test(name) && (font?.isSerifFont === true || serif.test(name)),
  }
}

const spaceCode = 32
/** Relative to the mean width of all glyphs, where a font has no space. */
const spaceShare = 0.5

/** Width of a space in font sizes; undefined for a font without widths. */
export function spaceWidthOf(font: LoadedFont | undefined): number | undefined {
  const unit = font?.isType3Font ? Math.abs(font.fontMatrix?.[0] ?? 0.001) : 0.001
  const name = font?.differences?.[spaceCode] ?? font?.defaultEncoding?.[spaceCode]
  const own = font?.widths?.[spaceCode]
  if (!font?.composite && name === 'space' && own !== undefined && own > 0) return own * unit
  const widths = Object.values(font?.widths ?? {}).filter(width => width > 0)
  if (widths.length === 0) return undefined
  const middle = widths.sort((a, b) => a - b)[widths.length >> 1] ?? 0
  const isMonospaced = widths.filter(width => width === middle).length > 0.8 * widths.length
  if (isMonospaced) return middle * unit
  return (spaceShare * unit * widths.reduce((sum, width) => sum + width, 0)) / widths.length
}
