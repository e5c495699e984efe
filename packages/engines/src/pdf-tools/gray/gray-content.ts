/** Rewrites the color operators of a content stream; everything else stays byte for byte. */
import {
  type ContentOperation,
  numbersOf,
  type Operand,
  readOperations,
  writeNumber,
} from '../content-tokens.ts'
import { shadeOf } from './shade-of.ts'

export interface GrayContent {
  readonly content: string
  readonly hasInlineColor: boolean
}

const direct: Readonly<Record<string, { readonly count: number; readonly gray: string }>> = {
  rg: { count: 3, gray: 'g' },
  RG: { count: 3, gray: 'G' },
  k: { count: 4, gray: 'g' },
  K: { count: 4, gray: 'G' },
}
const deviceSpaces: Readonly<Record<string, number>> = { DeviceRGB: 3, DeviceCMYK: 4 }

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
  for (const operation of readOperations(content)) {
    if (operation.operator === 'BI') hasInlineColor ||= isColorImage(operation.operands)
    const replaced = colors.replace(operation)
    if (replaced === undefined) continue
    parts.push(content.slice(copied, replaced.at), replaced.text)
    copied = operation.end
  }
  parts.push(content.slice(copied))
  return { content: parts.join(''), hasInlineColor }
}

/** An operator with its operands, instead of what is from here to the end of the operation. */
interface Replacement {
  readonly at: number
  readonly text: string
}

/** Selected color spaces, by which the operands of some operators are understood. */
class ColorState {
  private spaces: SelectedSpaces = { fill: 0, stroke: 0 }
  private readonly saved: SelectedSpaces[] = []

  replace(operation: ContentOperation): Replacement | undefined {
    const { operator, operands } = operation
    const use = operator === operator.toUpperCase() ? 'stroke' : 'fill'
    if (operator === 'q') this.saved.push(this.spaces)
    if (operator === 'Q') this.spaces = this.saved.pop() ?? this.spaces
    if (operator === 'g' || operator === 'G') this.spaces = { ...this.spaces, [use]: 0 }
    const known = direct[operator]
    if (known !== undefined) {
      this.spaces = { ...this.spaces, [use]: 0 }
      return inGray(operation, known.count, known.gray)
    }
    if (/^cs$/i.test(operator)) return this.select(use, operation, operands.at(-1))
    return /^scn?$/i.test(operator) ? inGray(operation, this.spaces[use], operator) : undefined
  }

  private select(
    use: 'fill' | 'stroke',
    { operator, start }: ContentOperation,
    space: Operand | undefined,
  ): Replacement | undefined {
    const count = space?.kind === 'name' ? (deviceSpaces[space.name] ?? 0) : 0
    this.spaces = { ...this.spaces, [use]: count }
    return count > 0 ? { at: start, text: `/DeviceGray ${operator}` } : undefined
  }
}

function inGray(
  { operands, start }: ContentOperation,
  count: number,
  operator: string,
): Replacement | undefined {
  const values = numbersOf(operands.slice(-count))
  if (count === 0 || values.length !== count) return undefined
  const shade = shadeOf(values.map(value => Math.min(1, Math.max(0, value))))
  return { at: start, text: `${writeNumber(shade)} ${operator}` }
}

const colorImageSpaces = ['RGB', 'CMYK', 'DeviceRGB', 'DeviceCMYK', 'I', 'Indexed']

/** `entries` are keys and values of an inline image. */
function isColorImage(entries: readonly Operand[]): boolean {
  const at = entries.findLastIndex(
    entry => entry.kind === 'name' && (entry.name === 'CS' || entry.name === 'ColorSpace'),
  )
  const space = at < 0 ? undefined : entries[at + 1]
  return space?.kind === 'array' || (space?.kind === 'name' && colorImageSpaces.includes(space.name))
}
