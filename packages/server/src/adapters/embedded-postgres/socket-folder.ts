/** Folder of the server's Unix socket, accessible only to its owner. */
import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** sun_path holds 107 bytes. */
const maxFolderBytes = 107 - '/.s.PGSQL.5432'.length

export async function createSocketFolder(dataDir: string): Promise<string> {
  const folder = socketFolderFor(dataDir)
  await mkdir(folder, { mode: 0o700 }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  // The temporary folder is world-writable: another user may have created the folder to intercept connections.
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new Error(
      `The folder ${folder} must be owned by and accessible only to the user that runs Filesmith.`,
    )
  }
  return folder
}

function socketFolderFor(dataDir: string): string {
  const near = join(dataDir, 'postgres-socket')
  if (Buffer.byteLength(near) <= maxFolderBytes) return near
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `filesmith-${name}`)
}
