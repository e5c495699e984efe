import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendFile } from './helper-process.ts'

const bytes = randomBytes(3_500_000)
let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-send-'))
  path = join(folder, 'input')
  await writeFile(path, bytes)
})

afterEach(() => rm(folder, { recursive: true }))

/** Like an operating system pipe: a write is done only when it has been consumed. */
function openPipe() {
  const chunks: Buffer[] = []
  const pipe = new Writable({
    write(chunk: Buffer, _, done) {
      setImmediate(() => {
        chunks.push(Buffer.from(chunk))
        done()
      })
    },
  })
  return { pipe, received: () => Buffer.concat(chunks) }
}

test.each([bytes.length, 2_000_001, 5, 0])('sendFile: sends exactly %i bytes', async count => {
  const { pipe, received } = openPipe()
  await sendFile(pipe, path, count)
  expect(received().equals(bytes.subarray(0, count))).toBe(true)
})

test('sendFile: fails if the file has become shorter', async () => {
  const { pipe } = openPipe()
  await expect(sendFile(pipe, path, bytes.length + 1)).rejects.toThrow('1 bytes too early')
})

test('sendFile: fails if the pipe breaks', async () => {
  const { pipe } = openPipe()
  pipe.on('error', () => {}).once('drain', () => pipe.destroy())
  await expect(sendFile(pipe, path, bytes.length)).rejects.toThrow('destroyed')
})
