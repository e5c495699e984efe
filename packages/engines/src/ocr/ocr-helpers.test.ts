import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../process/sandbox.ts'
import { defaultEngineSettings } from '../runtime.ts'
import { startOcrHelpers } from './ocr-helpers.ts'

test('a look that does not end in the time of a page ends in an error and leaves nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-ocr-helpers-'))
  // Shorter than it takes to load the model that tells languages.
  const ocr = { ...defaultEngineSettings.ocr, pageTimeoutMs: 1 }
  const settings = { ...defaultEngineSettings, helpersPerEngine: 1, ocr }
  const helpers = await startOcrHelpers(settings, await createSandbox('required', () => {}))
  try {
    const { signal } = new AbortController()
    const file = { path: '/dev/null', format: 'png', folder, signal } as const
    await expect(helpers.identify(file, ['The harbour opens at seven.'])).rejects.toMatchObject({
      code: 'took-too-long',
    })
    expect(await readdir(folder)).toEqual([])
  } finally {
    await helpers.close()
    await rm(folder, { recursive: true })
  }
})
