import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeJobFolder, removeOrphanedJobFolders } from './job-folder.ts'

let jobsDir: string

beforeEach(async () => {
  jobsDir = await mkdtemp(join(tmpdir(), 'filesmith-jobs-'))
})
afterEach(() => rm(jobsDir, { recursive: true, force: true }))

async function ownFolderName(): Promise<string> {
  const folder = await makeJobFolder(jobsDir)
  return basename(join(folder.filePath(0, 'png'), '..'))
}

test('removeOrphanedJobFolders: keeps the folder of a running worker', async () => {
  const own = await ownFolderName()
  expect(await removeOrphanedJobFolders(jobsDir)).toBe(0)
  expect(await readdir(jobsDir)).toEqual([own])
})

test('removeOrphanedJobFolders: removes the folder of an earlier process with a reused pid (container restart)', async () => {
  const own = await ownFolderName()
  const [namespace, pid] = own.split('_')
  await mkdir(join(jobsDir, `${namespace}_${pid}_1-earlier`))
  expect(await removeOrphanedJobFolders(jobsDir)).toBe(1)
  expect(await readdir(jobsDir)).toEqual([own])
})

test('removeOrphanedJobFolders: keeps the folder of a worker in another container for a day', async () => {
  const [, pid] = (await ownFolderName()).split('_')
  const elsewhere = join(jobsDir, `1_${pid}_1-elsewhere`)
  await mkdir(elsewhere)
  expect(await removeOrphanedJobFolders(jobsDir)).toBe(0)
  const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000)
  await utimes(elsewhere, twoDaysAgo, twoDaysAgo)
  expect(await removeOrphanedJobFolders(jobsDir)).toBe(1)
})
