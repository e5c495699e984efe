import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFileLock } from './start-embedded-postgres.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-lock-'))
  path = join(folder, 'lock')
})

afterEach(() => rm(folder, { recursive: true }))

test('withFileLock: runs one action at a time, and all of them eventually', async () => {
  let inside = 0
  let mostInside = 0
  const run = () =>
    withFileLock(path, { timeoutMs: 20_000 }, async () => {
      mostInside = Math.max(mostInside, ++inside)
      await new Promise(resolve => setImmediate(resolve))
      inside--
      return 'done'
    })
  expect(await Promise.all([run(), run(), run(), run()])).toEqual(Array(4).fill('done'))
  expect(mostInside).toBe(1)
})

test('withFileLock: releases the lock and rethrows when the action fails', async () => {
  const failure = new Error('no')
  const failing = withFileLock(path, { timeoutMs: 1000 }, () => Promise.reject(failure))
  await expect(failing).rejects.toBe(failure)
  expect(await withFileLock(path, { timeoutMs: 1000 }, async () => 'mine')).toBe('mine')
})

test('withFileLock: times out with an error that names the path', async () => {
  await withFileLock(path, { timeoutMs: 1000 }, async () => {
    await expect(withFileLock(path, { timeoutMs: 50 }, async () => {})).rejects.toThrow(path)
  })
})

test('withFileLock: the lock of a killed process is released', async () => {
  const module = new URL('./start-embedded-postgres.ts', import.meta.url).href
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
