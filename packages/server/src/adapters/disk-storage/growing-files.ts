/** Resumable objects: appended to in a separate folder and moved into place by `seal`. */
import { constants, open } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { Storage } from '../../ports/storage.ts'
import { checkKey } from '../storage-key.ts'
import { withSource } from '../with-source.ts'
import { undefinedIfMissing } from './disk-error.ts'
import { finishFile } from './finish-file.ts'
import { inFolderOf, placeFile, removeFile, statFile } from './object-folder.ts'
import { writeStreamToFile } from './write-stream-to-file.ts'

type GrowingFiles = Pick<Storage, 'append' | 'appendedBytes' | 'seal'>

export function createGrowingFiles(growingDir: string, objectsDir: string): GrowingFiles {
  async function appendedBytes(key: string): Promise<number> {
    checkKey(key)
    return (await statFile(join(growingDir, key)))?.size ?? 0
  }

  return {
    appendedBytes,

    append: (key, offsetBytes, source) =>
      withSource(source, async () => {
        const startBytes = await appendedBytes(key)
        if (offsetBytes !== startBytes) {
          throw new AppError('invalid-request', { reason: `This upload continues at byte ${startBytes}.` })
        }
        const path = join(growingDir, key)
        await using file = await inFolderOf(path, () =>
          open(path, constants.O_WRONLY | constants.O_CREAT, 0o600),
        )
        return { lengthBytes: await writeStreamToFile(source, file, startBytes) }
      }),

    async seal(key) {
      checkKey(key)
      const from = join(growingDir, key)
      const to = join(objectsDir, key)
      // Read-only is enough, and also works for a file whose sealing was interrupted.
      const file = await open(from, 'r').catch(undefinedIfMissing)
      if (file) {
        await finishFile(file).finally(() => file.close())
        await placeFile(from, to).catch(undefinedIfMissing)
        await removeFile(growingDir, key)
      }
      if (!(await statFile(to))) throw new AppError('not-found')
    },
  }
}
