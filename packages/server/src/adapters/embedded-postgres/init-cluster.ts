/** Creates the database cluster on the first start, atomically by renaming a finished folder into place. */
import { execFile } from 'node:child_process'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { unprivilegedCommand } from './unprivileged-command.ts'

const run = promisify(execFile)
const majorVersion = '18'
const unfinishedPrefix = 'postgres.unfinished-'

export const superuser = 'filesmith'

/** Requires the launch lock. */
export async function ensureCluster(
  binaries: PostgresBinaries,
  dataDir: string,
  options: { readonly isDurable: boolean; readonly passwordPath: string },
): Promise<{ isNew: boolean }> {
  const clusterDir = join(dataDir, 'postgres')
  await removeUnfinished(dataDir)
  if (await isCluster(clusterDir)) return { isNew: false }
  const unfinishedDir = join(dataDir, `${unfinishedPrefix}${process.pid}`)
  const command = unprivilegedCommand(binaries.initdb, [
    `--pgdata=${unfinishedDir}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Also on the socket in its private folder: programs in the second sandbox run as the same user.
    '--auth=scram-sha-256',
    `--pwfile=${options.passwordPath}`,
    '--no-instructions',
    ...(options.isDurable ? [] : ['--no-sync']),
  ])
  await run(command.program, command.args, { env: binaries.env, cwd: dataDir }).catch(error => {
    throw new Error(
      `PostgreSQL could not initialize its data folder: ${String(error.stderr ?? error).trim()}`,
    )
  })
  await rename(unfinishedDir, clusterDir)
  if (options.isDurable) await syncFolder(dataDir)
  return { isNew: true }
}

async function isCluster(clusterDir: string): Promise<boolean> {
  const found = await stat(clusterDir).catch(() => undefined)
  if (!found) return false
  if (found.uid !== process.getuid?.()) {
    throw new Error(`${clusterDir} belongs to another user: start Filesmith as that user or change DATA_DIR.`)
  }
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined && version.trim() !== majorVersion) {
    throw new Error(
      `${clusterDir} was created by PostgreSQL ${version.trim()}, this version embeds PostgreSQL ${majorVersion}.`,
    )
  }
  return version !== undefined
}

async function removeUnfinished(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter(name => name.startsWith(unfinishedPrefix))
  // The initdb of a killed launcher may still be writing there; the next start removes the rest.
  await Promise.allSettled(names.map(name => rm(join(dataDir, name), { recursive: true })))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
