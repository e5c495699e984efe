import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tarEnd, tarFile } from './make-backup.ts'
import { readTar } from './read-tar.ts'

const run = promisify(execFile)
const longName = `${'folder-with-a-name/'.repeat(8)}${'x'.repeat(120)}`
const contents: Readonly<Record<string, Buffer>> = {
  'empty.txt': Buffer.alloc(0),
  'one-block.bin': Buffer.alloc(512, 7),
  'odd.bin': Buffer.alloc(100_001, 'odd'),
  'ünïcode.txt': Buffer.from('words'),
  [longName]: Buffer.from('far down'),
}
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-tar-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(path: string, highWaterMark = 64 * 1024): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {}
  for await (const file of readTar(createReadStream(path, { highWaterMark }) as AsyncIterable<Buffer>)) {
    const chunks: Buffer[] = []
    for await (const chunk of file.content) chunks.push(chunk)
    found[file.name] = Buffer.concat(chunks)
  }
  return found
}

async function write(path: string): Promise<void> {
  const chunks: Uint8Array[] = []
  for (const [name, content] of Object.entries(contents))
    for await (const chunk of tarFile({
      name,
      sizeBytes: content.length,
      content: [content],
      modifiedAtMs: 0,
    }))
      chunks.push(chunk)
  await writeFile(path, Buffer.concat([...chunks, tarEnd]))
}

test.each(['gnu', 'pax', 'ustar'])('readTar: reads archives of GNU tar in the %s format', async format => {
  const source = await mkdtemp(join(folder, 'source-'))
  const names = Object.keys(contents).filter(name => format !== 'ustar' || name !== longName)
  for (const name of names) {
    await mkdir(join(source, name, '..'), { recursive: true })
    await writeFile(join(source, name), contents[name] ?? '')
  }
  const path = join(folder, `${format}.tar`)
  await run('tar', [`--format=${format}`, '-cf', path, '-C', source, ...names])
  expect(await read(path)).toEqual(Object.fromEntries(names.map(name => [name, contents[name]])))
})

test('tarFile: GNU tar extracts the archive, with files readable only by their owner', async () => {
  const path = join(folder, 'ours.tar')
  await write(path)
  const target = await mkdtemp(join(folder, 'target-'))
  await run('tar', ['-xf', path, '-C', target])
  for (const [name, content] of Object.entries(contents))
    expect(await readFile(join(target, name))).toEqual(content)
  const { stdout } = await run('tar', ['-tvf', path])
  expect(stdout.match(/^-rw------- /gm)).toHaveLength(Object.keys(contents).length)
})

test.each([100, 511, 513, 1 << 20])(
  'readTar: the result does not depend on chunk size (%i bytes)',
  async bytes => {
    const path = join(folder, 'chunks.tar')
    await write(path)
    expect(await read(path, bytes)).toEqual(contents)
  },
)

test('readTar: skips content that the caller does not read', async () => {
  const path = join(folder, 'unread.tar')
  await write(path)
  const names: string[] = []
  for await (const { name } of readTar(createReadStream(path) as AsyncIterable<Buffer>)) names.push(name)
  expect(names).toEqual(Object.keys(contents))
})

test('readTar: rejects truncated archives and modified headers', async () => {
  const path = join(folder, 'cut.tar')
  await write(path)
  const whole = await readFile(path)
  await truncate(path, 3000)
  await expect(read(path)).rejects.toThrow('it is truncated')
  whole[3] = 0x7f
  await writeFile(path, whole)
  await expect(read(path)).rejects.toThrow('it is damaged')
})

test('tarFile: rejects content whose length differs from the declared size', async () => {
  const write = async (sizeBytes: number) => {
    for await (const _ of tarFile({ name: 'a', sizeBytes, content: [Buffer.from('four')], modifiedAtMs: 0 }));
  }
  await expect(write(3)).rejects.toThrow('a is not 3 bytes long')
  await expect(write(5)).rejects.toThrow('a is not 5 bytes long')
  await expect(write(4)).resolves.toBeUndefined()
})
