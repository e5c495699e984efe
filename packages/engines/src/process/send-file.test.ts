import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendFile } from './send-file.ts'

const bytes = randomBytes(3_500_000)
let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-send-'))
  path = join(folder, 'input')
  await writeFile(path, bytes)
})

afterEach(() => rm(folder, { recursive: true }))

/** Like a pipe of the system: done with a piece only when it has been taken over. */
function openPipe() {
  const pieces: Buffer[] = []
  const pipe = new Writable({
    write(piece: Buffer, _, done) {
      setImmediate(() => {
        pieces.push(Buffer.from(piece))
        done()
      })
    },
  })
  return { pipe, received: () => Buffer.concat(pieces) }
}

test.each([bytes.length, 2_000_001, 5, 0])('of a file exactly %i bytes arrive', async count => {
  const { pipe, received } = openPipe()
  await sendFile(pipe, path, count)
  expect(received().equals(bytes.subarray(0, count))).toBe(true)
})

test('a file that has become shorter is told, not waited for', async () => {
  const { pipe } = openPipe()
  await expect(sendFile(pipe, path, bytes.length + 1)).rejects.toThrow('1 bytes too early')
})

test('a pipe that breaks ends it', async () => {
  const { pipe } = openPipe()
  pipe.on('error', () => {}).once('drain', () => pipe.destroy())
  await expect(sendFile(pipe, path, bytes.length)).rejects.toThrow('destroyed')
})
