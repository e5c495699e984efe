import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSocketFolder } from './socket-folder.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-socket-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

test('the folder stands in the data folder and is private', async () => {
  const folder = await makeSocketFolder(dataDir)
  expect(folder).toBe(join(dataDir, 'postgres-socket'))
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await makeSocketFolder(dataDir)).toBe(folder)
})

test('a data folder with a long path gets one of its own in the temporary folder', async () => {
  const [one, other] = [join(dataDir, 'x'.repeat(100)), join(dataDir, 'y'.repeat(100))]
  const folders = await Promise.all([makeSocketFolder(one), makeSocketFolder(one), makeSocketFolder(other)])
  expect(folders[0]).toBe(folders[1])
  expect(folders[0]).not.toBe(folders[2])
  for (const folder of new Set(folders)) {
    expect(`${folder}/.s.PGSQL.5432`.length).toBeLessThanOrEqual(107)
    await rm(folder, { recursive: true })
  }
})

test('a folder that others may enter is refused', async () => {
  const folder = await makeSocketFolder(dataDir)
  await chmod(folder, 0o755)
  await expect(makeSocketFolder(dataDir)).rejects.toThrow(folder)
})
