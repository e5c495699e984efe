/** Downloads a model file: resumes after connection loss and renames the file only after checksum verification. */
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
  /** A connection without data for this long is aborted. */
  readonly stallTimeoutMs: number
  /** Delays before retries without progress; progress resets them. */
  readonly retryDelaysMs: readonly number[]
}

/** Maximum growth by gzip, for incompressible data. */
const maxPackedOverhead = 1.01

export async function fetchFile(file: RemoteFile, path: string, settings: FetchSettings): Promise<void> {
  const urls = file.url.endsWith('.gz') ? [file.url] : [file.url, `${file.url}.gz`]
  for (const url of urls) {
    const partialPath = `${path}${url.endsWith('.gz') ? '.gz' : ''}.partial`
    if (!(await fetchWithRetries(url, partialPath, file, settings))) continue
    await verifyAndRename(partialPath, path, file)
    return
  }
  throw new Error(`${file.url} does not exist there`)
}

/** False if the file does not exist. */
async function fetchWithRetries(
  url: string,
  partialPath: string,
  file: RemoteFile,
  settings: FetchSettings,
): Promise<boolean> {
  let failedAttempts = 0
  for (;;) {
    const before = await sizeOf(partialPath)
    try {
      return (await fetchRest(url, partialPath, before, file.bytes, settings)) !== 'missing'
    } catch (error) {
      settings.signal.throwIfAborted()
      failedAttempts = (await sizeOf(partialPath)) > before ? 0 : failedAttempts + 1
      const retryDelayMs = settings.retryDelaysMs[failedAttempts]
      if (retryDelayMs === undefined) throw error
      await delay(retryDelayMs, undefined, { signal: settings.signal })
    }
  }
}

async function fetchRest(
  url: string,
  partialPath: string,
  offset: number,
  bytes: number,
  { signal, stallTimeoutMs }: FetchSettings,
): Promise<'whole' | 'missing'> {
  const stalled = new AbortController()
  const stopping = AbortSignal.any([signal, stalled.signal])
  let timer = setTimeout(() => stalled.abort(new Error('no answer')), stallTimeoutMs)
  try {
    // Ranges refer to the stored bytes, so no content encoding is allowed.
    const range = offset > 0 ? { range: `bytes=${offset}-` } : {}
    const response = await fetch(url, {
      headers: { 'accept-encoding': 'identity', ...range },
      signal: stopping,
    })
    if (response.status === 404) return 'missing'
    // The partial file is complete; only its checksum has to be verified.
    if (response.status === 416) return 'whole'
    if (!response.ok || response.body === null)
      throw new Error(`${url} answered with status ${response.status}`)
    const start = response.status === 206 ? offset : 0
    let left = Math.ceil(bytes * maxPackedOverhead) + 1024 - start
    const target = await open(partialPath, start > 0 ? 'a' : 'w')
    try {
      // Written chunk by chunk, so that nothing is lost on a connection loss.
      for await (const chunk of response.body) {
        clearTimeout(timer)
        timer = setTimeout(() => stalled.abort(new Error('no more bytes came')), stallTimeoutMs)
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

/** Removes a file with a wrong checksum, because resuming could never repair it. */
async function verifyAndRename(partialPath: string, path: string, file: RemoteFile): Promise<void> {
  const unpackedPath = `${path}.unpacked`
  const isPacked = partialPath.endsWith('.gz.partial')
  try {
    if (isPacked)
      await pipeline(
        createReadStream(partialPath),
        createGunzip(),
        limitBytes(file.bytes),
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

/** Prevents decompression bombs. */
function limitBytes(bytes: number): Transform {
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
