import { expect, test } from 'vitest'
import type { OcrPage, OcrWord } from '../text/ocr-page.ts'
import { lineOf } from '../text/words.fixture.ts'
import { invisibleText } from './invisible-text.ts'

function layerOf(words: readonly OcrWord[]): string {
  const placement = { rotation: 0, width: 595, height: 842, skewDegrees: 0 } as const
  const page: OcrPage = {
    page: 1,
    width: 595,
    height: 842,
    hasTextLayer: false,
    languages: ['eng'],
    words,
    placement,
  }
  const drawn = [...invisibleText(page, 'Words', (x, y) => [x, 842 - y]).matchAll(/<(\w+)> Tj/g)]
  return drawn.map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le')).join('')
}

test('invisibleText: draws words in reading order, not in the order of recognition', () => {
  const columns = ['Lisbon Genoa Bergen Turku', '1204 310 55 87'].map(cells => cells.split(' '))
  const words = columns.flatMap((cells, column) =>
    cells.flatMap((cell, row) =>
      lineOf(cell, row, 14 * column).map(word => ({ ...word, block: column + 1 })),
    ),
  )
  const above = lineOf('Boats in port', 0).map(word => ({ ...word, top: 20, baseline: 30, bottom: 31 }))
  const late = above.map(word => ({ ...word, line: 'again', block: 0 }))
  expect(layerOf([...words, ...late]).trim()).toBe('Boats in port Lisbon 1204 Genoa 310 Bergen 55 Turku 87')
})

test('invisibleText: draws every word once, and no space before a glued one', () => {
  const glued = lineOf('港口 办公室', 0).map((word, at) => ({ ...word, isGlued: at > 0, block: 1 }))
  const twice = lineOf('twice twice', 2).map(word => ({ ...word, left: 60, right: 90, block: 1 }))
  expect(layerOf([...glued, ...twice])).toBe('港口办公室 twice twice ')
})
