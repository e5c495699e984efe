/** Cluster: three web and three worker hosts behind nginx, on PostgreSQL and Swift, without a shared disk. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, type HostName } from '../support/cluster/addresses.ts'
import {
  type Cluster,
  clearLeftoverClusters,
  startCluster,
  whyNoCluster,
} from '../support/cluster/start-cluster.ts'
import type { SignedAnswer } from '../support/cluster/try-signed-addresses.ts'
import { drawJpeg, drawNoise } from '../support/images.ts'
import { createRetryingVisitor, type RetryingVisitor } from '../support/retrying-visitor.ts'
import { processesUsing } from '../support/server-process.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

const obstacle = whyNoCluster()
if (obstacle) console.warn(`Skipped, several hosts on one machine: ${obstacle}`)

const workers = ['worker-1', 'worker-2', 'worker-3'] as const
const tus = { 'tus-resumable': '1.0.0' }
let stage: Cluster

describe.skipIf(obstacle !== undefined)('cluster of several hosts', () => {
  beforeAll(async () => {
    stage = await startCluster({ webs: 3, workers: 3 }, { WARM_START: 'false', WORKER_CONCURRENCY: '2' })
  }, 150_000)
  afterAll(() => stage?.stop(), 60_000)

  test('an upload started at one web process is finished at another, converted through a third, and its events come from any', async () => {
    const image = await drawNoise(480, 360)
    const visitor = createVisitor(stage.urlOf('web-1'))
    const created = await visitor.fetch('/api/uploads', {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(image.length) },
    })
    const path = created.headers.get('location') ?? ''
    const half = Math.floor(image.length / 2)
    const send = (host: HostName, offset: number, bytes: Buffer) =>
      visitor.fetch(new URL(path, stage.urlOf(host)).href, {
        method: 'PATCH',
        headers: {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(bytes),
      })
    expect((await send('web-1', 0, image.subarray(0, half))).status).toBe(204)
    const rest = await send('web-2', half, image.subarray(half))
    expect(rest.headers.get('upload-offset')).toBe(String(image.length))

    const accepted = await visitor.askFor(new URL('/api/convert/image', stage.urlOf('web-3')).href, {
      uploadId: path.split('/').at(-1),
      outputFormat: 'avif',
      quality: 'high',
    })
    const stream = await eventsFromAnotherThan('web-3', accepted.eventsUrl, visitor.cookies.header())
    const states = await readStates(stream)
    // Not buffered by nginx: the first event arrived before the job had finished.
    expect(states[0]?.status).not.toBe('succeeded')
    expect(states.at(-1)).toMatchObject({ status: 'succeeded', percent: 100 })
    const download = await visitor.fetch(new URL(`/api/download/${accepted.id}`, stage.urlOf('nginx')).href)
    const result = Buffer.from(await download.arrayBuffer())
    expect(result.length).toBe(states.at(-1)?.resultSize)
    expect(await sharp(result).metadata()).toMatchObject({ width: 480, height: 360 })
  })

  test('claim: all three workers get jobs', async () => {
    const image = await drawJpeg(320, 200)
    const visitors = Array.from({ length: 12 }, () => createRetryingVisitor(stage.urlOf('nginx')))
    const idle = () => workers.filter(worker => finishedBy(worker) === 0)
    for (let round = 0; round < 5 && idle().length > 0; round += 1)
      await Promise.all(visitors.map(visitor => visitor.journey(image, { outputFormat: 'webp' })))
    expect(idle()).toEqual([])
  })

  test('rolling restarts: killing or draining web and worker processes causes no failed job, only retryable errors', async () => {
    const image = await drawNoise(640, 480)
    const visitors = Array.from({ length: 4 }, () => createRetryingVisitor(stage.urlOf('nginx')))
    const traffic = keepBusy(visitors, image)
    const waitForMoreJobs = () => traffic.until(traffic.done() + 4)
    try {
      await waitForMoreJobs()
      await stage.signal('web-1', 'SIGKILL')
      await waitForMoreJobs()
      await stage.start('web-1')
      await stage.signal('web-2', 'SIGTERM')
      expect(await stage.ended('web-2')).toBe(0)
      await waitForMoreJobs()
      await stage.start('web-2')
      await stage.signal('worker-1', 'SIGKILL')
      await stage.signal('worker-2', 'SIGTERM')
      expect(await stage.ended('worker-2')).toBe(0)
      await waitForMoreJobs()
      await Promise.all([stage.start('worker-1'), stage.start('worker-2')])
      await waitForMoreJobs()
    } finally {
      await traffic.stop()
    }
    expect(traffic.failures()).toEqual([])
    expect(traffic.done()).toBeGreaterThanOrEqual(20)
  })

  test('signed storage URL: serves one object under one name and is rejected when changed', async () => {
    const program = fileURLToPath(new URL('../support/cluster/try-signed-addresses.ts', import.meta.url))
    const answers: SignedAnswer[] = JSON.parse(await stage.run([process.execPath, program]))
    const [asSigned, ...changed] = answers
    expect(asSigned).toMatchObject({
      status: 200,
      text: 'mine',
      disposition: `attachment; filename="it's (mine).txt"`,
      type: expect.stringMatching(/^text\/plain/),
    })
    expect(changed.map(({ what, status }) => `${what}: ${status}`)).toEqual(
      changed.map(({ what }) => `${what}: 403`),
    )
    expect(changed).toHaveLength(5)
  })

  test('startCluster: killing its owner leaves no process, and the next cluster removes its folder', async () => {
    const module = new URL('../support/cluster/start-cluster.ts', import.meta.url).href
    const program = `const { startCluster } = await import('${module}')
      const stage = await startCluster({ webs: 1, workers: 0 })
      console.log((await fetch(stage.urlOf('nginx') + '/healthz')).status)`
    const owner = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' })
    const [stdout] = await Promise.race([once(owner.stdout, 'data'), once(owner, 'exit')])
    expect(String(stdout)).toBe('200\n')
    const folders = () =>
      readdirSync(tmpdir()).filter(name => name.startsWith(`filesmith-stage-${owner.pid}-`))
    const [folder = ''] = folders()
    expect(processesUsing(folder).length).toBeGreaterThan(5)

    owner.kill('SIGKILL')
    await waitUntil('the processes of the cluster to exit', () => processesUsing(folder).length === 0, {
      timeoutMs: 20_000,
    })
    clearLeftoverClusters()
    expect(folders()).toEqual([])
  })
})

function finishedBy(worker: HostName): number {
  return stage.logOf(worker).split('conversion finished').length - 1
}

/** nginx distributes requests round robin, so at the latest the second one goes to another host. */
async function eventsFromAnotherThan(host: HostName, path: string, cookie: string): Promise<Response> {
  for (let tries = 0; tries < 3; tries += 1) {
    const response = await fetch(new URL(path, stage.urlOf('nginx')), { headers: { cookie } })
    expect(response.status).toBe(200)
    if (response.headers.get('x-answered-by') !== `${addressOf(host)}:3000`) return response
    await response.body?.cancel()
  }
  throw new Error(`every response came from ${host}`)
}

async function readStates(response: Response): Promise<ConversionState[]> {
  return [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
}

/** Submits jobs continuously; an incomplete result counts as a failure. */
function keepBusy(visitors: readonly RetryingVisitor[], image: Buffer) {
  const failures: string[] = []
  let done = 0
  let isOver = false
  const busy = visitors.map(async visitor => {
    while (!isOver && failures.length === 0) {
      try {
        const { result, state } = await visitor.journey(image, { outputFormat: 'webp' })
        const { width, height } = await sharp(result).metadata()
        await sharp(result).stats()
        if (width !== 640 || height !== 480 || result.length !== state.resultSize)
          throw new Error(`incomplete result: ${result.length} of ${state.resultSize} bytes`)
        done += 1
      } catch (error) {
        failures.push(String(error))
      }
    }
  })
  return {
    done: () => done,
    failures: () => failures,
    until: (count: number) =>
      waitUntil('the conversions to finish', () => done >= count || failures.length > 0, {
        timeoutMs: 90_000,
        intervalMs: 50,
      }),
    async stop() {
      isOver = true
      await Promise.all(busy)
    },
  }
}
