import { expect, test } from 'vitest'
import { batchKindIds, batchKinds, batchMaxBytes } from './batch.ts'
import { maxBytesFor } from './limits.ts'
import { operations } from './operations/registry.ts'
import { plans } from './plans.ts'

test('BATCH-01 kinds are in the order of their tabs', () => {
  expect(batchKindIds).toEqual(['images', 'documents', 'audio', 'video'])
})

test.each([
  ['BATCH-02', 'images', ['jpg', 'png', 'webp', 'gif', 'bmp', 'tiff']],
  ['BATCH-03', 'documents', ['pdf', 'docx', 'txt', 'rtf', 'html']],
  ['BATCH-04', 'audio', ['mp3', 'wav', 'ogg', 'flac', 'm4a']],
  ['BATCH-05', 'video', ['mp4', 'webm', 'avi', 'mov', 'mkv']],
] as const)('batchKinds: %s %s can be converted to %s', (_id, kind, outputs) => {
  expect(batchKinds[kind].outputs).toEqual(outputs)
})

test.each(batchKindIds)('batchKinds: the options of %s are valid for their operation', kind => {
  const { operation, options, outputs } = batchKinds[kind]
  for (const outputFormat of outputs)
    expect(operations[operation].options.safeParse({ ...options, outputFormat }).success).toBe(true)
})

test.each(['free', 'basic', 'pro'] as const)(
  'ALLOW-20 the file limit of a batch on %s matches the plan',
  plan => {
    expect(maxBytesFor(batchMaxBytes, plan)).toBe(plans[plan].batchFileBytes)
  },
)
