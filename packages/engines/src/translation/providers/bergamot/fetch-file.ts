/** Fetches one file of a model: goes on where a connection was cut, and takes its name only when its checksum is right. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { RemoteFile } from './registry.ts'

interface FetchSettings {
  readonly signal: AbortSignal
  /** Without a byte for so long, a connection counts as cut. */
  readonly stallMs: number
  /** Pauses before further tries that brought nothing; a try that brought something starts them anew. */
  readonly pausesMs: readonly number[]
}

/** Packed by gzip at most so much larger: what cannot be packed grows a little. */
const maxPackedOverhead = 1.01

export async function fetchFile(file: RemoteFile, path: string, settings: FetchSettings): Promise<void> {
  const urls = file.url.endsWith('.gz') ? [file.url] : [file.url, `${file.url}.gz`]
  for (const url of urls) {
    const partialPath = `${path}${url.endsWith('.gz') ? '.gz' : ''}.partial`
    if (!(await fetchWhole(url, partialPath, file, settings))) continue
    await takeName(partialPath, path, file)
    return
  }
  throw new Error(`${file.url} does not exist there`)
}

/** False when there is no such file. */
async function fetchWhole(
  url: string,
  partialPath: string,
  file: RemoteFile,
  settings: FetchSettings,
): Promise<boolean> {
  let fruitless = 0
  for (;;) {
    const before = await sizeOf(partialPath)
    try {
      return (await fetchRest(url, partialPath, before, file.bytes, settings)) !== 'missing'
    } catch (error) {
      settings.signal.throwIfAborted()
      fruitless = (await sizeOf(partialPath)) > before ? 0 : fruitless + 1
      const pauseMs = settings.pausesMs[fruitless]
      if (pauseMs === undefined) throw error
      await delay(pauseMs, undefined, { signal: settings.signal })
    }
  }
}

async function fetchRest(
  url: string,
  partialPath: string,
  offset: number,
  bytes: number,
  { signal, stallMs }: FetchSettings,
): Promise<'whole' | 'missing'> {
  const stalled = new AbortController()
  const stopping = AbortSignal.any([signal, stalled.signal])
  let timer = setTimeout(() => stalled.abort(new Error('no answer')), stallMs)
  try {
    // Ranges count the bytes as they lie there, so nothing may be packed on the way.
    const range = offset > 0 ? { range: `bytes=${offset}-` } : {}
    const response = await fetch(url, {
      headers: { 'accept-encoding': 'identity', ...range },
      signal: stopping,
    })
    if (response.status === 404) return 'missing'
    // Everything was there already: only the checksum is still open.
    if (response.status === 416) return 'whole'
    if (!response.ok || response.body === null)
      throw new Error(`${url} answered with status ${response.status}`)
    const start = response.status === 206 ? offset : 0
    let left = Math.ceil(bytes * maxPackedOverhead) + 1024 - start
    const target = await open(partialPath, start > 0 ? 'a' : 'w')
    try {
      // Chunk by chunk: what came before a cut is on the disk and need not come again.
      for await (const chunk of response.body) {
        clearTimeout(timer)
        timer = setTimeout(() => stalled.abort(new Error('no more bytes came')), stallMs)
        left -= chunk.length
        if (left < 0) throw new Error(`${url} is larger than announced`)
        await target.write(chunk)
      }
    } finally {
      await target.close()
    }
    return 'whole'
  } finally {
    clearTimeout(timer)
  }
}

/** A wrong file is thrown away: going on with it would never make it right. */
async function takeName(partialPath: string, path: string, file: RemoteFile): Promise<void> {
  const unpackedPath = `${path}.unpacked`
  const isPacked = partialPath.endsWith('.gz.partial')
  try {
    if (isPacked)
      await pipeline(
        createReadStream(partialPath),
        createGunzip(),
        atMost(file.bytes),
        createWriteStream(unpackedPath),
      )
    const whole = isPacked ? unpackedPath : partialPath
    const hash = createHash('sha256')
    await pipeline(createReadStream(whole), hash)
    const found = hash.digest('hex')
    if (found !== file.sha256) throw new Error(`${file.name} has the checksum ${found}, not ${file.sha256}`)
    await rename(whole, path)
    if (isPacked) await rm(partialPath, { force: true })
  } catch (error) {
    await Promise.all([rm(partialPath, { force: true }), rm(unpackedPath, { force: true })])
    throw error
  }
}

/** A packed file may unpack to anything. */
function atMost(bytes: number): Transform {
  let left = bytes
  return new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.length
      done(left < 0 ? new Error('It unpacks to more than was announced') : null, chunk)
    },
  })
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
