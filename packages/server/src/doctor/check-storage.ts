/** Checks that the storage writes, reads and deletes a small object. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Settings } from '../config.ts'
import { openStorage } from '../open-services.ts'
import type { Storage } from '../ports/storage.ts'
import { describeFault, type Finding } from './finding.ts'

export async function checkStorage(settings: Settings): Promise<Finding> {
  const isDisk = settings.STORAGE === 'disk'
  const about = { area: 'storage', name: isDisk ? 'disk' : 'S3' } as const
  // Opening the storage would create its folders.
  if (isDisk && !existsSync(join(settings.DATA_DIR, 'storage')))
    return { ...about, status: 'ok', found: 'created at first start' }
  try {
    const storage = await openStorage(settings)
    try {
      await roundTrip(storage)
    } finally {
      await storage.close()
    }
    return { ...about, status: 'ok', found: 'writes, reads and deletes' }
  } catch (error) {
    const fix = isDisk
      ? 'Make DATA_DIR/storage writable for the user that runs Filesmith, and check that the disk is not full.'
      : 'Check that S3_ENDPOINT is reachable, S3_BUCKET exists, and the key may write, read and delete there.'
    return { ...about, status: 'problem', found: describeFault(error), fix }
  }
}

async function roundTrip(storage: Storage): Promise<void> {
  const key = `doctor/${randomUUID()}`
  const content = Buffer.from(key)
  try {
    await storage.write(key, Readable.from([content]))
    if (!(await buffer(await storage.read(key))).equals(content))
      throw new Error('the object read back differs from the one written')
  } finally {
    await storage.remove(key)
  }
  if (await storage.stat(key)) throw new Error('the object still exists after deletion')
}
