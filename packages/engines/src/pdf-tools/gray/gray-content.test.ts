import { expect, test } from 'vitest'
import { grayContent } from './gray-content.ts'

test.each([
  ['1 0 0 rg 0 0 9 9 re f', '0.299 g 0 0 9 9 re f'],
  ['0 1 0 RG', '0.587 G'],
  ['0 0 0 1 k', '0 g'],
  ['0 0 1 0 K', '0.886 G'],
  ['/DeviceRGB cs 0 0 1 sc', '/DeviceGray cs 0.114 sc'],
  ['q /DeviceCMYK CS 1 0 0 0 SCN Q 1 0 0 SCN', 'q /DeviceGray CS 0.701 SCN Q 1 0 0 SCN'],
  ['/CS0 cs 0.1 0.2 0.3 scn', '/CS0 cs 0.1 0.2 0.3 scn'],
  ['(1 0 0 rg \\) (nested) rg) Tj 1 1 1 rg', '(1 0 0 rg \\) (nested) rg) Tj 1 g'],
  ['% 1 0 0 rg\n0 0 0 rg', '% 1 0 0 rg\n0 g'],
  ['/P <</MCID 0>> BDC .5 .5 .5 rg EMC', '/P <</MCID 0>> BDC 0.5 g EMC'],
  ['<31> Tj [(a) 120 (b)] TJ 0 0 0 1 k', '<31> Tj [(a) 120 (b)] TJ 0 g'],
])('grayContent: %s', (content, expected) => {
  expect(grayContent(content)).toEqual({ content: expected, hasInlineColor: false })
})

test('grayContent: leaves the data of inline images, and reports color ones', () => {
  const image = 'BI /W 1 /H 1 /CS /RGB /BPC 8 ID 1 0 0 rg \nEI 1 0 0 rg'
  expect(grayContent(image)).toEqual({
    content: 'BI /W 1 /H 1 /CS /RGB /BPC 8 ID 1 0 0 rg \nEI 0.299 g',
    hasInlineColor: true,
  })
  expect(grayContent('BI /W 1 /H 1 /CS /G /BPC 8 ID x\nEI').hasInlineColor).toBe(false)
})
