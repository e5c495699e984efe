/** Checks that DATA_DIR is writable, has free space, and that its secrets are not readable by other users. */
import { mkdtemp, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import { databasePasswordName } from '../adapters/embedded-postgres/database-password.ts'
import type { Settings } from '../config.ts'
import { describeFault, describeGigabytes, type Finding } from './finding.ts'

const secretNames = ['secrets.json', databasePasswordName]
const recommendedFreeBytes = 5 * 1024 ** 3

export async function checkDataFolder({
  DATA_DIR: dataDir,
  MIN_FREE_DISK_MB,
}: Pick<Settings, 'DATA_DIR' | 'MIN_FREE_DISK_MB'>): Promise<Finding[]> {
  const found = await stat(dataDir).catch(() => undefined)
  const folder = found ? dataDir : await nearestExisting(dirname(dataDir))
  const suffix = found ? '' : ' (not created yet)'
  return [
    await checkWriting(dataDir, folder, suffix),
    await checkFreeSpace(folder, MIN_FREE_DISK_MB * bytesPerMegabyte),
    ...(await checkSecrets(dataDir)),
  ]
}

async function nearestExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  return exists || path === dirname(path) ? path : nearestExisting(dirname(path))
}

/** Probes by writing: this covers permissions, read-only file systems and full disks. */
async function checkWriting(dataDir: string, folder: string, suffix: string): Promise<Finding> {
  const about = { area: 'data', name: 'DATA_DIR' } as const
  try {
    await rmdir(await mkdtemp(join(folder, '.doctor-')))
    return { ...about, status: 'ok', found: `${dataDir}${suffix}` }
  } catch (error) {
    return {
      ...about,
      status: 'problem',
      found: `${folder} is not writable: ${describeFault(error)}`,
      fix: 'Make it writable for the user that runs Filesmith, or set DATA_DIR to another folder.',
    }
  }
}

async function checkFreeSpace(folder: string, minFreeBytes: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  const status = freeBytes < minFreeBytes ? 'problem' : freeBytes < recommendedFreeBytes ? 'warning' : 'ok'
  return {
    area: 'data',
    name: 'free space',
    status,
    found: `${describeGigabytes(freeBytes)} free; uploads are rejected below ${describeGigabytes(minFreeBytes)} (MIN_FREE_DISK_MB)`,
    ...(status !== 'ok' && {
      fix: 'Free disk space or move DATA_DIR to a larger disk.',
    }),
  }
}

async function checkSecrets(dataDir: string): Promise<Finding[]> {
  return (await Promise.all(secretNames.map(name => checkSecret(dataDir, name)))).flat()
}

async function checkSecret(dataDir: string, name: string): Promise<Finding[]> {
  const path = join(dataDir, name)
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  const mode = (found.mode & 0o777).toString(8).padStart(3, '0')
  const about = { area: 'data', name, found: `mode ${mode}` } as const
  if ((found.mode & 0o077) === 0) return [{ ...about, status: 'ok' }]
  return [{ ...about, status: 'problem', fix: `Readable by other users: chmod 600 ${path}` }]
}
