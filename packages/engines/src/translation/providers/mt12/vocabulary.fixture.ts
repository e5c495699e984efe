/** A small vocabulary for tests: a few tokens, all bytes and two languages. */
import type { Mt12Vocabulary } from './tokenizer.ts'

const special = ['<pad>', '<unk>', '<s>', '</s>', '<2en>', '<2zh>']
const bytes = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).padStart(2, '0').toUpperCase()}>`,
)
const pieces: readonly (readonly [string, number])[] = [
  ['▁', -2],
  ['▁the', -2.5],
  ['▁house', -4],
  ['▁hou', -3],
  ['se', -3],
  ...[...'abcdefghijklmnopqrstuvwxyz.,;'].map(letter => [letter, -6] as const),
  ['▁th', -5],
]

export const smallVocabulary: Mt12Vocabulary = {
  pieces: [...special.map(name => [name, 0] as const), ...bytes.map(name => [name, 0] as const), ...pieces],
  types: [...special.map(() => 3), ...bytes.map(() => 6), ...pieces.map(() => 0)],
  langs: { en: 4, zh: 5 },
  eos: 3,
}

export function idOf(token: string): number {
  return smallVocabulary.pieces.findIndex(([text]) => text === token)
}
