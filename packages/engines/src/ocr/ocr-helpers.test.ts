import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../process/sandbox.ts'
import { defaultEngineSettings } from '../runtime.ts'
import { startOcrHelpers } from './ocr-helpers.ts'

test('OcrHelpers.identify: times out with took-too-long and leaves no files behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-ocr-helpers-'))
  // Shorter than loading the language identification model takes.
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
