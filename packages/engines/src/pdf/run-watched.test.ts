import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type HelperProcess, startHelper } from '../process/helper-process.ts'
import { createSandbox, type SandboxedProgram } from '../process/sandbox.ts'
import { createWarmPool, type WarmPool } from '../process/warm-pool.ts'
import { defaultEngineSettings } from '../runtime.ts'
import { runWatched } from './run-watched.ts'

const program = fileURLToPath(new URL('stalling-helper.fixture.ts', import.meta.url))
const helpers: HelperProcess[] = []
let unsandboxed: SandboxedProgram
beforeAll(async () => {
  const sandbox = await createSandbox('off', () => {})
  unsandboxed = sandbox.prepare({
    command: process.execPath,
    args: [program],
    mounts: [],
    system: 'programs',
    limits: {},
  })
})
let pool: WarmPool
afterEach(() => pool.close())

function setUp(): void {
  helpers.length = 0
  pool = createWarmPool({
    size: 1,
    recycleAfterJobs: 10,
    start: () => {
      const helper = startHelper(unsandboxed, 30_000)
      helpers.push(helper)
      return helper
    },
  })
}

const ask = (pageTimeoutMs: number) =>
  runWatched(pool, defaultEngineSettings, {
    request: {},
    signal: new AbortController().signal,
    onProgress: () => {},
    format: 'PNG',
    pageTimeoutMs,
  })

test('a job that never reports anything ends when a page may take no longer, and its helper with it', async () => {
  setUp()
  await expect(ask(100)).rejects.toMatchObject({ code: 'took-too-long' })
  await expect(helpers[0]?.gone).resolves.toMatchObject({ signal: 'SIGKILL' })
})

test('waiting for a free helper is no stall', async () => {
  setUp()
  const order: string[] = []
  const first = ask(300).catch(() => order.push('first'))
  // Would end before the first one does if waiting counted.
  const second = ask(100).catch(() => order.push('second'))
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})
