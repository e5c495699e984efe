/** A Filesmith with an account and an image, a backup of it, and installations to restore into. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUpToFile } from '../../packages/server/src/backup/run-backup.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { createTestDatabase, type TestDatabase } from './create-database.ts'
import { drawJpeg } from './images.ts'
import { createMember, type Member } from './member.ts'
import { startFilesmith, type TestFilesmith } from './start-filesmith.ts'

export type Installation = { readonly DATA_DIR: string; readonly DATABASE_URL: string }

export interface BackedUpSite {
  readonly filesmith: TestFilesmith
  /** Scratch folder of the test. */
  readonly folder: string
  readonly member: Member
  readonly image: Buffer
  readonly backupPath: string
  emptyInstallation(): Promise<Installation>
  /** A stopped installation with another account and a file. */
  usedInstallation(): Promise<Installation>
  stop(): Promise<void>
}

export async function startBackedUpSite(): Promise<BackedUpSite> {
  const databases: TestDatabase[] = []
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-backup-'))
  const filesmith = await startFilesmith({}, { hasWorker: false })
  const member = await createMember(filesmith.baseUrl)
  const image = await drawJpeg()
  await member.upload(image, 'photo.jpg')
  const backupPath = join(folder, 'backup.tar')
  await backUpToFile(filesmith.settings, backupPath, createLog('silent', 'test'))

  async function emptyInstallation(): Promise<Installation> {
    const database = await createTestDatabase()
    databases.push(database)
    return { DATA_DIR: await mkdtemp(join(folder, 'installation-')), DATABASE_URL: database.url }
  }

  return {
    filesmith,
    folder,
    member,
    image,
    backupPath,
    emptyInstallation,
    async usedInstallation() {
      const installation = await emptyInstallation()
      const other = await startFilesmith(installation, { hasWorker: false })
      const member = await createMember(other.baseUrl)
      await member.upload(await drawJpeg(64, 64), 'small.jpg')
      await other.stop()
      return installation
    },
    async stop() {
      await filesmith.stop()
      for (const database of databases) await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
