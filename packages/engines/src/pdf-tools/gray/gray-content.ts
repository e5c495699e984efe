/** Rewrites the color operators of a content stream; everything else stays byte for byte. */
import { shadeOf } from './shade-of.ts'

export interface GrayContent {
  readonly content: string
  readonly hasInlineColor: boolean
}

/** Strings, comments, names, numbers, operators: enough to find operators with their operands. */
const tokenPattern = /%[^\r\n]*|\(|<<|>>|<[^<>]*>|\/[^\s()<>[\]{}/%]*|[[\]{}]|[^\s()<>[\]{}/%]+|\)/g

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
  const colors = new ColorState()
  let copied = 0
  let hasInlineColor = false
  let operands: Operand[] = []
  tokenPattern.lastIndex = 0
  for (let match = tokenPattern.exec(content); match !== null; match = tokenPattern.exec(content)) {
    const [token] = match
    const { index } = match
    if (token.startsWith('%')) continue
    if (token === '(') tokenPattern.lastIndex = stringEnd(content, index)
    if (!isOperator(token)) {
      operands.push({ text: token, at: index })
      continue
    }
    if (token === 'ID') {
      hasInlineColor ||= isColorImage(operands.map(({ text }) => text))
      tokenPattern.lastIndex = imageEnd(content, index + 2)
    }
    const replaced = colors.replace(token, operands)
    if (replaced !== undefined) {
      parts.push(content.slice(copied, replaced.at), replaced.text)
      copied = index + token.length
    }
    if (token !== 'BI') operands = []
  }
  parts.push(content.slice(copied))
  return { content: parts.join(''), hasInlineColor }
}

interface Operand {
  readonly text: string
  readonly at: number
}

/** Selected color spaces, by which the operands of some operators are understood. */
class ColorState {
  private spaces: SelectedSpaces = { fill: 0, stroke: 0 }
  private readonly saved: SelectedSpaces[] = []

  /** An operator in gray, instead of the text from its first operand on. */
  replace(operator: string, operands: readonly Operand[]): Operand | undefined {
    const use = operator === operator.toUpperCase() ? 'stroke' : 'fill'
    if (operator === 'q') this.saved.push(this.spaces)
    if (operator === 'Q') this.spaces = this.saved.pop() ?? this.spaces
    if (operator === 'g' || operator === 'G') this.spaces = { ...this.spaces, [use]: 0 }
    const known = direct[operator]
    if (known !== undefined) {
      this.spaces = { ...this.spaces, [use]: 0 }
      return inGray(operands, known.count, known.gray)
    }
    if (/^cs$/i.test(operator)) return this.select(use, operator, operands.at(-1))
    return /^scn?$/i.test(operator) ? inGray(operands, this.spaces[use], operator) : undefined
  }

  private select(use: 'fill' | 'stroke', operator: string, name: Operand | undefined): Operand | undefined {
    const count = deviceSpaces[name?.text ?? ''] ?? 0
    this.spaces = { ...this.spaces, [use]: count }
    return count > 0 && name !== undefined ? { at: name.at, text: `/DeviceGray ${operator}` } : undefined
  }
}

function inGray(operands: readonly Operand[], count: number, operator: string): Operand | undefined {
  if (count === 0) return undefined
  const last = operands.slice(-count)
  const values = last.map(({ text }) => Number(text))
  const [first] = last
  if (last.length !== count || first === undefined || !values.every(Number.isFinite)) return undefined
  const shade = shadeOf(values.map(value => Math.min(1, Math.max(0, value))))
  return { at: first.at, text: `${Number(shade.toFixed(4))} ${operator}` }
}

function isOperator(token: string): boolean {
  return /^[A-Za-z'"]/.test(token) && token !== 'true' && token !== 'false' && token !== 'null'
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
