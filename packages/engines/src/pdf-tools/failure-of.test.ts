import sharp from 'sharp'
import { expect, test } from 'vitest'
import { JobFailure } from '../process/job-failure.ts'
import { failureOf } from './failure-of.ts'

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work()
  } catch (error) {
    return failureOf(error).code
  }
  return 'none'
}

test('failureOf: a defect of the program is not damage of the file', async () => {
  const pages: { readonly size?: { readonly width: number } }[] = []
  expect(await codeOf(() => Reflect.get(Object(pages[0]?.size), 'width').toFixed())).toBe('internal')
  expect(await codeOf(() => JSON.parse('{'))).toBe('internal')
  expect(failureOf(new Error('no task')).code).toBe('internal')
  expect(failureOf('no error at all').code).toBe('internal')
})

test('failureOf: errors of decoders are damage of the file, and a lack of memory is named', async () => {
  expect(await codeOf(() => sharp(Buffer.from('no image')).toBuffer())).toBe('file-damaged')
  const nested = (depth: number): number => 1 + nested(depth + 1)
  expect(await codeOf(() => nested(0))).toBe('file-damaged')
  expect(await codeOf(() => 'x'.repeat(2 ** 30))).toBe('needs-too-much-memory')
  expect(failureOf(new JobFailure('password-needed')).code).toBe('password-needed')
})
