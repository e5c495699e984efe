import { expect, test } from 'vitest'
import { JobFailure } from '../process/job-failure.ts'
import { lacksEnd, unlessDamaged } from './damage.ts'

test('lacksEnd: objects after the last end mark belong to an incomplete version', () => {
  const version = '%PDF-1.7\n1 0 obj<<>>endobj\nstartxref\n0\n%%EOF\n'
  expect(lacksEnd(Buffer.from(version))).toBe(false)
  expect(lacksEnd(Buffer.from(`${version}garbage`))).toBe(false)
  expect(lacksEnd(Buffer.from(`${version}2 0 obj<<>>endobj\n`))).toBe(true)
  expect(lacksEnd(Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj'))).toBe(true)
})

test('unlessDamaged: replaces damage by the alternative, and nothing else', async () => {
  const failing = (code: string) => () => Promise.reject(new JobFailure(code))
  expect(await unlessDamaged(async () => 1, 2)).toBe(1)
  expect(await unlessDamaged(failing('file-damaged'), 2)).toBe(2)
  await expect(unlessDamaged(failing('document-too-long'), 2)).rejects.toMatchObject({
    code: 'document-too-long',
  })
})
