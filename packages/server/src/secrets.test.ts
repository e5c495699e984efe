import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-secrets-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('loadSecrets: creates secrets once, readable only by the owner', async () => {
  const first = await loadSecrets(dataDir)
  expect(await loadSecrets(dataDir)).toEqual(first)
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
})

test('loadSecrets: two installations get different secrets', async () => {
  const other = await loadSecrets(join(dataDir, 'other'))
  expect(other.cookieSecret).not.toBe((await loadSecrets(dataDir)).cookieSecret)
})
