/** Whether the storage takes a small object, gives it back as it was, and removes it. */
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
  // Opening it would make its folders.
  if (isDisk && !existsSync(join(settings.DATA_DIR, 'storage')))
    return { ...about, status: 'ok', found: 'made at the first start' }
  try {
    const storage = await openStorage(settings)
    try {
      await tryOut(storage)
    } finally {
      await storage.close()
    }
    return { ...about, status: 'ok', found: 'writes, reads and deletes' }
  } catch (error) {
    const fix = isDisk
      ? 'Give DATA_DIR/storage to the user who runs Filesmith, and see that the disk is not full.'
      : 'See that S3_ENDPOINT answers, S3_BUCKET exists, and the key may write, read and delete there.'
    return { ...about, status: 'problem', found: describeFault(error), fix }
  }
}

async function tryOut(storage: Storage): Promise<void> {
  const key = `doctor/${randomUUID()}`
  const content = Buffer.from(key)
  try {
    await storage.write(key, Readable.from([content]))
    if (!(await buffer(await storage.read(key))).equals(content))
      throw new Error('it gives back other bytes than it was given')
  } finally {
    await storage.remove(key)
  }
  if (await storage.stat(key)) throw new Error('it does not delete')
}
