/** Natural line height of common fonts, in multiples of the font size, as word processors set it. */
import { fontFamily } from './font-family.ts'
import type { SpanStyle } from './layout/model.ts'

const heights: Readonly<Record<string, number>> = {
  'Times New Roman': 1.15,
  Arial: 1.15,
  'Courier New': 1.133,
  Calibri: 1.22,
  Cambria: 1.172,
  Georgia: 1.136,
  Verdana: 1.215,
  Tahoma: 1.207,
}
const defaultHeight = 1.17

export function naturalLineHeight(style: Pick<SpanStyle, 'fontName' | 'isMonospaced' | 'hasSerifs'>): number {
  return heights[fontFamily(style)] ?? defaultHeight
}

const otherScripts = /[\u0590-\u1FFF\u3000-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]/

/** Unknown for other fonts, and for scripts that word processors render with a fallback font. */
export function hasKnownLineHeight(style: SpanStyle, text: string): boolean {
  return heights[fontFamily(style)] !== undefined && !otherScripts.test(text)
}
