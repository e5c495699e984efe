import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSocketFolder } from './start-embedded-postgres.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-socket-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

test('makeSocketFolder: uses a private folder in the data folder', async () => {
  const folder = await createSocketFolder(dataDir, 'a password')
  expect(dirname(folder)).toBe(dataDir)
  expect(basename(folder)).toMatch(/^postgres-socket-[\w-]{16}$/)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await createSocketFolder(dataDir, 'a password')).toBe(folder)
})

test('makeSocketFolder: the path depends on the password, so that no sandboxed program can guess it', async () => {
  const folders = await Promise.all(['one', 'other'].map(password => createSocketFolder(dataDir, password)))
  expect(new Set(folders).size).toBe(2)
})

test('makeSocketFolder: uses the temporary folder if the path is too long for a socket', async () => {
  const [one, other] = [join(dataDir, 'x'.repeat(100)), join(dataDir, 'y'.repeat(100))]
  const folders = await Promise.all([
    createSocketFolder(one, 'a password'),
    createSocketFolder(one, 'a password'),
    createSocketFolder(other, 'a password'),
  ])
  expect(folders[0]).toBe(folders[1])
  expect(folders[0]).not.toBe(folders[2])
  for (const folder of new Set(folders)) {
    expect(`${folder}/.s.PGSQL.5432`.length).toBeLessThanOrEqual(107)
    await rm(folder, { recursive: true })
  }
})

test('makeSocketFolder: rejects a folder that is accessible to other users', async () => {
  const folder = await createSocketFolder(dataDir, 'a password')
  await chmod(folder, 0o755)
  await expect(createSocketFolder(dataDir, 'a password')).rejects.toThrow(folder)
})
