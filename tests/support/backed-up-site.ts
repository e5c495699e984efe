/** A Filesmith with an account and a picture, a backup of it, and places to restore that into. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUpToFile } from '../../packages/server/src/backup/run-backup.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { createTestDatabase, type TestDatabase } from './create-database.ts'
import { drawJpeg } from './images.ts'
import { createMember, type Member } from './member.ts'
import { startFilesmith, type TestFilesmith } from './start-filesmith.ts'

export type Place = { readonly DATA_DIR: string; readonly DATABASE_URL: string }

export interface BackedUpSite {
  readonly filesmith: TestFilesmith
  /** For whatever a test writes. */
  readonly folder: string
  readonly member: Member
  readonly image: Buffer
  readonly backupPath: string
  emptyPlace(): Promise<Place>
  /** One with an account of its own and a file, whose processes have ended. */
  usedPlace(): Promise<Place>
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

  async function emptyPlace(): Promise<Place> {
    const database = await createTestDatabase()
    databases.push(database)
    return { DATA_DIR: await mkdtemp(join(folder, 'place-')), DATABASE_URL: database.url }
  }

  return {
    filesmith,
    folder,
    member,
    image,
    backupPath,
    emptyPlace,
    async usedPlace() {
      const place = await emptyPlace()
      const other = await startFilesmith(place, { hasWorker: false })
      const somebody = await createMember(other.baseUrl)
      await somebody.upload(await drawJpeg(64, 64), 'small.jpg')
      await other.stop()
      return place
    },
    async stop() {
      await filesmith.stop()
      for (const database of databases) await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
