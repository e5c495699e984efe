import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RecognitionWorker } from './recognition-worker.test-support.ts'
import { recognizeContent } from './recognize-content.ts'

let terminated = 0

beforeEach(() => {
  terminated = 0
  vi.useFakeTimers()
})
afterEach(() => {
  // Ends the worker that is kept for the next file.
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('recognizeContent: recognizes a file by its content, also a text without an extension', async () => {
  vi.stubGlobal('Worker', RecognitionWorker)
  expect(await recognizeContent(new File(['BEGIN:VCARD\r\nVERSION:4.0\r\n'], 'ann'))).toMatchObject({
    format: 'txt',
    textFormat: 'vcf',
  })
})

test('recognizeContent: ends a worker that does not answer, and rejects', async () => {
  class SilentWorker extends EventTarget {
    postMessage() {
      vi.advanceTimersByTime(10_000)
    }
    terminate() {
      terminated += 1
    }
  }
  vi.stubGlobal('Worker', SilentWorker)
  await expect(recognizeContent(new File(['x'], 'a.txt'))).rejects.toThrow('took too long')
  expect(terminated).toBe(1)
})
