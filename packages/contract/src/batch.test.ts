import { expect, test } from 'vitest'
import { batchKindIds, batchKinds, batchMaxBytes } from './batch.ts'
import { maxBytesFor } from './limits.ts'
import { operations } from './operations/registry.ts'
import { plans } from './plans.ts'

test('BATCH-01 kinds are in the order of their tabs', () => {
  expect(batchKindIds).toEqual(['images', 'documents', 'audio', 'video'])
})

test.each([
  ['images', ['jpg', 'png', 'webp', 'gif', 'bmp', 'tiff']],
  ['documents', ['pdf', 'docx', 'txt', 'rtf', 'html']],
  ['audio', ['mp3', 'wav', 'ogg', 'flac', 'm4a']],
  ['video', ['mp4', 'webm', 'avi', 'mov', 'mkv']],
] as const)('BATCH-02 BATCH-03 BATCH-04 BATCH-05 batchKinds: %s convert to %s', (kind, outputs) => {
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
