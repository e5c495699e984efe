import { expect, test } from 'vitest'
import { stripOrder } from './filmstrip.tsx'

test('stripOrder: covers the whole strip first, then fills in, each frame once', () => {
  const order = stripOrder(6)
  expect(order).toEqual([
    { index: 0, spans: 4 },
    { index: 4, spans: 2 },
    { index: 2, spans: 2 },
    { index: 1, spans: 1 },
    { index: 3, spans: 1 },
    { index: 5, spans: 1 },
  ])
})
