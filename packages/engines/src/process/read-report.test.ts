import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readReport } from './read-report.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-report-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('readReport: reads a short report and refuses a long one unread', async () => {
  const path = join(folder, 'report.json')
  await writeFile(path, '{"pages":1}')
  expect(await readReport(path)).toBe('{"pages":1}')
  await expect(readReport(path, 10)).rejects.toMatchObject({ code: 'needs-too-much-memory' })
  await truncate(path, 64 * 1024 ** 3)
  await expect(readReport(path)).rejects.toMatchObject({ code: 'needs-too-much-memory' })
})
