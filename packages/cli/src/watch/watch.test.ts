import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSettledFiles } from './settled-files.ts'
import { openWatchState } from './watch-state.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-watch-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('createSettledFiles: reports a file only after it has not changed for the settle time', async () => {
  let nowMs = 0
  const files = createSettledFiles(folder, 1000, () => nowMs)
  const scan = async () => (await files.scan(() => true)).settled.map(({ name }) => name)
  const path = join(folder, 'a.png')
  await writeFile(path, 'begun')
  expect(await scan()).toEqual([])
  nowMs = 999
  await appendFile(path, 'more')
  expect(await scan()).toEqual([])
  nowMs = 1500
  expect(await scan()).toEqual([])
  nowMs = 1999
  expect(await scan()).toEqual(['a.png'])
})

test('createSettledFiles: ignores hidden and temporary files and waits for empty ones', async () => {
  for (const name of ['.filesmith-0123456789ab.part', 'b.crdownload', 'c.tmp', '~$d.docx', 'e~'])
    await writeFile(join(folder, name), 'x')
  await writeFile(join(folder, 'empty.png'), '')
  await writeFile(join(folder, 'real.png'), 'x')
  const { settled, growingCount } = await createSettledFiles(folder, 0).scan(() => true)
  expect(settled.map(({ name }) => name)).toEqual(['real.png'])
  expect(growingCount).toBe(1)
})

test('openWatchState: keeps entries across restarts for the same file and the same format', async () => {
  const stamp = { sizeBytes: 3, modifiedAtMs: 17.5 }
  const entry = { ...stamp, status: 'done', result: '/out/a.webp' } as const
  await (await openWatchState(folder, 'webp')).note('a.png', entry)
  const again = await openWatchState(folder, 'webp')
  expect(again.isSettled('a.png', stamp)).toBe(true)
  expect(again.resultOf('a.png')).toBe('/out/a.webp')
  expect(again.isSettled('a.png', { ...stamp, sizeBytes: 4 })).toBe(false)
  expect(again.isSettled('constructor', stamp)).toBe(false)
  expect((await openWatchState(folder, 'jpg')).isSettled('a.png', stamp)).toBe(false)
})

test('openWatchState: starts empty when the state file is corrupt', async () => {
  await writeFile(join(folder, '.filesmith-watch.json'), '{"to":')
  const state = await openWatchState(folder, 'webp')
  expect(state.isSettled('a.png', { sizeBytes: 3, modifiedAtMs: 1 })).toBe(false)
})
