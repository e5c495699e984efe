/** Derives font style from the font name, because few documents state it otherwise. */
import type { FontStyle } from '../../page-layout/page-model.ts'

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
