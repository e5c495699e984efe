/** WebVTT: blocks with times and settings; classes for colors, comments and styles beside the cues. */
import { type Cue, type CuePlace, type ReadSubtitles, tidySpans } from './cue.ts'
import { namedColors, readColor, readTaggedText, writeTags } from './tagged-text.ts'
import { readTime, writeTime } from './time-codes.ts'

const timesPattern = /^\s*([\d:.,]{4,20})\s*-->\s*([\d:.,]{4,20})([\s\S]*)$/

export function readVtt(text: string): ReadSubtitles {
  const blocks = text.split(/\n(?:[ \t]*\n)+/)
  const colors = new Map(blocks.filter(block => /^STYLE\b/.test(block.trim())).flatMap(classColors))
  const cues = blocks.flatMap((block): Cue[] => {
    const lines = block.split('\n')
    const at = lines.findIndex(line => line.includes('-->'))
    const times = timesPattern.exec(lines[at] ?? '')
    const [startMs, endMs] = [readTime(times?.[1] ?? ''), readTime(times?.[2] ?? '')]
    if (startMs === undefined || endMs === undefined) return []
    const { spans } = readTaggedText(lines.slice(at + 1).join('\n'), { isVtt: true, colors })
    return [{ startMs, endMs, spans: tidySpans(spans), place: placeOf(times?.[3] ?? '') }]
  })
  return { cues }
}

function classColors(block: string): [string, string][] {
  const rules = block.matchAll(/::cue\(\s*\.([\w-]{1,100})\s*\)\s*\{([^{}]{0,2000})\}/g)
  return [...rules].flatMap(([, name = '', body = '']): [string, string][] => {
    const color = readColor(/(?:^|[;\s])color\s*:\s*([^;]{1,40})/i.exec(body)?.[1] ?? '')
    return color === undefined ? [] : [[name, color]]
  })
}

function placeOf(settings: string): CuePlace {
  const line = /\bline:(-?[\d.]+)(%?)/.exec(settings)
  const align = /\balign:(\w+)/.exec(settings)?.[1] ?? 'center'
  const column = ['start', 'left'].includes(align) ? 1 : ['end', 'right'].includes(align) ? 3 : 2
  return (rowAt(Number(line?.[1] ?? -1), line?.[2] === '%') * 3 + column) as CuePlace
}

/** 0 is the bottom row, 2 the top one. Lines are counted from the top, negative ones from the bottom. */
function rowAt(line: number, isPercent: boolean): 0 | 1 | 2 {
  if (!isPercent) return line < 0 || line > 8 ? 0 : line < 5 ? 2 : 1
  if (line < 34) return 2
  return line < 67 ? 1 : 0
}

/** Cues are ordered by their start, as the standard demands. */
export function writeVtt(cues: readonly Cue[]): string {
  const ordered = cues.toSorted((a, b) => a.startMs - b.startMs)
  const colors = new Set(cues.flatMap(({ spans }) => spans.flatMap(({ color }) => color ?? [])))
  const unnamed = [...colors].filter(color => classOf(color) === customClass(color))
  const styles = unnamed.map(color => `STYLE\n::cue(.${customClass(color)}) { color: ${color} }\n`)
  const blocks = ordered.map(cue => {
    const times = `${writeTime(cue.startMs, '.')} --> ${writeTime(cue.endMs, '.')}${settingsOf(cue.place)}`
    const text = cue.spans.map(span =>
      writeTags({ ...span, text: escapeText(span.text) }, color => [`<c.${classOf(color)}>`, '</c>']),
    )
    return `${times}\n${text.join('')}\n`
  })
  return ['WEBVTT\n', ...styles, ...blocks].join('\n')
}

function classOf(color: string): string {
  return Object.entries(namedColors).find(([, value]) => value === color)?.[0] ?? customClass(color)
}

function customClass(color: string): string {
  return `color-${color.slice(1)}`
}

const rows = ['', ' line:50%', ' line:5%']
const columns = [' position:5% align:left', '', ' position:95% align:right']

function settingsOf(place: CuePlace): string {
  return `${rows[Math.floor((place - 1) / 3)]}${columns[(place - 1) % 3]}`
}

/** Also prevents `-->` in a text from starting a cue. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
