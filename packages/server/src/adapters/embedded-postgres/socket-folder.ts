/** Where the server's Unix socket stands: a folder that only its owner can enter. */
import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The kernel takes 107 bytes for a socket's path. */
const maxFolderBytes = 107 - '/.s.PGSQL.5432'.length

export async function makeSocketFolder(dataDir: string): Promise<string> {
  const folder = socketFolderFor(dataDir)
  await mkdir(folder, { mode: 0o700 }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  // The shared temporary folder is open to everybody: somebody else may have been there first.
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new Error(`The folder ${folder} must belong to the user who starts Filesmith, and to nobody else.`)
  }
  return folder
}

function socketFolderFor(dataDir: string): string {
  const near = join(dataDir, 'postgres-socket')
  if (Buffer.byteLength(near) <= maxFolderBytes) return near
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `filesmith-${name}`)
}
