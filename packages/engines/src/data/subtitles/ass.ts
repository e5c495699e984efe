/** SubStation Alpha (SSA, and ASS, its version 4+): styles with names, events with override codes in braces. */
import {
  type Cue,
  type CuePlace,
  type CueSpan,
  type CueStyle,
  defaultPlace,
  type ReadSubtitles,
  tidySpans,
} from './cue.ts'
import { isPlace } from './tagged-text.ts'
import { readTime, writeTime } from './time-codes.ts'

interface NamedStyle extends CueStyle {
  readonly place: CuePlace
}

const plainStyle: NamedStyle = { place: defaultPlace }

export function readAss(text: string): ReadSubtitles {
  const styles = new Map<string, NamedStyle>()
  const cues: Cue[] = []
  let section = ''
  let fields: readonly string[] = []
  for (const line of text.split('\n')) {
    const header = /^\s*\[([^\]]{1,50})\]\s*$/.exec(line)
    if (header !== null) section = (header[1] ?? '').toLowerCase()
    const entry = /^\s*(Format|Style|Dialogue)\s*:(.*)$/i.exec(line)
    if (entry === null) continue
    const [, kind = '', value = ''] = entry
    if (kind.toLowerCase() === 'format') fields = value.split(',').map(name => name.trim().toLowerCase())
    else if (kind.toLowerCase() === 'style') {
      const given = fieldsOf(value, fields)
      styles.set(given.get('name') ?? '', styleFrom(given, !section.includes('+')))
    } else {
      const cue = cueFrom(fieldsOf(value, fields.length > 0 ? fields : usualFields), styles)
      if (cue !== undefined) cues.push(cue)
    }
  }
  return { cues }
}

const usualFields = [
  ...['layer', 'start', 'end', 'style', 'name'],
  ...['marginl', 'marginr', 'marginv', 'effect', 'text'],
]

/** The last field is the text, which may contain commas. */
function fieldsOf(value: string, names: readonly string[]): ReadonlyMap<string, string> {
  const parts = value.split(',')
  const last = names.length - 1
  return new Map(
    names.map((name, index) => [
      name,
      index === last ? parts.slice(last).join(',').trim() : (parts[index] ?? '').trim(),
    ]),
  )
}

function styleFrom(given: ReadonlyMap<string, string>, isOld: boolean): NamedStyle {
  const isSet = (name: string) => Number(given.get(name) ?? 0) !== 0
  const alignment = Number(given.get('alignment') ?? defaultPlace)
  const place = isOld ? oldPlace(alignment) : alignment
  const color = readAssColor(given.get('primarycolour') ?? '')
  return {
    ...(isSet('bold') && { isBold: true }),
    ...(isSet('italic') && { isItalic: true }),
    ...(isSet('underline') && { isUnderlined: true }),
    ...(isSet('strikeout') && { isStruck: true }),
    // White is what players use without a color.
    ...(color !== undefined && color !== '#ffffff' && { color }),
    place: isPlace(place) ? place : defaultPlace,
  }
}

/** In SSA 1 to 3 is the bottom row, 5 to 7 the top one, 9 to 11 the middle. */
function oldPlace(alignment: number): number {
  const column = alignment & 3
  if ((alignment & 4) !== 0) return 6 + column
  return (alignment & 8) !== 0 ? 3 + column : column
}

