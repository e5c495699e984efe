import { expect, test } from 'vitest'
import { splitLines } from './split-lines.ts'

function linesOf(pieces: readonly (string | Buffer)[], maxLineLength?: number): string[] {
  const lines: string[] = []
  const splitter = splitLines(line => lines.push(line), maxLineLength)
  for (const piece of pieces) splitter.push(Buffer.from(piece))
  splitter.end()
  return lines
}

test('lines are put together from whatever arrives', () => {
  expect(linesOf(['a=1\nb', '=2\n', 'c=3'])).toEqual(['a=1', 'b=2', 'c=3'])
})

test('a character cut in two comes out whole', () => {
  const bytes = Buffer.from('é\n')
  expect(linesOf([bytes.subarray(0, 1), bytes.subarray(1)])).toEqual(['é'])
})

test('a long line is cut, the next one is not', () => {
  expect(linesOf(['abc', 'def', 'g\nxy\n'], 4)).toEqual(['abcd', 'xy'])
})
