import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFileLock } from './with-file-lock.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-lock-'))
  path = join(folder, 'lock')
})

afterEach(() => rm(folder, { recursive: true }))

test('one at a time, and everybody in the end', async () => {
  let inside = 0
  let mostInside = 0
  const visit = () =>
    withFileLock(path, { timeoutMs: 20_000 }, async () => {
      mostInside = Math.max(mostInside, ++inside)
      await new Promise(resolve => setImmediate(resolve))
      inside--
      return 'was here'
    })
  expect(await Promise.all([visit(), visit(), visit(), visit()])).toEqual(Array(4).fill('was here'))
  expect(mostInside).toBe(1)
})

test('a failing holder gives the lock back and its failure on', async () => {
  const failure = new Error('no')
  const failing = withFileLock(path, { timeoutMs: 1000 }, () => Promise.reject(failure))
  await expect(failing).rejects.toBe(failure)
  expect(await withFileLock(path, { timeoutMs: 1000 }, async () => 'mine')).toBe('mine')
})

test('a lock that stays taken is an error with its path', async () => {
  await withFileLock(path, { timeoutMs: 1000 }, async () => {
    await expect(withFileLock(path, { timeoutMs: 50 }, async () => {})).rejects.toThrow(path)
  })
})

test('a killed holder loses the lock', async () => {
  const module = new URL('./with-file-lock.ts', import.meta.url).href
  const script = `
    const { withFileLock } = await import(${JSON.stringify(module)})
    await withFileLock(${JSON.stringify(path)}, { timeoutMs: 1000 }, async () => {
      console.log('held')
      await new Promise(resolve => setTimeout(resolve, 2 ** 30))
    })`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  await expect(withFileLock(path, { timeoutMs: 50 }, async () => {})).rejects.toThrow(path)
  holder.kill('SIGKILL')
  expect(await withFileLock(path, { timeoutMs: 10_000 }, async () => 'mine')).toBe('mine')
})
