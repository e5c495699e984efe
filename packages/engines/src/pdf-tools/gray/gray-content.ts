/** Rewrites the color operators of a content stream; everything else stays byte for byte. */
import { grayOf } from './gray-of.ts'

export interface GrayContent {
  readonly content: string
  readonly hasInlineColor: boolean
}

/** Strings, comments, names, numbers, operators: enough to find operators with their operands. */
const tokenPattern =
  /%[^\r\n]*|\((?:\\[^]|[^\\()])*|<<|>>|<[^<>]*>|\/[^\s()<>[\]{}/%]*|[[\]{}]|[^\s()<>[\]{}/%]+|\)/g

const direct: Readonly<Record<string, { readonly count: number; readonly gray: string }>> = {
  rg: { count: 3, gray: 'g' },
  RG: { count: 3, gray: 'G' },
  k: { count: 4, gray: 'g' },
  K: { count: 4, gray: 'G' },
}
const deviceSpaces: Readonly<Record<string, number>> = { '/DeviceRGB': 3, '/DeviceCMYK': 4 }

/** Number of components of device color spaces that were selected by name, for filling and stroking. */
interface SelectedSpaces {
  readonly fill: number
  readonly stroke: number
}

export function grayContent(content: string): GrayContent {
  const parts: string[] = []
  let copied = 0
  let hasInlineColor = false
  let operands: { text: string; at: number }[] = []
  let spaces: SelectedSpaces = { fill: 0, stroke: 0 }
  const saved: SelectedSpaces[] = []
  const replace = (from: number, to: number, text: string) => {
    parts.push(content.slice(copied, from), text)
    copied = to
  }
  tokenPattern.lastIndex = 0
  for (let match = tokenPattern.exec(content); match !== null; match = tokenPattern.exec(content)) {
    const [token] = match
    if (token.startsWith('%')) continue
    if (token.startsWith('(')) {
      tokenPattern.lastIndex = stringEnd(content, match.index)
      operands.push({ text: '()', at: match.index })
      continue
    }
    if (!isOperator(token)) {
      operands.push({ text: token, at: match.index })
      continue
    }
    if (token === 'ID') {
      hasInlineColor ||= isColorImage(operands.map(({ text }) => text))
      tokenPattern.lastIndex = imageEnd(content, match.index + 2)
    }
    if (token === 'q') saved.push(spaces)
    if (token === 'Q') spaces = saved.pop() ?? spaces
    const end = match.index + token.length
    const known = direct[token]
    const isStroke = token === 'CS' || token === 'SC' || token === 'SCN'
    if (known !== undefined) {
      spaces = token === token.toUpperCase() ? { ...spaces, stroke: 0 } : { ...spaces, fill: 0 }
      const numbers = numbersOf(operands, known.count)
      if (numbers !== undefined) replace(numbers.at, end, `${write(grayOf(numbers.values))} ${known.gray}`)
    } else if (token === 'cs' || token === 'CS') {
      const name = operands.at(-1)
      const count = deviceSpaces[name?.text ?? ''] ?? 0
      spaces = isStroke ? { ...spaces, stroke: count } : { ...spaces, fill: count }
      if (count > 0 && name !== undefined) replace(name.at, end, `/DeviceGray ${token}`)
    } else if (/^(?:sc|scn|SC|SCN)$/.test(token)) {
      const count = isStroke ? spaces.stroke : spaces.fill
      const numbers = count > 0 ? numbersOf(operands, count) : undefined
      if (numbers !== undefined) replace(numbers.at, end, `${write(grayOf(numbers.values))} ${token}`)
    } else if (token === 'g' || token === 'G')
      spaces = token === 'G' ? { ...spaces, stroke: 0 } : { ...spaces, fill: 0 }
    if (token !== 'BI') operands = []
  }
  parts.push(content.slice(copied))
  return { content: parts.join(''), hasInlineColor }
}

function isOperator(token: string): boolean {
  return /^[A-Za-z'"]/.test(token) && token !== 'true' && token !== 'false' && token !== 'null'
}

function numbersOf(operands: readonly { text: string; at: number }[], count: number) {
  const last = operands.slice(-count)
  const values = last.map(({ text }) => Number(text))
  const [first] = last
  return last.length === count && first !== undefined && values.every(Number.isFinite)
    ? { at: first.at, values: values.map(value => Math.min(1, Math.max(0, value))) }
    : undefined
}

function write(gray: number): string {
  return String(Number(gray.toFixed(4)))
}

/** Behind the closing parenthesis; nested ones are balanced. */
function stringEnd(content: string, start: number): number {
  let depth = 0
  for (let at = start; at < content.length; at++) {
    const character = content[at]
    if (character === '\\') at++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return at + 1
  }
  return content.length
}

/** Behind the data of an inline image. */
function imageEnd(content: string, start: number): number {
  const end = /\sEI(?=[\s]|$)/g
  end.lastIndex = start
  const found = end.exec(content)
  return found === null ? content.length : found.index + found[0].length
}

function isColorImage(operands: readonly string[]): boolean {
  const at = operands.findLastIndex(text => text === '/CS' || text === '/ColorSpace')
  return at >= 0 && /^\/(?:RGB|CMYK|DeviceRGB|DeviceCMYK|I|Indexed)$|^\[/.test(operands[at + 1] ?? '')
}
