/** Streams and contents for the storage conformance suite. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { WriterCommand } from './storage.test-writer.ts'
import type { Storage, StoredObject } from './storage.ts'

export const mebibyte = 1024 * 1024
export const sourceFailure = new Error('source failed')

export function randomContent(bytes: number): Buffer {
  return randomBytes(bytes)
}

export function streamOf(content: Buffer): Readable {
  return Readable.from(slices(content), { objectMode: false })
}

export function streamFailingAfter(content: Buffer): Readable {
  async function* sliceAndFail(): AsyncGenerator<Buffer> {
    yield* slices(content)
    throw sourceFailure
  }
  return Readable.from(sliceAndFail(), { objectMode: false })
}

function* slices(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += 65_536) yield content.subarray(start, start + 65_536)
}

export async function contentOf(storage: Storage, key: string): Promise<Buffer> {
  return buffer(await storage.read(key))
}

export async function listed(storage: Storage, prefix: string): Promise<StoredObject[]> {
  const objects: StoredObject[] = []
  for await (const object of storage.list(prefix)) objects.push(object)
  return objects.sort((a, b) => a.key.localeCompare(b.key))
}

export function spawnWriter(command: WriterCommand, wrapper: readonly string[] = []): ChildProcess {
  const script = fileURLToPath(new URL('./storage.test-writer.ts', import.meta.url))
  const [program = '', ...args] = [...wrapper, process.execPath, script, JSON.stringify(command)]
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

export async function killWhenStalled(writer: ChildProcess): Promise<void> {
  const exited = once(writer, 'exit')
  const printed = writer.stdout ? once(writer.stdout.setEncoding('utf8'), 'data') : exited
  const [line] = await Promise.race([printed, exited])
  if (line !== 'stalled\n') throw new Error(`writer did not stall: ${line}`)
  writer.kill('SIGKILL')
  await exited
}
