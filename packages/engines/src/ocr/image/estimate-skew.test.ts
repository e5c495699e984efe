import sharp from 'sharp'
import { expect, test } from 'vitest'
import { estimateSkew } from './estimate-skew.ts'

async function drawPage(degrees: number, content: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="850" height="1100"><rect width="850" height="1100" fill="#f4f1ea"/><g transform="rotate(${degrees} 425 550)">${content}</g></svg>`
  const { data, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { pixels: new Uint8Array(data), width: info.width, height: info.height }
}

/** Lines of words of varying width, like text. */
const lines = Array.from({ length: 40 }, (_, row) =>
  Array.from({ length: 9 }, (_, word) => {
    const width = 25 + ((row * 7 + word * 13) % 40)
    return `<rect x="${90 + word * 72}" y="${90 + row * 23}" width="${width}" height="9" fill="#222"/>`
  }).join(''),
).join('')

test.each([-4, -1.3, 0, 0.7, 2, 5])('estimateSkew: detects a skew of %s degrees', async degrees => {
  expect(estimateSkew(await drawPage(degrees, lines))).toBeCloseTo(degrees, 0.3)
})

test('estimateSkew: returns 0 for an empty page and for a photo without lines', async () => {
  expect(estimateSkew(await drawPage(0, ''))).toBe(0)
  expect(estimateSkew(await drawPage(0, '<circle cx="425" cy="550" r="300" fill="#555"/>'))).toBe(0)
})
