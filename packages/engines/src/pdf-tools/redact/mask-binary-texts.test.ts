import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { countWords, fontTextRegions, maskWords } from './mask-binary-texts.ts'
import { createSearch } from './search-text.ts'

const search = createSearch({ words: ['Liberation'], patterns: [], matchCase: false, wholeWords: false })

test('maskWords: names of a TrueType font, in single bytes and UTF-16, and nothing of its glyphs', async () => {
  const font = await readFile('/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf')
  const regions = fontTextRegions(font)
  const masked = maskWords(font, regions, search)
  expect(countWords(font, regions, search)).toBeGreaterThan(4)
  expect(masked && countWords(masked, [[0, masked.length]], search)).toBe(0)
  const inside = (at: number) => regions.some(([start, end]) => at >= start && at < end)
  const changed = [...font.keys()].filter(at => font[at] !== masked?.[at])
  expect(changed.every(inside)).toBe(true)
})

test('maskWords: names and strings of a compact font, and the clear part of a Type 1 font', () => {
  const index = (...items: string[]) => {
    let offset = 1
    const offsets = [1, ...items.map(item => (offset += item.length))]
    return Buffer.concat([
      Buffer.from([0, items.length, 1, ...offsets]),
      Buffer.from(items.join(''), 'latin1'),
    ])
  }
  const compact = Buffer.concat([
    Buffer.from([1, 0, 4, 1]),
    index('ABCDEF+Liberation'),
    index('Liberation'),
    index('The Liberation', 'x'),
    Buffer.from('Liberation'),
  ])
  const masked = maskWords(compact, fontTextRegions(compact), search)?.toString('latin1')
  expect(masked?.split('Liberation')).toHaveLength(3)
  const type1 = Buffer.from('%!FontType1 /FontName /Liberation def currentfile eexec Liberation')
  expect(maskWords(type1, fontTextRegions(type1), search)?.toString()).toBe(
    '%!FontType1 /FontName /---------- def currentfile eexec Liberation',
  )
})
