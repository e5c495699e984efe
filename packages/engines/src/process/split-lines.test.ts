import { expect, test } from 'vitest'
import { splitLines } from './run-process.ts'

function linesOf(chunks: readonly (string | Buffer)[], maxLineLength?: number): string[] {
  const lines: string[] = []
  const splitter = splitLines(line => lines.push(line), maxLineLength)
  for (const chunk of chunks) splitter.push(Buffer.from(chunk))
  splitter.end()
  return lines
}

test('splitLines: assembles lines from arbitrary chunks', () => {
  expect(linesOf(['a=1\nb', '=2\n', 'c=3'])).toEqual(['a=1', 'b=2', 'c=3'])
})

test('splitLines: decodes a character split across chunks', () => {
  const bytes = Buffer.from('é\n')
  expect(linesOf([bytes.subarray(0, 1), bytes.subarray(1)])).toEqual(['é'])
})

test('splitLines: truncates a long line but not the next one', () => {
  expect(linesOf(['abc', 'def', 'g\nxy\n'], 4)).toEqual(['abcd', 'xy'])
})
