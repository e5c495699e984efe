/** Timed Text: paragraphs with times in XML; styles and regions by reference. */
import { escapeXmlText } from '../xml/escape-xml.ts'
import { localName, readXml, type XmlNode } from '../xml/read-xml.ts'
import {
  type Cue,
  type CuePlace,
  type CueSpan,
  type CueStyle,
  defaultPlace,
  type ReadSubtitles,
  tidySpans,
} from './cue.ts'
import { readColor } from './tagged-text.ts'
import { readTime, writeTime } from './time-codes.ts'

/** Time expressions of TTML: clock times, frames, ticks and offsets. */
interface TtmlClock {
  readonly frameRate: number
  readonly tickRate: number
}

function attributeOf(node: XmlNode, name: string): string | undefined {
  for (const [key, value] of node.attributes) if (localName(key) === name) return value
  return undefined
}

function clockOf(root: XmlNode): TtmlClock {
  const number = (name: string) => Number(attributeOf(root, name) ?? 0)
  const [numerator = 1, denominator = 1] = (attributeOf(root, 'frameRateMultiplier') ?? '1 1')
    .split(/[\s:]+/)
    .map(Number)
  const frameRate = (number('frameRate') || 30) * (numerator / denominator || 1)
  return { frameRate, tickRate: number('tickRate') || frameRate }
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** In milliseconds; undefined if it is not a time. */
function readTtmlTime(text: string | undefined, { frameRate, tickRate }: TtmlClock): number | undefined {
  if (text === undefined) return undefined
  const given = text.trim()
  const frames = /^(\d{2,4}:\d{2}:\d{2}):(\d{1,3})(?:\.\d+)?$/.exec(given)
  if (frames !== null)
    return Math.round((readTime(frames[1] ?? '') ?? 0) + (Number(frames[2]) * 1000) / frameRate)
  const offset = /^(\d{1,15}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/.exec(given)
  if (offset === null) return readTime(given)
  const [, value = '', unit = ''] = offset
  const perUnit = unit === 'f' ? 1000 / frameRate : unit === 't' ? 1000 / tickRate : (unitMs[unit] ?? 0)
  return Math.round(Number(value) * perUnit)
}

interface TtmlDocument {
  readonly clock: TtmlClock
  readonly styles: ReadonlyMap<string, XmlNode>
  readonly regions: ReadonlyMap<string, XmlNode>
}

interface Inherited {
  readonly startMs: number
  readonly endMs: number | undefined
  readonly style: CueStyle
  readonly place: CuePlace
  readonly isPreserved: boolean
}

export function readTtml(source: string): ReadSubtitles {
  const { root, unresolved } = readXml(source)
  if (localName(root.name) !== 'tt') return { cues: [] }
  const byId = (name: string) =>
    new Map(
      [...descendants(root)]
        .filter(node => localName(node.name) === name)
        .map(node => [attributeOf(node, 'id') ?? '', node]),
    )
  const document = { clock: clockOf(root), styles: byId('style'), regions: byId('region') }
  const start: Inherited = {
    startMs: 0,
    endMs: undefined,
    style: {},
    place: defaultPlace,
    isPreserved: attributeOf(root, 'space') === 'preserve',
  }
  const bodies = elementsOf(root).filter(({ name }) => localName(name) === 'body')
  const cues = bodies.flatMap(body => readTimed(body, start, document))
  return {
    cues,
    ...(unresolved > 0 && { warnings: ['References to entities were left as they are written.'] }),
  }
}

function elementsOf({ children }: XmlNode): XmlNode[] {
  return children.filter(child => typeof child !== 'string')
}

/** The reader bounds the depth. */
function* descendants(node: XmlNode): Generator<XmlNode> {
  for (const child of elementsOf(node)) {
    yield child
    yield* descendants(child)
  }
}

/** Times of elements are relative to those around them. */
function inherit(node: XmlNode, from: Inherited, document: TtmlDocument): Inherited {
  const { clock, regions, styles } = document
  const begin = readTtmlTime(attributeOf(node, 'begin'), clock)
  const startMs = from.startMs + (begin ?? 0)
  const duration = readTtmlTime(attributeOf(node, 'dur'), clock)
  const end = readTtmlTime(attributeOf(node, 'end'), clock)
  const ownEnd =
    end === undefined ? (duration === undefined ? undefined : startMs + duration) : from.startMs + end
  const region = regions.get(attributeOf(node, 'region') ?? '')
  const space = attributeOf(node, 'space')
  return {
    startMs,
    endMs: ownEnd ?? from.endMs,
    style: { ...from.style, ...styleOf(node, styles) },
    place: placeOf([...(region ? [region, ...elementsOf(region)] : []), node], from.place),
    isPreserved: space === undefined ? from.isPreserved : space === 'preserve',
  }
}

function readTimed(node: XmlNode, from: Inherited, document: TtmlDocument): Cue[] {
  const inherited = inherit(node, from, document)
  if (localName(node.name) !== 'p')
    return elementsOf(node)
      .filter(({ name }) => ['div', 'p', 'body'].includes(localName(name)))
      .flatMap(child => readTimed(child, inherited, document))
  const timedSpans = elementsOf(node).filter(child => attributeOf(child, 'begin') !== undefined)
  const sources = timedSpans.length > 0 ? timedSpans : [node]
  return sources.flatMap((source): Cue[] => {
    const own = source === node ? inherited : inherit(source, inherited, document)
    if (own.endMs === undefined) return []
    const spans = tidySpans(readSpans(source, own, document))
    return spans.length === 0 ? [] : [{ startMs: own.startMs, endMs: own.endMs, spans, place: own.place }]
  })
}

function readSpans(node: XmlNode, own: Inherited, document: TtmlDocument): CueSpan[] {
  const spans = node.children.flatMap((child): CueSpan[] => {
    if (typeof child === 'string') return [{ ...own.style, text: own.isPreserved ? child : collapse(child) }]
    if (localName(child.name) === 'br') return [{ ...own.style, text: '\n' }]
    if (localName(child.name) !== 'span') return []
    return readSpans(child, inherit(child, own, document), document)
  })
  return own.isPreserved
    ? spans
    : spans.map(({ text, ...style }) => ({ ...style, text: text.replace(/^ +$/, ' ') }))
}

function collapse(text: string): string {
  return text.replace(/[ \t\n\r]+/g, ' ')
}

/** A style may refer to others, in bounded depth: hostile ones refer to themselves. */
function styleOf(node: XmlNode, styles: ReadonlyMap<string, XmlNode>, depth = 0): CueStyle {
  const names = depth > 5 ? [] : (attributeOf(node, 'style') ?? '').split(/\s+/).filter(Boolean).slice(0, 10)
  const referred = names.map(name => {
    const style = styles.get(name)
    return style === undefined ? {} : styleOf(style, styles, depth + 1)
  })
  const weight = attributeOf(node, 'fontWeight')
  const slant = attributeOf(node, 'fontStyle')
  const decoration = attributeOf(node, 'textDecoration')
  const color = readColor(attributeOf(node, 'color') ?? '')
  return {
    ...Object.assign({}, ...referred),
    ...(weight !== undefined && { isBold: weight === 'bold' }),
    ...(slant !== undefined && { isItalic: slant === 'italic' || slant === 'oblique' }),
    ...(decoration !== undefined && {
      isUnderlined: decoration.includes('underline') && !decoration.includes('noUnderline'),
      isStruck: decoration.includes('lineThrough') && !decoration.includes('noLineThrough'),
    }),
    // White is what players use without a color.
    ...(color !== undefined && color !== '#ffffff' && { color }),
  }
}

function placeOf(nodes: readonly XmlNode[], inherited: CuePlace): CuePlace {
  const last = (name: string) =>
    nodes.map(node => attributeOf(node, name)).findLast(value => value !== undefined)
  const [display, align] = [last('displayAlign'), last('textAlign')]
  const row =
    display === undefined
      ? Math.floor((inherited - 1) / 3)
      : display === 'before'
        ? 2
        : display === 'center'
          ? 1
          : 0
  const column =
    align === undefined
      ? (inherited - 1) % 3
      : ['start', 'left'].includes(align)
        ? 0
        : ['end', 'right'].includes(align)
          ? 2
          : 1
  return (row * 3 + column + 1) as CuePlace
}

const rowAligns = ['after', 'center', 'before']
const columnAligns = ['left', 'center', 'right']

export function writeTtml(cues: readonly Cue[]): string {
  const places = [...new Set(cues.map(({ place }) => place))].toSorted()
  const regions = places.map(place => {
    const [display, align] = [rowAligns[Math.floor((place - 1) / 3)], columnAligns[(place - 1) % 3]]
    return `      <region xml:id="place${place}" tts:origin="5% 5%" tts:extent="90% 90%" tts:displayAlign="${display}" tts:textAlign="${align}"/>`
  })
  const paragraphs = cues.map(({ startMs, endMs, spans, place }) => {
    const times = `begin="${writeTime(startMs, '.')}" end="${writeTime(endMs, '.')}"`
    return `      <p ${times} region="place${place}">${spans.map(writeSpan).join('')}</p>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="">
  <head>
    <layout>
${regions.join('\n')}
    </layout>
  </head>
  <body>
    <div>
${paragraphs.join('\n')}
    </div>
  </body>
</tt>
`
}

function writeSpan({ text, isBold, isItalic, isUnderlined, isStruck, color }: CueSpan): string {
  const decoration = [isUnderlined ? 'underline' : '', isStruck ? 'lineThrough' : '']
    .filter(Boolean)
    .join(' ')
  const attributes = [
    isBold ? ' tts:fontWeight="bold"' : '',
    isItalic ? ' tts:fontStyle="italic"' : '',
    decoration === '' ? '' : ` tts:textDecoration="${decoration}"`,
    color === undefined ? '' : ` tts:color="${color}"`,
  ].join('')
  const content = escapeXmlText(text).replaceAll('\n', '<br/>')
  return attributes === '' ? content : `<span${attributes}>${content}</span>`
}
