/** Subtitles as all formats are read to and written from: cues with times, styled text and a place on the screen. */

export interface CueStyle {
  readonly isBold?: boolean
  readonly isItalic?: boolean
  readonly isUnderlined?: boolean
  readonly isStruck?: boolean
  /** `#rrggbb`. */
  readonly color?: string
}

export interface CueSpan extends CueStyle {
  /** May contain line breaks. */
  readonly text: string
}

/** As the keys of a number pad: 1 is bottom left, 2 bottom center, 9 top right. */
export type CuePlace = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

export const defaultPlace: CuePlace = 2

export interface Cue {
  readonly startMs: number
  readonly endMs: number
  readonly spans: readonly CueSpan[]
  readonly place: CuePlace
}

export interface ReadSubtitles {
  readonly cues: readonly Cue[]
  readonly notes?: readonly string[]
  /** What could not be read. */
  readonly warnings?: readonly string[]
}

export function cueText({ spans }: Pick<Cue, 'spans'>): string {
  return spans.map(({ text }) => text).join('')
}

/** The spans of each line. */
export function linesOf({ spans }: Pick<Cue, 'spans'>): readonly (readonly CueSpan[])[] {
  const lines: CueSpan[][] = [[]]
  for (const { text, ...style } of spans)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ ...style, text: part })
    }
  return lines
}

/** Joins neighbors of the same style, and drops blank lines, which would end a cue in most formats. */
export function tidySpans(spans: readonly CueSpan[]): readonly CueSpan[] {
  const joined: CueSpan[] = []
  for (const [index, line] of linesOf({ spans })
    .filter(parts => parts.some(({ text }) => text.trim() !== ''))
    .entries()) {
    const [first = { text: '' }, ...rest] = line
    const start = index === 0 ? first : { ...first, text: `\n${first.text}` }
    for (const span of [start, ...rest]) {
      const last = joined.at(-1)
      if (last !== undefined && hasSameStyle(last, span))
        joined.splice(-1, 1, { ...last, text: last.text + span.text })
      else joined.push(span)
    }
  }
  return joined
}

function hasSameStyle(a: CueStyle, b: CueStyle): boolean {
  return (
    (a.isBold ?? false) === (b.isBold ?? false) &&
    (a.isItalic ?? false) === (b.isItalic ?? false) &&
    (a.isUnderlined ?? false) === (b.isUnderlined ?? false) &&
    (a.isStruck ?? false) === (b.isStruck ?? false) &&
    a.color === b.color
  )
}

export function isStyled(style: CueStyle): boolean {
  return !hasSameStyle(style, {})
}
