import { expect, test } from 'vitest'
import { repairNumerals } from './repair-numerals.ts'

/** A stroke ends a line. */
const repaired = (text: string) =>
  repairNumerals(
    text
      .split('/')
      .flatMap((line, at) =>
        line
          .split(' ')
          .map(word => ({ text: word, line: String(at), x: 0, y: 0, width: 9, height: 9, confidence: 90 })),
      ),
  )
    .map(({ text }) => text)
    .join(' ')

test('inside a number, letters that look like numerals are numerals', () => {
  expect(repaired('十 ニ メートル')).toBe('十 二 メートル')
  expect(repaired('四十ハ 人')).toBe('四十八 人')
  expect(repaired('十ー月')).toBe('十一月')
  expect(repaired('二〇ニ 六年')).toBe('二〇二 六年')
})

test('words stay words', () => {
  const text = '千 ニュートン の ニシン 料金 は 三 ハウス カード'
  expect(repaired(text)).toBe(text)
  expect(repaired('二十/ニシン')).toBe('二十 ニシン')
})
