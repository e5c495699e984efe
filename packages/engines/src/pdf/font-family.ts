/** The name under which other programs know a PDF's font, and what to fall back on. */
import type { SpanStyle } from './layout/model.ts'

const families: readonly (readonly [RegExp, string])[] = [
  [
    /^(times|timesnewroman|nimbusrom|tinos|liberationserif|cmr|cmbx|cmti|cmsl|cmcsc|sfrm|lmroman|stix)/i,
    'Times New Roman',
  ],
  [/^(arial|helvetica|nimbussan|liberationsans|cmss|lmsans|arimo)/i, 'Arial'],
  [/^(courier|nimbusmon|liberationmono|cmtt|lmmono|cousine)/i, 'Courier New'],
  [/^calibri|^carlito/i, 'Calibri'],
  [/^cambria|^caladea/i, 'Cambria'],
  [/^georgia/i, 'Georgia'],
  [/^verdana/i, 'Verdana'],
  [/^tahoma/i, 'Tahoma'],
  [/^trebuchet/i, 'Trebuchet MS'],
  [/^garamond|^ebgaramond/i, 'Garamond'],
  [/^palatino|^tex?gyrepagella/i, 'Palatino Linotype'],
  [/^bookantiqua/i, 'Book Antiqua'],
  [/^centuryschoolbook|^newcentury/i, 'Century Schoolbook'],
  [/^consolas/i, 'Consolas'],
  [/^segoeui/i, 'Segoe UI'],
  [/^symbol/i, 'Symbol'],
]

/** What only says how a face of a family looks. */
const faceMarks =
  /[-,]?(bold|italic|oblique|regular|roman|medium|semi|demi|light|black|heavy|book|condensed|mt|psmt|ps|std|pro(?=-|$))+/gi

export function fontFamily(style: Pick<SpanStyle, 'fontName' | 'isMonospaced' | 'hasSerifs'>): string {
  const bare = style.fontName.replace(/[\s_]/g, '')
  const known = families.find(([pattern]) => pattern.test(bare))
  if (known) return known[1]
  const name = style.fontName.split(/[-,]/)[0]?.replace(faceMarks, '') ?? ''
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .trim()
  // Names such as F1 or T3 are made up by the program that wrote the PDF.
  if (/^[A-Za-z][A-Za-z ]{3,30}$/.test(spaced)) return spaced
  return genericFamily(style)
}

function genericFamily(style: Pick<SpanStyle, 'isMonospaced' | 'hasSerifs'>): string {
  if (style.isMonospaced) return 'Courier New'
  return style.hasSerifs ? 'Times New Roman' : 'Arial'
}
