/** Resumable 2 GiB upload against a minimal HTTP server that pipes the same bytes to disk. */
import { fork } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import type { Bench } from './bench.ts'
import { createBenchClient } from './support/client.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'

const totalBytes = 2 * 1024 ** 3
const chunk = Buffer.alloc(1024 * 1024, 0x5a)
const runs = 3
const megabyte = 1024 * 1024

export const bench: Bench = {
  name: 'large-upload',
  async run() {
    const server = await startMeasuredServer({ WORKER_CONCURRENCY: '1', ENGINE_PROCESSES: '1' })
    const rawServer = fork(new URL('./support/raw-upload-server.ts', import.meta.url), [
      join(server.dataDir, 'raw'),
    ])
    try {
      const rawPort = await new Promise<number>(resolve =>
        rawServer.once('message', port => resolve(Number(port))),
      )
      await uploadOnce(server.baseUrl, server.databaseUrl)
      await server.resetWebPeak()
      const rawMs: number[] = []
      const ourMs: number[] = []
      for (let run = 0; run < runs; run += 1) {
        rawMs.push(await timeMs(() => send(`http://127.0.0.1:${rawPort}/`, 'PUT', {})))
        ourMs.push(await uploadOnce(server.baseUrl, server.databaseUrl))
      }
      const peakBytes = await server.webPeakBytes()
      const share = median(rawMs) / median(ourMs)
      return [
        { what: '2 GiB, minimal server to disk', value: toSpeed(median(rawMs)), unit: 'MB/s' },
        { what: '2 GiB, resumable upload', value: toSpeed(median(ourMs)), unit: 'MB/s' },
        {
          what: 'upload against minimal server',
          value: share,
          unit: 'x',
          goal: 'at least 0.8',
          isMet: share >= 0.8,
        },
        {
          what: 'peak memory of the web process while uploading',
          value: peakBytes / megabyte,
          unit: 'MB',
          goal: 'under 250',
          isMet: peakBytes < 250 * megabyte,
        },
      ]
    } finally {
      rawServer.kill()
      await server.stop()
    }
  },
}

const toSpeed = (ms: number) => totalBytes / megabyte / (ms / 1000)

async function uploadOnce(baseUrl: string, databaseUrl: string): Promise<number> {
  const client = createBenchClient(baseUrl)
  const id = await client.upload(new Uint8Array(1))
  await allowLargeUpload(databaseUrl, id)
  const url = `${baseUrl}/api/uploads/${id}`
  const headers = { 'tus-resumable': '1.0.0', cookie: client.cookie() }
  const tookMs = await timeMs(() =>
    send(url, 'PATCH', {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }),
  )
  await fetch(url, { method: 'DELETE', headers })
  return tookMs
}

/** Visitors may not upload 2 GiB, so the limit is raised in the record. */
async function allowLargeUpload(databaseUrl: string, id: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    'update uploads set declared_bytes = $1, completed_at = null, storage_key = $2 where id = $3',
    [totalBytes, `uploads/${id}-large`, id],
  )
  await client.end()
}

function send(url: string, method: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, headers: { ...headers, 'content-length': totalBytes } },
      response => {
        response.resume()
        response.once('end', () => {
          if (response.statusCode === 204) resolve()
          else reject(new Error(`answered ${response.statusCode}`))
        })
      },
    )
    outgoing.once('error', reject)
    let remainingBytes = totalBytes
    const write = () => {
      while (remainingBytes > 0) {
        remainingBytes -= chunk.length
        if (!outgoing.write(chunk)) return outgoing.once('drain', write)
      }
      outgoing.end()
    }
    write()
  })
}
