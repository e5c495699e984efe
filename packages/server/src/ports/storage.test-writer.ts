/** A process that writes to a storage, for tests that kill it or starve it. It gets an order and says a word. */
import { Readable } from 'node:stream'
import type { Storage } from './storage.ts'

export interface StorageFactory {
  readonly module: string
  readonly name: string
  readonly options: object
}

export interface WriterOrder {
  readonly factory: StorageFactory
  readonly action: 'write' | 'append'
  readonly key: string
  /** Byte n is n modulo 251. */
  readonly bytes: number
  /** The source stalls after these bytes instead of ending. */
  readonly isStalling: boolean
}

export function patternedBytes(bytes: number): Buffer {
  return Buffer.alloc(
    bytes,
    Uint8Array.from({ length: 251 }, (_, index) => index),
  )
}

async function* slices(order: WriterOrder): AsyncGenerator<Buffer> {
  const content = patternedBytes(order.bytes)
  for (let start = 0; start < content.length; start += 65_536) yield content.subarray(start, start + 65_536)
  if (order.isStalling) {
    process.stdout.write('stalled\n')
    await new Promise(resolve => setTimeout(resolve, 2 ** 30))
  }
}

async function obey(order: WriterOrder): Promise<void> {
  const module = (await import(order.factory.module)) as Record<string, (options: object) => Promise<Storage>>
  const storage = await module[order.factory.name]?.(order.factory.options)
  if (!storage) throw new Error(`No ${order.factory.name} in ${order.factory.module}`)
  const source = Readable.from(slices(order), { objectMode: false })
  try {
    if (order.action === 'write') await storage.write(order.key, source)
    else await storage.append(order.key, 0, source)
    process.stdout.write('done\n')
  } catch (error) {
    process.stdout.write(`${(error as { code?: string }).code ?? error}\n`)
  }
  await storage.close()
}

const [order] = process.argv.slice(2)
if (import.meta.main && order) await obey(JSON.parse(order) as WriterOrder)
