import { expect, test } from 'vitest'
import { createFormatRecognizer, recognizeFormat } from './recognize-format.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const unknown = Buffer.from('0001020304050607ffff', 'hex')

test('recognizeFormat: recognizes formats by content, several files at once', async () => {
  const formats = await Promise.all(
    [png, unknown, Buffer.from('%PDF-1.7\n')].map(head => recognizeFormat(head)),
  )
  expect(formats).toEqual(['png', undefined, 'pdf'])
})

test('recognizeFormat: a content that takes too long is unreadable, and the next file is recognized', async () => {
  const recognizer = createFormatRecognizer(new URL('stalling-recognition.fixture.ts', import.meta.url))
  const stalled = recognizer.recognize(Buffer.from('stall'))
  const next = recognizer.recognize(png)
  await expect(stalled).rejects.toMatchObject({ code: 'unknown-type' })
  expect(await next).toBe('png')
  await recognizer.close()
})

test('recognizeFormat: a content on which the thread crashes is unreadable, and the next file is recognized', async () => {
  const recognizer = createFormatRecognizer(new URL('stalling-recognition.fixture.ts', import.meta.url))
  await expect(recognizer.recognize(Buffer.from('crash'))).rejects.toMatchObject({ code: 'unknown-type' })
  expect(await recognizer.recognize(png)).toBe('png')
  await recognizer.close()
})
