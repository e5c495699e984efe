import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDatabasePassword, loadDatabasePassword } from './database-password.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-password-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('loadDatabasePassword: creates it once, readable only by the owner', async () => {
  expect(await findDatabasePassword(dataDir)).toBeUndefined()
  const passwords = await Promise.all([loadDatabasePassword(dataDir), loadDatabasePassword(dataDir)])
  expect(new Set([...passwords, await findDatabasePassword(dataDir)]).size).toBe(1)
  expect(passwords[0]).toMatch(/^[\w-]{43}$/)
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['postgres-password'])
})
