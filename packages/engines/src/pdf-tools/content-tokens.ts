/** Splits a content stream into operators with their operands, as far as the caller needs: numbers and names. */

export interface ContentOperator {
  readonly name: string
  /** Strings, arrays and dictionaries are left out. */
  readonly operands: readonly (number | string)[]
}

const whitespace = new Set(['\0', '\t', '\n', '\f', '\r', ' '])
const delimiters = new Set(['(', ')', '<', '>', '[', ']', '{', '}', '/', '%'])

export function* contentOperators(content: string): Generator<ContentOperator> {
  let operands: (number | string)[] = []
  let index = 0
  while (index < content.length) {
    const skippedTo = endOfSkipped(content, index)
    if (skippedTo > index) {
      index = skippedTo
      continue
    }
    const isName = content[index] === '/'
    const end = endOfWord(content, isName ? index + 1 : index)
    const word = content.slice(index, end)
    index = end
    const number = Number(word)
    if (isName) operands.push(word)
    else if (!Number.isNaN(number)) operands.push(number)
    else {
      yield { name: word, operands }
      operands = []
      if (word === 'ID') index = endOfInlineImage(content, index)
    }
  }
}

/** After white space, a comment, a string or a bracket; the same place before a name, number or operator. */
function endOfSkipped(content: string, index: number): number {
  const character = content[index] ?? ''
  if (character === '%') return endOfLine(content, index)
  if (character === '(') return endOfString(content, index)
  if (character === '<' && content[index + 1] !== '<')
    return content.indexOf('>', index) + 1 || content.length
  const isSkipped = whitespace.has(character) || (delimiters.has(character) && character !== '/')
  return isSkipped ? index + 1 : index
}

function endOfLine(content: string, start: number): number {
  let index = start
  while (index < content.length && content[index] !== '\n' && content[index] !== '\r') index++
  return index
}

function endOfWord(content: string, start: number): number {
  let index = start
  for (; index < content.length; index++) {
    const character = content[index] ?? ''
    if (whitespace.has(character) || delimiters.has(character)) break
  }
  return Math.max(index, start + 1)
}

function endOfString(content: string, start: number): number {
  let depth = 0
  for (let index = start; index < content.length; index++) {
    const character = content[index]
    if (character === '\\') index++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return index + 1
  }
  return content.length
}

/** Its data may hold anything; "EI" between white space ends it. */
function endOfInlineImage(content: string, start: number): number {
  const end = /[\s]EI(?=[\s]|$)/g
  end.lastIndex = start
  const match = end.exec(content)
  return match === null ? content.length : match.index + 3
}
