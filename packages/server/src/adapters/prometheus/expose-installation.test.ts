import { tmpdir } from 'node:os'
import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import type { InstallationReader } from '../../database/installation-reader.ts'
import { exposeInstallation } from './expose-installation.ts'
import { openRegistry } from './open-registry.ts'

const working: InstallationReader = {
  read: async () => ({
    queues: [{ queueClass: 'short', engines: 'sharp', waiting: 3, running: 1, oldestWaitSeconds: 4.5 }],
    workers: 2,
    workersByEngine: new Map([['sharp', 2]]),
    mailsWaiting: 0,
    failuresOfLastDay: [{ code: 'internal', count: 1 }],
  }),
  readStored: async () => ({ uploadBytes: 10, resultBytes: 20 }),
}

async function pageOf(reader: InstallationReader): Promise<string> {
  const registry = openRegistry(tmpdir())
  exposeInstallation(registry, reader)
  return (await registry.read()).text
}

test('exposeInstallation: exposes the installation metrics', async () => {
  const page = await pageOf(working)
  expect(page).toContain('filesmith_queue_jobs{lane="short",engines="sharp",state="waiting"} 3')
  expect(page).toContain('filesmith_failed_conversions{code="internal",fault="ours"} 1')
  expect(page).toContain('filesmith_database_up 1')
})

test('exposeInstallation: an unavailable or hanging database does not affect other metrics', async () => {
  const unavailable = async () => {
    throw new AppError('unavailable')
  }
  const hanging = () => new Promise<never>(() => undefined)
  for (const read of [unavailable, hanging]) {
    const page = await pageOf({ ...working, read })
    expect(page).toContain('filesmith_database_up 0')
    expect(page).not.toMatch(/^filesmith_queue_jobs\{/m)
    expect(page).not.toMatch(/^filesmith_stored_bytes\{/m)
    expect(page).toContain('process_resident_memory_bytes')
  }
})
