/** Cleans a content stream of what is not shown: comments, and texts that repeat the content for screen readers. */
import { type ContentOperation, type Operand, readOperations, writeOperand } from '../content-tokens.ts'
import { spokenKeys } from './content-writer.ts'

/** Undefined if nothing changes. */
export function cleanContent(content: string, holdsWord: (text: string) => boolean): string | undefined {
  if (!/%|ActualText|Alt|#|\/E\b/.test(content)) return undefined
  const kept: string[] = []
  let isChanged = false
  let last = 0
  for (const operation of readOperations(content)) {
    const { start, end } = operation
    const original = content.slice(start, end)
    const written = withoutTexts(operation, original, holdsWord)
    if (written !== original || content.slice(last, start).includes('%')) isChanged = true
    kept.push(written)
    last = end
  }
  return isChanged || content.slice(last).includes('%') ? kept.join('\n') : undefined
}

function withoutTexts(
  { operator, operands }: ContentOperation,
  original: string,
  holdsWord: (text: string) => boolean,
): string {
  // The data of an image may have any byte.
  if (operator === 'BI') return original
  const kept = operands.map(operand => withoutSpokenWords(operand, holdsWord))
  const isSame = kept.every((operand, index) => operand === operands[index])
  return isSame && !original.includes('%') ? original : [...kept.map(writeOperand), operator].join(' ')
}

function withoutSpokenWords(operand: Operand, holdsWord: (text: string) => boolean): Operand {
  if (operand.kind !== 'dict') return operand
  const entries = operand.entries.filter(
    ([key, value]) => !(spokenKeys.has(key) && value.kind === 'string' && holdsWord(value.bytes)),
  )
  return entries.length === operand.entries.length ? operand : { kind: 'dict', entries }
}
