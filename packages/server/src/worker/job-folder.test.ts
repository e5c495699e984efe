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

test('the folder of a running worker stays', async () => {
  const own = await ownFolderName()
  expect(await removeOrphanedJobFolders(jobsDir)).toBe(0)
  expect(await readdir(jobsDir)).toEqual([own])
})

test('a folder of an earlier process with the same number goes, as after a restart of a container', async () => {
  const own = await ownFolderName()
  const [world, pid] = own.split('_')
  await mkdir(join(jobsDir, `${world}_${pid}_1-earlier`))
  expect(await removeOrphanedJobFolders(jobsDir)).toBe(1)
  expect(await readdir(jobsDir)).toEqual([own])
})

test('a folder of a worker in another container stays for a day', async () => {
  const [, pid] = (await ownFolderName()).split('_')
  const elsewhere = join(jobsDir, `1_${pid}_1-elsewhere`)
  await mkdir(elsewhere)
  expect(await removeOrphanedJobFolders(jobsDir)).toBe(0)
  const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000)
  await utimes(elsewhere, twoDaysAgo, twoDaysAgo)
  expect(await removeOrphanedJobFolders(jobsDir)).toBe(1)
})
