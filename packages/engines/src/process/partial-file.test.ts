import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPartialFile } from './partial-file.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partial-file-'))
  path = join(folder, 'result')
})

afterEach(() => rm(folder, { recursive: true }))

test('openPartialFile: the result gets its name only when it is complete', async () => {
  const file = await openPartialFile(path, 100, () => {})
  file.write(Buffer.from('half '))
  expect(await readdir(folder)).toEqual(['result.partial'])
  file.write(Buffer.from('whole'))
  await file.keep()
  expect(await readdir(folder)).toEqual(['result'])
  expect(await readFile(path, 'utf8')).toBe('half whole')
})

test('openPartialFile: discard leaves no file', async () => {
  const file = await openPartialFile(path, 100, () => {})
  file.write(Buffer.from('half'))
  await file.discard()
  expect(await readdir(folder)).toEqual([])
})

test('openPartialFile: rejects a result over the maximum size', async () => {
  const file = await openPartialFile(path, 4, () => {})
  file.write(Buffer.from('four'))
  expect(() => file.write(Buffer.from('!'))).toThrow(expect.objectContaining({ code: 'result-too-large' }))
  await file.discard()
})

test('openPartialFile: a missing folder is an internal error', async () => {
  await expect(openPartialFile(join(folder, 'no', 'result'), 4, () => {})).rejects.toMatchObject({
    code: 'internal',
  })
})

test('openPartialFile: fails if the disk is full in the last write', async () => {
  await symlink('/dev/full', `${path}.partial`)
  const file = await openPartialFile(path, 100, () => {})
  file.write(Buffer.from('more than fits'))
  await expect(file.keep()).rejects.toMatchObject({ code: 'storage-full' })
  await file.discard()
  expect(await readdir(folder)).toEqual([])
})
