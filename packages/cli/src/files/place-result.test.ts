import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { placeResult } from './place-result.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-place-'))
})

const save = (text: string) => (path: string) => writeFile(path, text)

test('a result appears under its name and nothing else is left', async () => {
  expect(await placeResult(join(folder, 'deep/er/a.txt'), false, save('new'))).toBe('placed')
  expect(await readdir(join(folder, 'deep/er'))).toEqual(['a.txt'])
})

test('a file that is there stays as it is, unless it may be replaced', async () => {
  const target = join(folder, 'a.txt')
  await writeFile(target, 'old')
  expect(await placeResult(target, false, save('new'))).toBe('existed')
  expect(await readFile(target, 'utf8')).toBe('old')
  expect(await placeResult(target, true, save('new'))).toBe('placed')
  expect(await readFile(target, 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['a.txt'])
})

test('of two that want one name at the same time only one gets it', async () => {
  const target = join(folder, 'a.txt')
  const outcomes = await Promise.all(
    ['one', 'two', 'three'].map(text => placeResult(target, false, save(text))),
  )
  expect(outcomes.toSorted()).toEqual(['existed', 'existed', 'placed'])
})

test('a result that breaks off leaves nothing behind', async () => {
  const breakOff = async (path: string) => {
    await writeFile(path, 'half')
    throw new Error('the disk is gone')
  }
  await expect(placeResult(join(folder, 'a.txt'), false, breakOff)).rejects.toThrow('the disk is gone')
  expect(await readdir(folder)).toEqual([])
})

test('a place that cannot be written is said in words', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(placeResult(join(folder, 'file/a.txt'), false, save('x'))).rejects.toMatchObject({
    code: 'invalid-request',
    message: 'a.txt cannot be written.',
  })
})
