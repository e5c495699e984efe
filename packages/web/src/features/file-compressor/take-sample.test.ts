import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { planSlices, takeSample } from './archive-estimate.tsx'

const kilobyte = 1024
const never = new AbortController().signal
const bytesOf = (slices: readonly { start: number; end: number }[]) =>
  slices.reduce((sum, { start, end }) => sum + end - start, 0)

test('planSlices: covers every byte exactly once up to 1 MB', () => {
  const sizes = [10, 300 * kilobyte, 1, 200 * kilobyte]
  const slices = planSlices(sizes)
  for (const [fileIndex, size] of sizes.entries()) {
    const fileSlices = slices.filter(slice => slice.fileIndex === fileIndex)
    expect(fileSlices[0]?.start).toBe(0)
    expect(fileSlices.at(-1)?.end).toBe(size)
    expect(bytesOf(fileSlices)).toBe(size)
  }
})

test('planSlices: samples 1 MB at even distances regardless of file boundaries', () => {
  const whole = planSlices([1024 * 1024 * kilobyte])
  expect(whole).toHaveLength(16)
  expect(bytesOf(whole)).toBe(1024 * kilobyte)
  const cut = planSlices(Array.from({ length: 4096 }, () => 3 * kilobyte))
  expect(bytesOf(cut)).toBe(1024 * kilobyte)
  expect(cut[0]?.fileIndex).toBeGreaterThan(50)
  expect(cut.at(-1)?.fileIndex).toBeLessThan(4096 - 50)
})

test('planSlices: weights files by size', () => {
  const slices = planSlices([90 * 1024 * kilobyte, 10 * 1024 * kilobyte])
  expect(bytesOf(slices.filter(({ fileIndex }) => fileIndex === 0)) / bytesOf(slices)).toBeCloseTo(0.9, 1)
})

test('takeSample: text compresses well, random data has a ratio of exactly 1', async () => {
  const text = new Blob(['The same line of a log, over and over again.\n'.repeat(4000)])
  const noise = new Blob([new Uint8Array(randomBytes(200 * kilobyte))])
  const textSample = await takeSample([{ file: text, path: 'a.log' }], never)
  expect(textSample.ratio).toBeLessThan(0.05)
  expect(textSample).toMatchObject({ totalBytes: text.size, fileCount: 1, nameBytes: 5 })
  const noiseSample = await takeSample([{ file: noise, path: 'é.bin' }], never)
  expect(noiseSample.ratio).toBe(1)
  expect(noiseSample.nameBytes).toBe(6)
})

test('takeSample: rejects when aborted', async () => {
  const controller = new AbortController()
  controller.abort()
  await expect(takeSample([{ file: new Blob(['x']), path: 'x' }], controller.signal)).rejects.toThrow()
})
