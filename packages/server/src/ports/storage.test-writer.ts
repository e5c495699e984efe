/**
 * Child process that writes to a storage, for tests that kill it or fill its disk. Takes a command as JSON and prints
 * the outcome.
 */
import { Readable } from 'node:stream'
import type { Storage } from './storage.ts'

export interface StorageFactory {
  readonly module: string
  readonly name: string
  readonly options: object
}

export interface WriterCommand {
  readonly factory: StorageFactory
  readonly action: 'write' | 'append'
  readonly key: string
  /** Byte n is n modulo 251. */
  readonly bytes: number
  /** The source stalls after these bytes and never ends. */
  readonly isStalling: boolean
}

export function patternedBytes(bytes: number): Buffer {
  return Buffer.alloc(
    bytes,
    Uint8Array.from({ length: 251 }, (_, index) => index),
  )
}

async function* slices(command: WriterCommand): AsyncGenerator<Buffer> {
  const content = patternedBytes(command.bytes)
  for (let start = 0; start < content.length; start += 65_536) yield content.subarray(start, start + 65_536)
  if (command.isStalling) {
    process.stdout.write('stalled\n')
    await new Promise(resolve => setTimeout(resolve, 2 ** 30))
  }
}

async function run(command: WriterCommand): Promise<void> {
  const module = (await import(command.factory.module)) as Record<
    string,
    (options: object) => Promise<Storage>
  >
  const storage = await module[command.factory.name]?.(command.factory.options)
  if (!storage) throw new Error(`No ${command.factory.name} in ${command.factory.module}`)
  const source = Readable.from(slices(command), { objectMode: false })
  try {
    if (command.action === 'write') await storage.write(command.key, source)
    else await storage.append(command.key, 0, source)
    process.stdout.write('done\n')
  } catch (error) {
    process.stdout.write(`${(error as { code?: string }).code ?? error}\n`)
  }
  await storage.close()
}

const [command] = process.argv.slice(2)
if (import.meta.main && command) await run(JSON.parse(command) as WriterCommand)
