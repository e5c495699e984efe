import { expect, test } from 'vitest'
import { describeClock, describeMigrations } from './check-database.ts'
import { describeEngine } from './check-engines.ts'
import { describeMachine } from './check-machine.ts'
import { describeFault } from './finding.ts'

const applied = (...hashes: string[]) => hashes.map((hash, createdAt) => ({ hash, createdAt }))

test.each([
  [undefined, 'ok', 'created at first start'],
  [applied('a', 'b'), 'ok', 'up to date'],
  [applied('a'), 'ok', '1 pending migrations, applied at next start'],
  [applied('a', 'b', 'c'), 'problem', 'belongs to a newer version of Filesmith'],
  [applied('a', 'x'), 'problem', 'belongs to a newer version of Filesmith'],
])('describeMigrations: applied %j is reported as %s', (migrations, status, found) => {
  expect(describeMigrations(migrations, ['a', 'b'])).toMatchObject({ status, found })
})

test.each([
  [400, 'ok', 'in sync with this machine'],
  [-9_000, 'warning', '9 s behind this machine'],
  [120_000, 'problem', '120 s ahead of this machine'],
])('describeClock: %i ms ahead is reported as %s', (aheadMs, status, found) => {
  expect(describeClock(aheadMs)).toMatchObject({ status, found })
})

test('describeEngine: names the package to install; a disabled engine is ok', () => {
  const reason = 'The program ffmpeg is missing; install the package "ffmpeg".'
  expect(describeEngine({ engine: 'ffmpeg', isAvailable: false, reason })).toEqual({
    area: 'engines',
    name: 'ffmpeg',
    status: 'problem',
    found: reason,
    fix: 'sudo apt-get install --no-install-recommends ffmpeg',
  })
  const off = 'Switched off by the settings.'
  expect(describeEngine({ engine: 'speech', isAvailable: false, reason: off })).toMatchObject({
    status: 'ok',
  })
})

test('describeMachine: warns when engines may use more cores or memory than there are', () => {
  const settings = { ENGINE_PROCESSES: 8, SPEECH_PROCESSES: 1, SPEECH_URL: undefined, DISABLED_ENGINES: [] }
  const gigabyte = 1024 ** 3
  const small = describeMachine(settings, { cores: 2, memoryBytes: 4 * gigabyte })
  expect(small.map(({ status }) => status)).toEqual(['warning', 'warning'])
  const large = describeMachine(settings, { cores: 8, memoryBytes: 16 * gigabyte })
  expect(large.map(({ status }) => status)).toEqual(['ok', 'ok'])
})

test('describeFault: removes credentials from URLs', () => {
  const fault = new Error('no answer from postgresql://anna:secret@db.example:5432/filesmith\nat somewhere')
  expect(describeFault(fault)).toBe('no answer from postgresql://***@db.example:5432/filesmith')
})
