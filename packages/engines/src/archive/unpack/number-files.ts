/** Moves the files of an unpacked tree to numbers. Links are never followed, and links and devices never moved. */
import { chmod, lstat, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { entryName } from './file-writer.ts'
import type { UnpackedEntry, UnpackedList } from './job.ts'

const slash = Buffer.from('/')

export async function numberFiles(
  tree: string,
  outFolder: string,
): Promise<Pick<UnpackedList, 'entries' | 'leftOut'>> {
  const entries: UnpackedEntry[] = []
  let leftOut = 0
  let count = 0

  /** Paths are bytes, since names need not be text. */
  async function visit(folder: Buffer, name: Buffer): Promise<void> {
    // Folders of an archive may be closed to their owner.
    await chmod(folder, 0o700)
    for (const child of await readdir(folder, { encoding: 'buffer' })) {
      const path = Buffer.concat([folder, slash, child])
      const childName = name.length === 0 ? child : Buffer.concat([name, slash, child])
      const found = await lstat(path)
      const modifiedAtMs = Math.trunc(found.mtimeMs)
      if (found.isDirectory()) {
        entries.push({ file: null, name: `${entryName(childName)}/`, modifiedAtMs })
        await visit(path, childName)
      } else if (found.isFile() && found.nlink === 1) {
        const file = count++
        await chmod(path, 0o600)
        await rename(path, join(outFolder, String(file)))
        entries.push({ file, name: entryName(childName), modifiedAtMs })
      } else leftOut += 1
    }
  }

  const isThere = await lstat(tree).then(
    found => found.isDirectory(),
    () => false,
  )
  if (isThere) await visit(Buffer.from(tree), Buffer.alloc(0))
  return { entries, leftOut }
}
