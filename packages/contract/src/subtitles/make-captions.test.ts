import { expect, test } from 'vitest'
import { breakLines, makeCaptions } from './make-captions.ts'
import { writeSrt, writeVtt } from './write-subtitles.ts'

/** Words of a third of a second each. */
function spoken(words: readonly string[], startSeconds = 0) {
  return words.map((text, index) => ({
    text,
    startSeconds: startSeconds + index / 3,
    endSeconds: startSeconds + (index + 1) / 3,
  }))
}

const long =
  'When the committee had finished its work, everybody went home, and nobody spoke of it again until the following spring.'

test('makeCaptions: at most two lines of 42 characters, and no word is lost', () => {
  const captions = makeCaptions([spoken(long.split(' '))])
  expect(captions.length).toBeGreaterThan(1)
  expect(Math.max(...captions.map(({ lines }) => lines.length))).toBeLessThanOrEqual(2)
  expect(Math.max(...captions.flatMap(({ lines }) => lines.map(line => line.length)))).toBeLessThanOrEqual(42)
  expect(captions.flatMap(({ lines }) => lines).join(' ')).toBe(long)
})

test('makeCaptions: splits a long sentence after a comma', () => {
  const [first] = makeCaptions([spoken(long.split(' '))])
  expect(first?.lines.at(-1)).toMatch(/,$/)
})

test('makeCaptions: Chinese lines have half as many characters, which are twice as wide', () => {
  const text = '数据模型测试和终结点等内容组织到自定义语音门户中的项目中每个项目都是特定于域和国家或地区的'
  const captions = makeCaptions([spoken([...text])])
  const lines = captions.flatMap(caption => caption.lines)
  expect(Math.max(...lines.map(line => [...line].length))).toBeLessThanOrEqual(21)
  expect(lines.join('')).toBe(text)
})

test('breakLines: balances two lines', () => {
  const [upper = '', lower = ''] = breakLines('Everybody who had been there that night remembered the rain.')
  expect(Math.abs(upper.length - lower.length)).toBeLessThan(14)
})

test('makeCaptions: extends a short caption to be readable, but not into the next one', () => {
  const [alone] = makeCaptions([spoken(['Yes.'])])
  expect(alone?.endSeconds).toBe(1)
  const [first] = makeCaptions([spoken(['Yes.']), spoken(['No.'], 0.5)])
  expect(first?.endSeconds).toBe(0.5)
})

test('makeCaptions: keeps a word that is longer than two lines', () => {
  const endless = 'a'.repeat(100)
  expect(
    makeCaptions([spoken([endless])])
      .flatMap(({ lines }) => lines)
      .join(''),
  ).toBe(endless)
})

test('writeSrt and writeVtt: write valid files', () => {
  const captions = [
    { startSeconds: 3661.5, endSeconds: 3663.25, lines: ['One', 'two & <three>'] },
    { startSeconds: 3664, endSeconds: 3665, lines: ['Four'] },
  ]
  expect(writeSrt(captions)).toBe(
    '1\n01:01:01,500 --> 01:01:03,250\nOne\ntwo & <three>\n\n2\n01:01:04,000 --> 01:01:05,000\nFour\n',
  )
  expect(writeVtt(captions)).toBe(
    'WEBVTT\n\n01:01:01.500 --> 01:01:03.250\nOne\ntwo &amp; &lt;three&gt;\n\n01:01:04.000 --> 01:01:05.000\nFour\n',
  )
})
