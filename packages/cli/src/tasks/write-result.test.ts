import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeResult } from './run-tasks.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-place-'))
})
afterEach(() => rm(folder, { recursive: true }))

const save = (text: string) => (path: string) => writeFile(path, text)

test('writeResult: creates missing folders and leaves no temporary file behind', async () => {
  expect(await writeResult(join(folder, 'deep/er/a.txt'), false, save('new'))).toBe('placed')
  expect(await readdir(join(folder, 'deep/er'))).toEqual(['a.txt'])
})

test('writeResult: replaces an existing file only when forced', async () => {
  const target = join(folder, 'a.txt')
  await writeFile(target, 'old')
  expect(await writeResult(target, false, save('new'))).toBe('existed')
  expect(await readFile(target, 'utf8')).toBe('old')
  expect(await writeResult(target, true, save('new'))).toBe('placed')
  expect(await readFile(target, 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['a.txt'])
})

test('writeResult: lets exactly one of several concurrent writers create the file', async () => {
  const target = join(folder, 'a.txt')
  const outcomes = await Promise.all(
    ['one', 'two', 'three'].map(text => writeResult(target, false, save(text))),
  )
  expect(outcomes.toSorted()).toEqual(['existed', 'existed', 'placed'])
})

test('writeResult: removes the partial file when saving fails', async () => {
  const failHalfway = async (path: string) => {
    await writeFile(path, 'half')
    throw new Error('the disk is gone')
  }
  await expect(writeResult(join(folder, 'a.txt'), false, failHalfway)).rejects.toThrow('the disk is gone')
  expect(await readdir(folder)).toEqual([])
})

test('writeResult: reports a path that is not writable as invalid-request', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(writeResult(join(folder, 'file/a.txt'), false, save('x'))).rejects.toMatchObject({
    code: 'invalid-request',
    message: 'Cannot write a.txt.',
  })
})
