import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  killWhenStalled,
  mebibyte,
  randomContent,
  spawnWriter,
  streamOf,
} from '../../ports/storage.test-content.ts'
import type { StorageHarness } from '../../ports/storage.test-harness.ts'
import { describeStorageConformance } from '../../ports/storage.test-suite.ts'
import { createDiskStorage } from './disk-storage.ts'

async function makePlace(): Promise<StorageHarness & { rootDir: string }> {
  const rootDir = await mkdtemp(join(tmpdir(), 'filesmith-storage-'))
  return {
    rootDir,
    open: () => createDiskStorage({ rootDir }),
    factory: {
      module: new URL('./disk-storage.ts', import.meta.url).href,
      name: 'createDiskStorage',
      options: { rootDir },
    },
    leftovers: () => readdir(join(rootDir, 'half-written')),
    cleanUp: () => rm(rootDir, { recursive: true }),
  }
}

describeStorageConformance('disk storage', makePlace)

describe('disk storage', () => {
  let place: StorageHarness & { rootDir: string }

  beforeEach(async () => {
    place = await makePlace()
  })

  afterEach(() => place.cleanUp())

  test('partial files of a killed writer are removed once they are old', async () => {
    const order = { action: 'write', key: 'uploads/killed', bytes: mebibyte, isStalling: true } as const
    await killWhenStalled(spawnWriter({ ...order, factory: place.factory }))
    const [name = ''] = await place.leftovers()
    expect(name).not.toBe('')
    await (await place.open()).close()
    expect(await place.leftovers()).toEqual([name])

    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    await utimes(join(place.rootDir, 'half-written', name), twoHoursAgo, twoHoursAgo)
    await (await place.open()).close()
    expect(await place.leftovers()).toEqual([])
  })

  test('moveIn: does not follow a link that an engine left in place of a file', async () => {
    const storage = await place.open()
    const path = join(place.rootDir, 'result')
    await symlink('/etc/passwd', path)
    await expect(storage.moveIn('results/one/1', path)).rejects.toMatchObject({ code: 'ELOOP' })
    expect(await storage.stat('results/one/1')).toBeUndefined()
    await storage.close()
  })

  test('an open read stream survives replacement and removal of the object', async () => {
    const storage = await place.open()
    const content = randomContent(3 * mebibyte)
    await storage.write('uploads/read', streamOf(content))
    const [first, second] = [await storage.read('uploads/read'), await storage.read('uploads/read')]
    await storage.write('uploads/read', streamOf(randomContent(10)))
    expect(content.equals(await buffer(first))).toBe(true)
    await storage.remove('uploads/read')
    expect(content.equals(await buffer(second))).toBe(true)
    await storage.close()
  })

  test('read: a range of only the first byte', async () => {
    const storage = await place.open()
    await storage.write('uploads/read', streamOf(Buffer.from('abc')))
    expect(await text(await storage.read('uploads/read', { start: 0, end: 0 }))).toBe('a')
    await storage.close()
  })

  test('fetchTo: copies to another file system', async () => {
    const storage = await place.open()
    const content = randomContent(100_000)
    await storage.write('uploads/copied', streamOf(content))
    const elsewhere = await mkdtemp('/dev/shm/filesmith-fetch-')
    await storage.fetchTo('uploads/copied', join(elsewhere, 'input'))
    expect(content.equals(await readFile(join(elsewhere, 'input')))).toBe(true)
    await rm(elsewhere, { recursive: true })
    await storage.close()
  })

  test('fetchTo: creates a read-only hard link on the same file system', async () => {
    const storage = await place.open()
    await storage.write('uploads/linked', streamOf(randomContent(10)))
    const path = join(place.rootDir, 'fetched')
    await storage.fetchTo('uploads/linked', path)
    const fetched = await stat(path)
    expect(fetched.ino).toBe((await stat(join(place.rootDir, 'objects/uploads/linked'))).ino)
    expect(fetched.mode & 0o777).toBe(0o400)
    await storage.close()
  })

  test('removeAll: removes folders that become empty', async () => {
    const storage = await place.open()
    await storage.write('results/a/1', streamOf(randomContent(1)))
    await storage.append('results/a/2', 0, streamOf(randomContent(1)))
    await storage.removeAll('results/')
    expect(await readdir(join(place.rootDir, 'objects'))).toEqual([])
    expect(await readdir(join(place.rootDir, 'growing'))).toEqual([])
    await storage.close()
  })

  test('folders are accessible only to their owner', async () => {
    const storage = await createDiskStorage({ rootDir: join(place.rootDir, 'new') })
    for (const folder of ['objects', 'growing', 'half-written']) {
      expect((await stat(join(place.rootDir, 'new', folder))).mode & 0o777).toBe(0o700)
    }
    await storage.close()
  })

  describe('on a full disk of 4 MiB', () => {
    /** A tmpfs in its own mount namespace: real ENOSPC, without root privileges. */
    const onSmallDisk = (script: string) => [
      ...['unshare', '--user', '--map-root-user', '--mount', 'sh', '-ec'],
      `mount -t tmpfs -o size=4m tmpfs "$0"; "$@"; ${script}`,
    ]

    test.each([
      { action: 'write', left: 'find "$0" -type f' },
      { action: 'append', left: 'find "$0"/half-written "$0"/objects -type f' },
    ] as const)('$action: fails with storage-full and leaves no partial file', async ({ action, left }) => {
      const order = { action, key: 'uploads/large', bytes: 9 * mebibyte, isStalling: false } as const
      const wrapper = [...onSmallDisk(`echo left: $(${left})`), place.rootDir]
      const writer = spawnWriter({ ...order, factory: place.factory }, wrapper)
      expect(writer.stdout && (await text(writer.stdout))).toBe('storage-full\nleft:\n')
    })
  })
})
