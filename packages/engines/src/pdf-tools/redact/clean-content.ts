/** Cleans a content stream of what is not shown: comments, texts that repeat the content for screen readers, and names. */
import { type ContentOperation, type Operand, readOperations, writeOperand } from '../content-tokens.ts'
import { spokenKeys } from './content-writer.ts'

export interface ContentRules {
  /** In a name, perhaps. */
  holdsWord(content: string): boolean
  /** Of a text for screen readers. */
  isRemoved(bytes: string): boolean
  rename(name: string): string
}

/** Undefined if nothing changes. */
export function cleanContent(content: string, rules: ContentRules): string | undefined {
  if (!/%|ActualText|Alt|#|\/E\b/.test(content) && !rules.holdsWord(content)) return undefined
  const kept: string[] = []
  let isChanged = false
  let last = 0
  for (const operation of readOperations(content)) {
    const { start, end } = operation
    const original = content.slice(start, end)
    const written = cleanedOperation(operation, original, rules)
    if (written !== original || content.slice(last, start).includes('%')) isChanged = true
    kept.push(written)
    last = end
  }
  return isChanged || content.slice(last).includes('%') ? kept.join('\n') : undefined
}

function cleanedOperation(
  { operator, operands }: ContentOperation,
  original: string,
  rules: ContentRules,
): string {
  const kept = operands.map(operand => cleanedOperand(operand, rules))
  const isSame = kept.every((operand, index) => operand === operands[index])
  // The data of an inline image may have any byte; one with such a name is not drawn.
  if (operator === 'BI') return isSame ? original : ''
  return isSame && !original.includes('%') ? original : [...kept.map(writeOperand), operator].join(' ')
}

function cleanedOperand(operand: Operand, rules: ContentRules): Operand {
  if (operand.kind === 'name') {
    const name = rules.rename(operand.name)
    return name === operand.name ? operand : { kind: 'name', name }
  }
  if (operand.kind !== 'dict') return operand
  const entries = operand.entries
    .filter(
      ([key, value]) => !(spokenKeys.has(key) && value.kind === 'string' && rules.isRemoved(value.bytes)),
    )
    .map(([key, value]) => [rules.rename(key), cleanedOperand(value, rules)] as const)
  const isSame =
    entries.length === operand.entries.length &&
    entries.every(
      ([key, value], index) => key === operand.entries[index]?.[0] && value === operand.entries[index]?.[1],
    )
  return isSame ? operand : { kind: 'dict', entries }
}
