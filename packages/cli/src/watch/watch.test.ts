import { appendFile, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createSettledFiles } from './settled-files.ts'
import { openLedger } from './watch-ledger.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-watch-'))
})

test('a file is whole only after it has not changed for a while', async () => {
  let nowMs = 0
  const files = createSettledFiles(folder, 1000, () => nowMs)
  const look = async () => (await files.look(() => true)).settled.map(({ name }) => name)
  const path = join(folder, 'a.png')
  await writeFile(path, 'begun')
  expect(await look()).toEqual([])
  nowMs = 999
  await appendFile(path, 'more')
  expect(await look()).toEqual([])
  nowMs = 1500
  expect(await look()).toEqual([])
  nowMs = 1999
  expect(await look()).toEqual(['a.png'])
})

test('hidden, temporary and empty files are nobody’s work', async () => {
  for (const name of ['.filesmith-0123456789ab.part', 'b.crdownload', 'c.tmp', '~$d.docx', 'e~'])
    await writeFile(join(folder, name), 'x')
  await writeFile(join(folder, 'empty.png'), '')
  await writeFile(join(folder, 'real.png'), 'x')
  const { settled, growingCount } = await createSettledFiles(folder, 0).look(() => true)
  expect(settled.map(({ name }) => name)).toEqual(['real.png'])
  expect(growingCount).toBe(1)
})

test('what was noted holds after a restart, for the same file and the same wish', async () => {
  const stamp = { sizeBytes: 3, modifiedAtMs: 17.5 }
  const entry = { ...stamp, status: 'done', result: '/out/a.webp' } as const
  await (await openLedger(folder, 'webp')).note('a.png', entry)
  const again = await openLedger(folder, 'webp')
  expect(again.isSettled('a.png', stamp)).toBe(true)
  expect(again.resultOf('a.png')).toBe('/out/a.webp')
  expect(again.isSettled('a.png', { ...stamp, sizeBytes: 4 })).toBe(false)
  expect(again.isSettled('constructor', stamp)).toBe(false)
  expect((await openLedger(folder, 'jpg')).isSettled('a.png', stamp)).toBe(false)
})

test('a ledger that somebody broke is begun anew', async () => {
  await writeFile(join(folder, '.filesmith-watch.json'), '{"to":')
  const ledger = await openLedger(folder, 'webp')
  expect(ledger.isSettled('a.png', { sizeBytes: 3, modifiedAtMs: 1 })).toBe(false)
})
