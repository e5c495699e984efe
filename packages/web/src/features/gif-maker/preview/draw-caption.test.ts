import { expect, test } from 'vitest'
import { wrapText } from './draw-caption.ts'

test('a caption is broken between words, and a long word stands alone', () => {
  const widthOf = (line: string) => line.length
  expect(wrapText('the tide was out', 9, widthOf)).toEqual(['the tide', 'was out'])
  expect(wrapText('an unbreakable word', 5, widthOf)).toEqual(['an', 'unbreakable', 'word'])
  expect(wrapText('  ', 9, widthOf)).toEqual([])
})
