/** Text with tags as in SRT and WebVTT: bold, italic, underline, colors; unknown tags of WebVTT are dropped. */
import type { CuePlace, CueSpan, CueStyle } from './cue.ts'

interface TagRules {
  /** WebVTT: entities are decoded, unknown tags dropped, classes are colors. */
  readonly isVtt: boolean
  /** Colors of classes. */
  readonly colors?: ReadonlyMap<string, string>
}

export interface TaggedText {
  readonly spans: readonly CueSpan[]
  /** Named by `{\an8}`. */
  readonly place?: CuePlace
}

/** Bounds the work for each span of hostile input. */
const maxOpenTags = 50

/** A tag, or a code such as `{\an8}` or `{y:i}`; bounded, so that a text of `<` takes linear time. */
const tagPattern = /<(\/?)([a-z0-9:.]{1,200})((?:[^<>a-z0-9:.][^<>]{0,500})?)>|\{(\\[^{}]{0,200})\}/gi

export function readTaggedText(text: string, rules: TagRules): TaggedText {
  const spans: CueSpan[] = []
  const open: { readonly name: string; readonly style: CueStyle }[] = []
  let place: CuePlace | undefined
  let at = 0
  const add = (part: string) => {
    if (part === '') return
    const style = Object.assign({}, ...open.map(tag => tag.style)) as CueStyle
    spans.push({ ...style, text: rules.isVtt ? decodeEntities(part) : part })
  }
  for (const match of text.matchAll(tagPattern)) {
    const [whole, slash = '', name = '', rest = '', code] = match
    const [base = ''] = name.toLowerCase().split('.')
    const style = code === undefined ? styleOf(base, `${name}${rest}`, rules) : {}
    if (style === undefined && !rules.isVtt) continue
    add(text.slice(at, match.index))
    at = match.index + whole.length
    if (code !== undefined) place ??= placeOf(code)
    else if (slash !== '') closeTag(open, base)
    else if (style !== undefined && open.length < maxOpenTags) open.push({ name: base, style })
  }
  add(text.slice(at))
  return { spans, ...(place !== undefined && { place }) }
}

function closeTag(open: { readonly name: string }[], name: string): void {
  const index = open.findLastIndex(tag => tag.name === name)
  if (index >= 0) open.splice(index, 1)
}

function placeOf(code: string): CuePlace | undefined {
  const digit = Number(/\\an([1-9])/.exec(code)?.[1] ?? 0)
  return isPlace(digit) ? digit : undefined
}

export function isPlace(value: number): value is CuePlace {
  return Number.isInteger(value) && value >= 1 && value <= 9
}

function styleOf(base: string, tag: string, { isVtt, colors }: TagRules): CueStyle | undefined {
  if (base === 'b') return { isBold: true }
  if (base === 'i') return { isItalic: true }
  if (base === 'u') return { isUnderlined: true }
  if (base === 's' || base === 'strike') return { isStruck: true }
  if (base === 'font') return colorStyle(readColor(/color\s*=\s*["']?([#\w]{1,30})/i.exec(tag)?.[1] ?? ''))
  if (isVtt && base === 'c') return colorStyle(classColor(tag, colors))
  return undefined
}

function colorStyle(color: string | undefined): CueStyle {
  return color === undefined ? {} : { color }
}

function classColor(tag: string, colors: ReadonlyMap<string, string> = new Map()): string | undefined {
  const names = tag.split(/[.\s]/).slice(1)
  return names.map(name => colors.get(name) ?? namedColors[name.toLowerCase()]).find(Boolean)
}

/** The colors that WebVTT has classes for. */
export const namedColors: Readonly<Record<string, string>> = {
  white: '#ffffff',
  lime: '#00ff00',
  cyan: '#00ffff',
  red: '#ff0000',
  yellow: '#ffff00',
  magenta: '#ff00ff',
  blue: '#0000ff',
  black: '#000000',
}
const moreColors: Readonly<Record<string, string>> = {
  ...namedColors,
  aqua: '#00ffff',
  fuchsia: '#ff00ff',
  gray: '#808080',
  green: '#008000',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  pink: '#ffc0cb',
  purple: '#800080',
  silver: '#c0c0c0',
  teal: '#008080',
}

/** `#f80`, `#ff8800`, `#ff8800ff` or a name; undefined for others. */
export function readColor(value: string): string | undefined {
  const given = value.trim().toLowerCase()
  if (Object.hasOwn(moreColors, given)) return moreColors[given]
  const digits = /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec(given)?.[1]
  if (digits !== undefined) return `#${digits}`
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(given)
  return short
    ? `#${short
        .slice(1)
        .map(digit => digit + digit)
        .join('')}`
    : undefined
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Bold, italic and underline as tags, and what `color` makes of a color. */
export function writeTags(
  { text, isBold, isItalic, isUnderlined, isStruck, color }: CueSpan,
  colorTags: (color: string) => readonly [string, string],
): string {
  const tags = [
    ...(color === undefined ? [] : [colorTags(color)]),
    ...(isBold ? [['<b>', '</b>'] as const] : []),
    ...(isItalic ? [['<i>', '</i>'] as const] : []),
    ...(isUnderlined ? [['<u>', '</u>'] as const] : []),
    ...(isStruck ? [['<s>', '</s>'] as const] : []),
  ]
  return tags.reduceRight((inner, [start, end]) => `${start}${inner}${end}`, text)
}
