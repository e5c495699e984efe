import { describe, expect, test } from 'vitest'
import { findDrawings } from './drawings.ts'
import { gridRules, lineOfText, pageOf } from './fragments.fixture.ts'
import type { Box } from './page-model.ts'

const fill = (left: number, top: number, right: number, bottom: number, color = '#336699') => ({
  left,
  top,
  right,
  bottom,
  color,
})
const stroke = (left: number, top: number, right: number, bottom: number): Box => ({
  left,
  top,
  right,
  bottom,
})
const sentence = 'This line is long enough to be running text of a page'

describe('findDrawings', () => {
  test('finds a curve together with its axis labels', () => {
    const numbers = [100, 140, 180, 220].flatMap(y => lineOfText(String(y), 70, y + 4))
    const months = ['Jan', 'Feb', 'Mar'].flatMap((name, index) => lineOfText(name, 110 + index * 60, 238))
    const fragments = [...numbers, ...months, ...lineOfText(sentence, 60, 280)]
    const page = { ...pageOf(1, fragments), strokes: [stroke(100, 105, 280, 220)] }
    const [box, ...others] = findDrawings(page)
    expect(others).toEqual([])
    expect(box?.left).toBeLessThan(71)
    expect(box?.bottom).toBeGreaterThan(238)
    expect(box?.bottom).toBeLessThan(272)
  })

  test('finds a bar chart', () => {
    const bars = [40, 90, 60, 75].map((height, index) =>
      fill(100 + index * 30, 300 - height, 120 + index * 30, 300),
    )
    expect(findDrawings({ ...pageOf(1, []), fills: bars })).toHaveLength(1)
  })

  test('ignores the rules, fills and check marks of a table', () => {
    const rows = [200, 220, 240, 260, 280]
    const fragments = rows
      .slice(0, -1)
      .flatMap(y => [...lineOfText('left', 110, y + 14), ...lineOfText('right', 210, y + 14)])
    const page = {
      ...pageOf(1, fragments, gridRules([100, 200, 300, 400], rows)),
      fills: rows.slice(0, -1).map((y, index) => fill(100, y, 400 - index * 100, y + 20)),
      strokes: [0, 1, 2].map(index => stroke(340, 204 + index * 20, 352, 216 + index * 20)),
    }
    expect(findDrawings(page)).toEqual([])
  })

  test('ignores backgrounds, highlights and bullets of text', () => {
    const lines = [120, 134, 148, 162].flatMap(y => lineOfText(sentence, 70, y))
    const panel = stroke(60, 100, 460, 180)
    const highlight = stroke(70, 124, 300, 137)
    const bullets = [120, 148, 162].map(y => stroke(55, y - 6, 59, y - 2))
    expect(findDrawings({ ...pageOf(1, lines), strokes: [panel, highlight, ...bullets] })).toEqual([])
  })

  test('finds a chart within a large table cell', () => {
    const names = [220, 320, 420].flatMap(y => lineOfText('name', 60, y))
    const page = {
      ...pageOf(1, names, gridRules([50, 200, 500], [200, 300, 400, 500])),
      strokes: [stroke(220, 305, 480, 395)],
    }
    const [box] = findDrawings(page)
    expect(box).toBeDefined()
    expect(box?.top).toBeGreaterThan(300)
    expect(box?.bottom).toBeLessThan(400)
  })
})
