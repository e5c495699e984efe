/** Whether DATA_DIR can be written, has room, and keeps its secrets to itself. */
import { mkdtemp, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import type { Settings } from '../config.ts'
import { describeFault, describeGigabytes, type Finding } from './finding.ts'

const comfortableBytes = 5 * 1024 ** 3

export async function checkDataFolder({
  DATA_DIR: dataDir,
  MIN_FREE_DISK_MB,
}: Pick<Settings, 'DATA_DIR' | 'MIN_FREE_DISK_MB'>): Promise<Finding[]> {
  const found = await stat(dataDir).catch(() => undefined)
  const folder = found ? dataDir : await nearestFolder(dirname(dataDir))
  const suffix = found ? '' : ' (not made yet)'
  return [
    await checkWriting(dataDir, folder, suffix),
    await checkRoom(folder, MIN_FREE_DISK_MB * bytesPerMegabyte),
    ...(await checkSecrets(dataDir)),
  ]
}

async function nearestFolder(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  return isThere || path === dirname(path) ? path : nearestFolder(dirname(path))
}

/** Asked by doing it: permissions, read-only disks and full ones all say the same. */
async function checkWriting(dataDir: string, folder: string, suffix: string): Promise<Finding> {
  const about = { area: 'data', name: 'DATA_DIR' } as const
  try {
    await rmdir(await mkdtemp(join(folder, '.doctor-')))
    return { ...about, status: 'ok', found: `${dataDir}${suffix}` }
  } catch (error) {
    return {
      ...about,
      status: 'problem',
      found: `${folder} cannot be written: ${describeFault(error)}`,
      fix: 'Give it to the user who runs Filesmith, or set DATA_DIR to a folder that this user can write.',
    }
  }
}

async function checkRoom(folder: string, minFreeBytes: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  const status = freeBytes < minFreeBytes ? 'problem' : freeBytes < comfortableBytes ? 'warning' : 'ok'
  return {
    area: 'data',
    name: 'free space',
    status,
    found: `${describeGigabytes(freeBytes)} beside DATA_DIR; no uploads below ${describeGigabytes(minFreeBytes)} (MIN_FREE_DISK_MB)`,
    ...(status !== 'ok' && {
      fix: 'Make room, or move DATA_DIR to a larger disk: uploads, jobs and results need it.',
    }),
  }
}

async function checkSecrets(dataDir: string): Promise<Finding[]> {
  const path = join(dataDir, 'secrets.json')
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  const mode = (found.mode & 0o777).toString(8).padStart(3, '0')
  const about = { area: 'data', name: 'secrets.json', found: `mode ${mode}` } as const
  if ((found.mode & 0o077) === 0) return [{ ...about, status: 'ok' }]
  return [{ ...about, status: 'problem', fix: `Others can read it: chmod 600 ${path}` }]
}
