import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readSettings, SettingsError } from './config.ts'
import { settingsTable } from './settings-table.ts'

test('the defaults need nothing from the environment', () => {
  expect(readSettings({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', STORAGE: 'disk', SANDBOX: 'auto' })
})

test('an empty value counts as not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
})

test.each([
  [{ PORT: 'eighty' }, /^PORT: /],
  [{ PORT: '70000' }, /^PORT: /],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must begin with postgresql://'],
  [{ SANDBOX: 'maybe' }, /^SANDBOX: /],
  [{ STORAGE: 's3' }, 'S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: needed when STORAGE is s3'],
  [{ COOKIE_SECRET: 'short' }, /^COOKIE_SECRET: /],
  [{ DISABLED_ENGINES: 'sharp, photoshop' }, /^DISABLED_ENGINES/],
])('%j is refused with a line that names the setting', (env, message) => {
  expect(() => readSettings(env)).toThrow(SettingsError)
  expect(() => readSettings(env)).toThrow(message)
})

test('docs/configuration.md lists every setting with its meaning and default', async () => {
  const page = await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  for (const row of settingsTable()) expect(page).toContain(row)
})
