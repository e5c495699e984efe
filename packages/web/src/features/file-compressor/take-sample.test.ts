import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { planSlices, takeSample } from './take-sample.ts'

const kilobyte = 1024
const never = new AbortController().signal
const bytesOf = (slices: readonly { start: number; end: number }[]) =>
  slices.reduce((sum, { start, end }) => sum + end - start, 0)

test('up to a megabyte everything is read, every byte once', () => {
  const sizes = [10, 300 * kilobyte, 1, 200 * kilobyte]
  const slices = planSlices(sizes)
  for (const [fileIndex, size] of sizes.entries()) {
    const own = slices.filter(slice => slice.fileIndex === fileIndex)
    expect(own[0]?.start).toBe(0)
    expect(own.at(-1)?.end).toBe(size)
    expect(bytesOf(own)).toBe(size)
  }
})

test('of more, a megabyte is read at even distances, whatever the files are cut into', () => {
  const whole = planSlices([1024 * 1024 * kilobyte])
  expect(whole).toHaveLength(16)
  expect(bytesOf(whole)).toBe(1024 * kilobyte)
  const cut = planSlices(Array.from({ length: 4096 }, () => 3 * kilobyte))
  expect(bytesOf(cut)).toBe(1024 * kilobyte)
  expect(cut[0]?.fileIndex).toBeGreaterThan(50)
  expect(cut.at(-1)?.fileIndex).toBeLessThan(4096 - 50)
})

test('a large file counts for what it weighs', () => {
  const slices = planSlices([90 * 1024 * kilobyte, 10 * 1024 * kilobyte])
  expect(bytesOf(slices.filter(({ fileIndex }) => fileIndex === 0)) / bytesOf(slices)).toBeCloseTo(0.9, 1)
})

test('text gets much smaller, noise does not, and never larger', async () => {
  const text = new Blob(['The same line of a log, over and over again.\n'.repeat(4000)])
  const noise = new Blob([new Uint8Array(randomBytes(200 * kilobyte))])
  const ofText = await takeSample([{ file: text, path: 'a.log' }], never)
  expect(ofText.ratio).toBeLessThan(0.05)
  expect(ofText).toMatchObject({ totalBytes: text.size, fileCount: 1, nameBytes: 5 })
  const ofNoise = await takeSample([{ file: noise, path: 'é.bin' }], never)
  expect(ofNoise.ratio).toBe(1)
  expect(ofNoise.nameBytes).toBe(6)
})

test('a sample that nobody waits for any more is given up', async () => {
  const gone = new AbortController()
  gone.abort()
  await expect(takeSample([{ file: new Blob(['x']), path: 'x' }], gone.signal)).rejects.toThrow()
})
