/** How high a line of a font is by itself, in sizes of the font, as word processors set it. */
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
const usual = 1.17

export function naturalLineHeight(style: Pick<SpanStyle, 'fontName' | 'isMonospaced' | 'hasSerifs'>): number {
  return heights[fontFamily(style)] ?? usual
}

const otherScripts = /[\u0590-\u1FFF\u3000-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]/

/** Of other fonts, and of scripts that another font steps in for, nobody knows how high their lines come out. */
export function hasKnownLineHeight(style: SpanStyle, text: string): boolean {
  return heights[fontFamily(style)] !== undefined && !otherScripts.test(text)
}