/** `&HAABBGGRR`, or the same as a decimal number. */
function readAssColor(value: string): string | undefined {
  const digits = /^&?H([0-9a-f]{1,8})&?$/i.exec(value.trim())?.[1]
  const number = digits === undefined ? Number(value) : Number.parseInt(digits, 16)
  if (value.trim() === '' || !Number.isInteger(number)) return undefined
  const [red, green, blue] = [number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff]
  return `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
}

function cueFrom(
  given: ReadonlyMap<string, string>,
  styles: ReadonlyMap<string, NamedStyle>,
): Cue | undefined {
  const [startMs, endMs] = [readTime(given.get('start') ?? ''), readTime(given.get('end') ?? '')]
  if (startMs === undefined || endMs === undefined) return undefined
  const name = (given.get('style') ?? '').replace(/^\*/, '')
  const base = styles.get(name) ?? styles.get('Default') ?? plainStyle
  const { spans, place } = readOverrides(given.get('text') ?? '', base, styles)
  return { startMs, endMs, spans: tidySpans(spans), place }
}

function readOverrides(text: string, base: NamedStyle, styles: ReadonlyMap<string, NamedStyle>) {
  const { place: basePlace, ...baseStyle } = base
  const spans: CueSpan[] = []
  let style: CueStyle = baseStyle
  let place = basePlace
  let isDrawing = false
  let at = 0
  const add = (part: string) => {
    if (part !== '' && !isDrawing) spans.push({ ...style, text: readEscapes(part) })
  }
  for (const match of text.matchAll(/(?<!\\)\{([^{}]*)\}/g)) {
    add(text.slice(at, match.index))
    at = match.index + match[0].length
    for (const [, code = '', value = ''] of (match[1] ?? '').matchAll(
      /\\(an|a|b|i|u|s|1c|c|r|p)(?![a-z(])((?:&H[0-9a-f]+&?)|[^\\]*)/gi,
    )) {
      const name = code.toLowerCase()
      if (name === 'p') isDrawing = Number(value) > 0
      else if (name === 'an' && isPlace(Number(value))) place = Number(value) as CuePlace
      else if (name === 'a' && isPlace(oldPlace(Number(value)))) place = oldPlace(Number(value)) as CuePlace
      else if (name === 'r') {
        const { place: _, ...reset } = styles.get(value.trim()) ?? base
        style = reset
      } else style = { ...style, ...overrideOf(name, value, baseStyle) }
    }
  }
  add(text.slice(at))
  return { spans, place }
}

function overrideOf(code: string, value: string, base: CueStyle): CueStyle {
  // `\b700` is a weight.
  const isOn = Number(value) === 1 || Number(value) >= 600
  if (code === 'b') return { isBold: isOn }
  if (code === 'i') return { isItalic: isOn }
  if (code === 'u') return { isUnderlined: isOn }
  if (code === 's') return { isStruck: isOn }
  if (code !== 'c' && code !== '1c') return {}
  const color = value.trim() === '' ? base.color : readAssColor(value)
  return color === undefined ? {} : { color }
}

/** Behind a backslash that is text: players do not show it. */
const wordJoiner = '\u2060'

function readEscapes(text: string): string {
  return text
    .replaceAll('\\N', '\n')
    .replaceAll('\\n', ' ')
    .replaceAll('\\h', '\u00a0')
    .replaceAll('\\{', '{')
    .replaceAll('\\}', '}')
    .replaceAll(`\\${wordJoiner}`, '\\')
}

function writeEscapes(text: string): string {
  return text
    .replace(/\\(?=[Nnh{}])/g, `\\${wordJoiner}`)
    .replace(/[{}]/g, brace => `\\${brace}`)
    .replaceAll('\n', '\\N')
}

const assStyleFields =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'
const ssaStyleFields =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding'
const eventFields = 'Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'

const assHeader = `[Script Info]
ScriptType: v4.00+
PlayResX: 384
PlayResY: 288
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: ${assStyleFields}
Style: Default,Arial,16,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

[Events]
Format: Layer, ${eventFields}
`
const ssaHeader = `[Script Info]
ScriptType: v4.00
PlayResX: 384
PlayResY: 288

[V4 Styles]
Format: ${ssaStyleFields}
Style: Default,Arial,16,16777215,255,0,0,0,0,1,1,0,2,10,10,10,0,1

[Events]
Format: Marked, ${eventFields}
`

export function writeSubStation(cues: readonly Cue[], version: 'ass' | 'ssa'): string {
  const lines = cues.map(cue => {
    const times = `${writeTime(cue.startMs, '.', 2, 1)},${writeTime(cue.endMs, '.', 2, 1)}`
    const first = version === 'ass' ? '0' : 'Marked=0'
    const text = `${placeCode(cue.place, version)}${cue.spans.map(span => writeSpan(span, version)).join('')}`
    return `Dialogue: ${first},${times},Default,,0,0,0,,${text}`
  })
  return `${version === 'ass' ? assHeader : ssaHeader}${lines.join('\n')}\n`
}

function placeCode(place: CuePlace, version: 'ass' | 'ssa'): string {
  if (place === defaultPlace) return ''
  if (version === 'ass') return `{\\an${place}}`
  const column = ((place - 1) % 3) + 1
  const rows = [0, 8, 4]
  return `{\\a${column + (rows[Math.floor((place - 1) / 3)] ?? 0)}}`
}

function writeSpan({ text, ...style }: CueSpan, version: 'ass' | 'ssa'): string {
  const codes: readonly (readonly [string, string])[] = [
    ...(style.isBold ? [['\\b1', '\\b0'] as const] : []),
    ...(style.isItalic ? [['\\i1', '\\i0'] as const] : []),
    ...(style.isUnderlined && version === 'ass' ? [['\\u1', '\\u0'] as const] : []),
    ...(style.isStruck && version === 'ass' ? [['\\s1', '\\s0'] as const] : []),
    ...(style.color === undefined ? [] : [colorCodes(style.color, version)]),
  ]
  const escaped = writeEscapes(text)
  if (codes.length === 0) return escaped
  return `{${codes.map(([start]) => start).join('')}}${escaped}{${codes.map(([, end]) => end).join('')}}`
}

function colorCodes(color: string, version: 'ass' | 'ssa'): readonly [string, string] {
  const code = version === 'ass' ? '\\1c' : '\\c'
  const [red, green, blue] = [color.slice(1, 3), color.slice(3, 5), color.slice(5, 7)]
  return [`${code}&H${`${blue}${green}${red}`.toUpperCase()}&`, code]
}

/** The same file with other times; styles, fonts and positions stay as they are. Undefined times drop an event. */
export function retimeAss(
  text: string,
  move: (times: Pick<Cue, 'startMs' | 'endMs'>) => Pick<Cue, 'startMs' | 'endMs'> | undefined,
): string {
  return text
    .split('\n')
    .flatMap(line => {
      const match = /^(\s*(?:Dialogue|Comment)\s*:[^,]*,)([^,]*),([^,]*)(,.*)$/i.exec(line)
      const [startMs, endMs] = [readTime(match?.[2] ?? ''), readTime(match?.[3] ?? '')]
      if (match === null || startMs === undefined || endMs === undefined) return [line]
      const moved = move({ startMs, endMs })
      if (moved === undefined) return []
      const times = `${writeTime(moved.startMs, '.', 2, 1)},${writeTime(moved.endMs, '.', 2, 1)}`
      return [`${match[1]}${times}${match[4]}`]
    })
    .join('\n')
}
