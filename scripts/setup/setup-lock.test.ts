import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rootFolder } from '../root-folder.mjs'
import { withSetupLock } from './setup-lock.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filesmith-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('withSetupLock: two set-ups run one after the other', async () => {
  const lockPath = join(folder, 'lock')
  const events: string[] = []
  const started = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const first = withSetupLock(lockPath, async () => {
    events.push('first begins')
    started.resolve()
    await mayEnd.promise
    events.push('first ends')
  })
  await started.promise
  const second = withSetupLock(lockPath, async () => events.push('second begins'))
  mayEnd.resolve()
  await Promise.all([first, second])
  expect(events).toEqual(['first begins', 'first ends', 'second begins'])
})

test('withSetupLock: releases the lock when the work fails', async () => {
  const lockPath = join(folder, 'lock')
  const failing = withSetupLock(lockPath, async () => Promise.reject(new Error('no network')))
  await expect(failing).rejects.toThrow('no network')
  expect(await withSetupLock(lockPath, async () => 'done')).toBe('done')
})

test('withSetupLock: a killed set-up leaves no lock behind', async () => {
  const lockPath = join(folder, 'lock')
  const source = `
    import { withSetupLock } from ${JSON.stringify(join(rootFolder, 'scripts/setup/setup-lock.mjs'))}
    await withSetupLock(${JSON.stringify(lockPath)}, () => {
      console.log('locked')
      return new Promise(resolve => setInterval(resolve, 2 ** 30))
    })`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  holder.kill('SIGKILL')
  expect(await withSetupLock(lockPath, async () => 'done')).toBe('done')
})
