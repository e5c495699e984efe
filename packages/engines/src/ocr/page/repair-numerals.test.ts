import { expect, test } from 'vitest'
import { repairNumerals } from './repair-lookalikes.ts'

/** A slash separates lines. */
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

test('repairNumerals: replaces katakana lookalikes inside a number', () => {
  expect(repaired('十 ニ メートル')).toBe('十 二 メートル')
  expect(repaired('四十ハ 人')).toBe('四十八 人')
  expect(repaired('十ー月')).toBe('十一月')
  expect(repaired('二〇ニ 六年')).toBe('二〇二 六年')
})

test('repairNumerals: keeps katakana words', () => {
  const text = '千 ニュートン の ニシン 料金 は 三 ハウス カード'
  expect(repaired(text)).toBe(text)
  expect(repaired('二十/ニシン')).toBe('二十 ニシン')
})
