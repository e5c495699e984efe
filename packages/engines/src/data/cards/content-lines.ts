/** Reads and writes content lines, the syntax of vCard (2.1, 3.0, 4.0) and iCalendar: `group.NAME;PARAM=value:value`. */

export interface ContentLine {
  readonly group?: string
  /** In upper case. */
  readonly name: string
  /** Names in upper case; bare words of vCard 2.1 are types. */
  readonly params: Readonly<Record<string, readonly string[]>>
  /** Still escaped, but without its transfer encoding unless that is Base64. */
  readonly value: string
}

export interface Component {
  readonly name: string
  readonly lines: readonly ContentLine[]
  readonly components: readonly Component[]
}

interface OpenComponent {
  readonly name: string
  readonly lines: ContentLine[]
  readonly components: Component[]
}

const maxDepth = 10

/** Components that are not closed end with the file. */
export function readComponents(text: string): Component[] {
  const root: OpenComponent = { name: '', lines: [], components: [] }
  const open: OpenComponent[] = [root]
  for (const source of unfold(text)) {
    const line = readLine(source)
    if (line === undefined) continue
    const current = open.at(-1) ?? root
    if (line.name === 'BEGIN' && open.length <= maxDepth) {
      const component = { name: line.value.trim().toUpperCase(), lines: [], components: [] }
      current.components.push(component)
      open.push(component)
    } else if (line.name === 'END' && open.length > 1) open.pop()
    else current.lines.push(line)
  }
  return root.components
}

const softBreak = /;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i

/** Continuations start with white space; quoted-printable ones follow an equals sign. */
function unfold(text: string): string[] {
  const lines: string[][] = []
  for (const line of text.split('\n')) {
    const parts = lines.at(-1)
    const last = parts?.at(-1) ?? ''
    const isContinued = last.endsWith('=') && softBreak.test(parts?.[0] ?? '')
    if (parts !== undefined && isContinued) parts.splice(-1, 1, last.slice(0, -1), line)
    else if (parts !== undefined && /^[ \t]/.test(line)) parts.push(line.slice(1))
    else lines.push([line])
  }
  return lines.map(parts => parts.join('')).filter(line => line.trim() !== '')
}

/** The schemas of contacts and calendars have the same limit; no longer name has a meaning. */
const nameStart = /^(?:([A-Za-z0-9-]+)\.)?([A-Za-z0-9-]{1,60})(?=[;:])/
const paramName = /^[A-Z0-9-]{1,60}$/
const paramStart = /;([^=:;]*)(?:=((?:"[^"]*"|[^":;])*))?/y

function readLine(source: string): ContentLine | undefined {
  const start = nameStart.exec(source.trimStart())
  if (start === null) return undefined
  const line = source.trimStart()
  const params: Record<string, string[]> = Object.create(null)
  let at = start[0].length
  for (paramStart.lastIndex = at; ; paramStart.lastIndex = at) {
    const found = paramStart.exec(line)
    if (found === null) break
    at = paramStart.lastIndex
    addParam(params, found[1] ?? '', found[2])
  }
  if (line[at] !== ':') return undefined
  const [, group, name = ''] = start
  return {
    ...(group !== undefined && { group }),
    name: name.toUpperCase(),
    params,
    value: decodeValue(line.slice(at + 1), params),
  }
}

const bareEncodings: ReadonlySet<string> = new Set(['QUOTED-PRINTABLE', 'BASE64', '8BIT', '7BIT'])

function addParam(params: Record<string, string[]>, given: string, written: string | undefined): void {
  const name = given.trim().toUpperCase()
  if (!paramName.test(name)) return
  const [key, text] =
    written === undefined ? [bareEncodings.has(name) ? 'ENCODING' : 'TYPE', given.trim()] : [name, written]
  const list = (text.match(/"[^"]*"|[^",]+/g) ?? []).map(value => unescapeParam(value.replace(/^"|"$/g, '')))
  const values = params[key] ?? []
  params[key] = values
  for (const value of list) values.push(value)
}

/** RFC 6868. */
function unescapeParam(value: string): string {
  return value.replace(/\^([n'^])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === "'" ? '"' : '^'))
}

function decodeValue(value: string, params: Readonly<Record<string, readonly string[]>>): string {
  if (params.ENCODING?.[0]?.toUpperCase() !== 'QUOTED-PRINTABLE') return value
  const bytes = Buffer.from(
    value.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  try {
    const text = new TextDecoder(params.CHARSET?.[0] ?? 'utf-8').decode(bytes)
    return text.replace(/\r\n?/g, '\n').replaceAll('\n', '\\n')
  } catch {
    return bytes.toString('latin1')
  }
}

export function unescapeText(value: string): string {
  return value.replace(/\\([nN,;:\\])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
}

export function escapeCardText(value: string): string {
  return value.replace(/[\\,;]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

/** At separators that are not escaped. */
export function splitValue(value: string, separator: ';' | ','): string[] {
  const parts = ['']
  for (const token of value.match(/\\.|[^\\]|\\$/gs) ?? []) {
    if (token === separator) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map(part => unescapeText(part))
}

export function typesOf({ params }: Pick<ContentLine, 'params'>): string[] {
  return (params.TYPE ?? []).flatMap(type => type.split(',')).map(type => type.toLowerCase())
}

const maxLineBytes = 75

/** Folded at 75 bytes, between characters. */
export function writeLine(
  name: string,
  value: string,
  params: Readonly<Record<string, readonly string[]>> = {},
): string {
  const written = Object.entries(params)
    .filter(([, values]) => values.length > 0)
    .map(([key, values]) => `;${key}=${values.map(quoteParam).join(',')}`)
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of `${name}${written.join('')}:${value}`) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxLineBytes) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return `${[...parts, part].join('\r\n')}\r\n`
}

function quoteParam(value: string): string {
  const escaped = value.replace(/\^/g, '^^').replace(/\n/g, '^n').replace(/"/g, "^'")
  return /[,;:]/.test(escaped) ? `"${escaped}"` : escaped
}

/** A line that the reader has no field for, kept as it is. */
export interface OtherLine {
  readonly name: string
  readonly params?: Readonly<Record<string, readonly string[]>>
  readonly value: string
}

export function otherLine({ name, params, value }: ContentLine): OtherLine {
  const kept = Object.entries(params).filter(([key]) => key !== 'CHARSET' && !isQuotedPrintable(key, params))
  return { name, ...(kept.length > 0 && { params: Object.fromEntries(kept) }), value }
}

function isQuotedPrintable(key: string, params: ContentLine['params']): boolean {
  return key === 'ENCODING' && params.ENCODING?.[0]?.toUpperCase() === 'QUOTED-PRINTABLE'
}
