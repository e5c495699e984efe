import { expect, test } from 'vitest'
import { repairBullets } from './recognize-page.ts'

const wordsOf = (...lines: string[]) =>
  lines.flatMap((line, at) =>
    line
      .split(' ')
      .map(text => ({ text, line: String(at), x: 0, y: 0, width: 9, height: 9, confidence: 90 })),
  )
const linesOf = (words: ReturnType<typeof repairBullets>) =>
  [...Map.groupBy(words, ({ line }) => line).values()].map(line => line.map(({ text }) => text).join(' '))

test('repairBullets: replaces bullet lookalikes at the start of several lines', () => {
  const lines = linesOf(repairBullets(wordsOf('¢ One track', '© Two tracks', 'costs 5 ¢ each')))
  expect(lines).toEqual(['• One track', '• Two tracks', 'costs 5 ¢ each'])
})

test('repairBullets: keeps a single lookalike', () => {
  expect(linesOf(repairBullets(wordsOf('© 2026 The Harbour Office', 'All rights reserved')))[0]).toContain(
    '©',
  )
})
