/** Cleans a character map (ToUnicode, or an encoding): names, strings, and characters that are words. */
import { type Operand, readOperations, writeOperand } from '../content-tokens.ts'
import type { Renaming } from './rename-names.ts'
import { readings, type TextSearch, utf16 } from './search-text.ts'

/** Ligatures have up to three letters; what a code is mapped to beyond that is text. */
const minMappedLength = 4
/** U+FFFD: unknown. */
const replacementCharacter = '\xff\xfd'

/** Undefined if nothing changes. */
export function cleanCharacterMap(
  content: string,
  search: TextSearch,
  { rename }: Renaming,
): string | undefined {
  let isChanged = content.includes('%')
  const clean = (operand: Operand): Operand => {
    if (operand.kind === 'array') return { kind: 'array', items: operand.items.map(clean) }
    if (operand.kind === 'dict')
      return {
        kind: 'dict',
        entries: operand.entries.map(([key, value]) => [rename(key), clean(value)] as const),
      }
    const cleaned = cleanedOperand(operand, search, rename)
    if (cleaned !== operand) isChanged = true
    return cleaned
  }
  const written = [...readOperations(content)].map(({ operands, operator }) =>
    [...operands.map(operand => writeOperand(clean(operand))), operator].join(' '),
  )
  return isChanged ? `${written.join('\n')}\n` : undefined
}

function cleanedOperand(operand: Operand, search: TextSearch, rename: Renaming['rename']): Operand {
  if (operand.kind === 'name') {
    const name = rename(operand.name)
    return name === operand.name ? operand : { kind: 'name', name }
  }
  if (operand.kind === 'string' && mapsToWord(operand.bytes, search))
    return { kind: 'string', bytes: replacementCharacter }
  return operand
}

/** A string of a character map. */
export function mapsToWord(bytes: string, search: TextSearch): boolean {
  if (utf16(bytes).length < minMappedLength && bytes.length <= minMappedLength) return false
  return readings(bytes).some(text => search(text).some(({ start, end }) => end - start >= minMappedLength))
}
