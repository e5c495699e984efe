import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openKeptResults } from './kept-results.ts'

const names = ['a.pdf', 'b.pdf', 'c.png', 'd.png']
let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-results-'))
  path = join(folder, 'results', 'kept.jsonl')
})
afterEach(() => rm(folder, { recursive: true }))

const open = (from?: string, all: readonly string[] = names) => openKeptResults<number>(path, all, from)

async function keepFirst(count: number, value = 1): Promise<void> {
  const kept = await open()
  for (const name of kept.missing.slice(0, count)) await kept.keep(name, value)
}

describe('openKeptResults', () => {
  test('everything is missing at first', async () => {
    expect((await open()).missing).toEqual(names)
  })

  test('an interrupted run continues with the names that have no result', async () => {
    await keepFirst(2)
    const kept = await open()
    expect(kept.missing).toEqual(['c.png', 'd.png'])
    await kept.keep('c.png', 3)
    expect(kept.all()).toEqual(
      new Map([
        ['a.pdf', 1],
        ['b.pdf', 1],
        ['c.png', 3],
      ]),
    )
  })

  test('a result that was cut off while it was written is made again', async () => {
    await keepFirst(1)
    await appendFile(path, '{"name":"b.pdf","resu')
    const kept = await open()
    expect(kept.missing).toEqual(['b.pdf', 'c.png', 'd.png'])
    await kept.keep('b.pdf', 2)
    expect((await open()).missing).toEqual(['c.png', 'd.png'])
  })

  test('begins again after a whole run', async () => {
    await keepFirst(4)
    const kept = await open()
    expect(kept.missing).toEqual(names)
    expect(kept.all().size).toBe(0)
  })

  test.each(['c.png', 'png'])('from %s, earlier results stay and later ones are made again', async from => {
    await keepFirst(4)
    const kept = await open(from)
    expect(kept.missing).toEqual(['c.png', 'd.png'])
    expect([...kept.all().keys()]).toEqual(['a.pdf', 'b.pdf'])
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(3)
  })

  test('from a name prefers the whole name to a part of an earlier one', async () => {
    const all = ['a.pdf: damaged', 'a.pdf']
    expect((await open('a.pdf', all)).missing).toEqual(all)
    await keepFirst(0)
    const kept = await open(undefined, all)
    for (const name of all) await kept.keep(name, 1)
    expect((await open('a.pdf', all)).missing).toEqual(['a.pdf'])
  })

  test('refuses an unknown name, and keeps the results', async () => {
    await keepFirst(2)
    await expect(open('e.txt')).rejects.toThrow('e.txt')
    expect((await open()).missing).toEqual(['c.png', 'd.png'])
  })

  test('results of files that the corpus no longer has are left out', async () => {
    await keepFirst(2)
    const kept = await open(undefined, ['b.pdf', 'c.png'])
    expect([...kept.all().keys()]).toEqual(['b.pdf'])
  })
})
