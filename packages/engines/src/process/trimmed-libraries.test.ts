import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { heifWithoutEncoder } from './trimmed-libraries.ts'

/** Prints the memory maps of a process that has loaded libheif. */
const program = `
  const koffi = require('koffi')
  koffi.load(process.env.LIBHEIF).func('int heif_get_version_number()')()
  process.stdout.write(require('node:fs').readFileSync('/proc/self/maps', 'utf8'))`

test('heifWithoutEncoder: libheif works, and no code of the encoder under the GPL is loaded', () => {
  const { env } = heifWithoutEncoder({ hasOwnPaths: false })
  expect(env.LIBHEIF).toBe('libheif.so.1')
  const maps = execFileSync(process.execPath, ['--eval', program], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  expect(maps).toMatch(/r-xp .*\/libheif\.so/)
  const encoder = maps.split('\n').filter(line => line.includes('x265'))
  expect(encoder.length).toBeGreaterThan(0)
  for (const line of encoder) expect(line).toMatch(/ [-r][-w]-p .*filesmith-libraries-/)
})
