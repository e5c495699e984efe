/** Splits a mail into its MIME parts. Everything is one character for each byte until a part is decoded. */
import { JobFailure } from '../../process/job-failure.ts'
import { decodeQuotedPrintable, type HeaderField, readField } from './header-text.ts'
import { maxMailDepth, maxMailParts } from './mail.ts'

export interface MimePart {
  /** By name in lower case, the first one of each. */
  readonly headers: ReadonlyMap<string, string>
  readonly type: HeaderField
  readonly disposition: HeaderField
  readonly body: string
  readonly parts: readonly MimePart[]
}

export interface MimeReading {
  count: number
  /** A part has no end, or is too deep. */
  isIncomplete: boolean
}

export function readMimePart(
  source: string,
  reading: MimeReading,
  usualType = 'text/plain',
  depth = 0,
): MimePart {
  reading.count += 1
  if (reading.count > maxMailParts) throw new JobFailure('needs-too-much-memory')
  const { headers, body } = splitHeaders(source)
  const type = readField(headers.get('content-type') ?? usualType)
  const disposition = readField(headers.get('content-disposition') ?? '')
  const boundary = type.params.get('boundary')
  const isMultipart = type.value.startsWith('multipart/') && boundary !== undefined
  if (isMultipart && depth >= maxMailDepth) reading.isIncomplete = true
  const sources = isMultipart && depth < maxMailDepth ? splitParts(body, boundary, reading) : []
  const childType = type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  const parts = sources.map(part => readMimePart(part, reading, childType, depth + 1))
  return { headers, type, disposition, body, parts }
}

const headerEnd = /\r?\n(?:\r?\n|$)/

export function splitHeaders(source: string): {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
} {
  const hasNone = /^\r?\n/.test(source)
  const end = hasNone ? { index: 0, 0: /^\r?\n/.exec(source)?.[0] ?? '' } : headerEnd.exec(source)
  const head = end === null ? source : source.slice(0, end.index)
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([!-9;-~]+)[ \t]*:[ \t]*(.*)/.exec(line) ?? []
    const key = name.toLowerCase()
    if (key !== '' && !headers.has(key)) headers.set(key, value)
  }
  return { headers, body: end === null ? '' : source.slice(end.index + end[0].length) }
}

/** Between lines `--boundary`, up to `--boundary--`. */
function splitParts(body: string, boundary: string, reading: MimeReading): string[] {
  const mark = `--${boundary}`
  const parts: string[] = []
  let start: number | undefined
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) {
    if (at > 0 && body[at - 1] !== '\n') continue
    const lineEnd = body.indexOf('\n', at)
    const rest = body.slice(at + mark.length, lineEnd < 0 ? undefined : lineEnd).trim()
    if (rest !== '' && rest !== '--') continue
    if (start !== undefined) parts.push(body.slice(start, at).replace(/\r?\n$/, ''))
    if (rest === '--' || lineEnd < 0) return parts
    start = lineEnd + 1
    if (parts.length > maxMailParts) throw new JobFailure('needs-too-much-memory')
  }
  reading.isIncomplete = true
  if (start !== undefined) parts.push(body.slice(start))
  return parts
}

export function decodeBody({ headers, body }: Pick<MimePart, 'headers' | 'body'>): Buffer {
  const encoding = (headers.get('content-transfer-encoding') ?? '').trim().toLowerCase()
  if (encoding === 'base64') return Buffer.from(body.replace(/[^A-Za-z0-9+/=]/g, ''), 'base64')
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body)
  return Buffer.from(body, 'latin1')
}
