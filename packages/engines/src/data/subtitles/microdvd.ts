/** MicroDVD: times are frames, lines are separated by `|`, codes in braces set the style of a line or of all lines. */
import {
  type Cue,
  type CueSpan,
  type CueStyle,
  defaultPlace,
  linesOf,
  type ReadSubtitles,
  tidySpans,
} from './cue.ts'

const defaultFrameRate = 23.976
/** Of a cue without an end. */
const openEndMs = 3000
const cuePattern = /^\s*\{(\d{1,9})\}\{(\d{0,9})\}(.*)$/

/** A first cue at frame 1 or 0 whose text is a number declares the frame rate. */
export function readMicroDvd(text: string, givenRate: number | undefined): ReadSubtitles {
  const found = text.split('\n').flatMap(line => {
    const match = cuePattern.exec(line)
    return match ? [{ start: Number(match[1]), end: match[2] ?? '', text: match[3] ?? '' }] : []
  })
  const declared = declaredRate(found[0])
  const rate = givenRate ?? declared ?? defaultFrameRate
  const timed = declared === undefined ? found : found.slice(1)
  const cues = timed.map(({ start, end, text }): Cue => {
    const startMs = Math.round((start * 1000) / rate)
    const endMs = end === '' ? startMs + openEndMs : Math.round((Number(end) * 1000) / rate)
    return { startMs, endMs, spans: tidySpans(readCodes(text)), place: defaultPlace }
  })
  if (givenRate !== undefined || declared !== undefined) return { cues }
  return {
    cues,
    notes: [
      `The file does not say its frame rate; ${defaultFrameRate} was assumed. If the subtitles drift, set another one.`,
    ],
  }
}

function declaredRate(first: { readonly start: number; readonly text: string } | undefined) {
  if (first === undefined || first.start > 1) return undefined
  const rate = /^\d{1,3}(?:[.,]\d{1,4})?$/.test(first.text.trim()) ? Number(first.text.replace(',', '.')) : 0
  return rate >= 1 && rate <= 240 ? rate : undefined
}

function readCodes(text: string): CueSpan[] {
  let forAll: CueStyle = {}
  return text.split('|').flatMap((line, index) => {
    let style: CueStyle = forAll
    const words = line.replace(/\{([yc]):([^{}]{0,50})\}/gi, (_, code: string, value: string) => {
      const added = styleOf(code.toLowerCase(), value)
      style = { ...style, ...added }
      if (code === code.toUpperCase()) forAll = { ...forAll, ...added }
      return ''
    })
    const shown = words.replace(/\{[a-z]:[^{}]{0,100}\}/gi, '')
    return [{ ...style, text: index === 0 ? shown : `\n${shown}` }]
  })
}

function styleOf(code: string, value: string): CueStyle {
  if (code === 'c') {
    const [, blue, green, red] = /^\$([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value.trim()) ?? []
    return red === undefined ? {} : { color: `#${red}${green}${blue}`.toLowerCase() }
  }
  const letters = value.toLowerCase()
  return {
    ...(letters.includes('b') && { isBold: true }),
    ...(letters.includes('i') && { isItalic: true }),
    ...(letters.includes('u') && { isUnderlined: true }),
    ...(letters.includes('s') && { isStruck: true }),
  }
}

export function writeMicroDvd(cues: readonly Cue[], rate = defaultFrameRate): string {
  const frame = (ms: number) => Math.round((ms * rate) / 1000)
  const lines = cues.map(cue => {
    const text = linesOf(cue).map(line => `${codesOf(line)}${line.map(({ text }) => text).join('')}`)
    return `{${frame(cue.startMs)}}{${frame(cue.endMs)}}${text.join('|')}`
  })
  return `${[`{1}{1}${rate}`, ...lines].join('\n')}\n`
}

/** A code is for a whole line, so only what all of its words share can be written. */
function codesOf(line: readonly CueSpan[]): string {
  const shares = (has: (span: CueSpan) => boolean | undefined) => line.length > 0 && line.every(has)
  const letters = [
    ...(shares(span => span.isBold) ? ['b'] : []),
    ...(shares(span => span.isItalic) ? ['i'] : []),
    ...(shares(span => span.isUnderlined) ? ['u'] : []),
    ...(shares(span => span.isStruck) ? ['s'] : []),
  ]
  const color = line[0]?.color
  const [red, green, blue] = [color?.slice(1, 3), color?.slice(3, 5), color?.slice(5, 7)]
  const colorCode =
    color !== undefined && shares(span => span.color === color) ? `{c:$${blue}${green}${red}}` : ''
  return `${letters.length > 0 ? `{y:${letters.join(',')}}` : ''}${colorCode}`
}
