import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type HelperProcess, startHelper } from '../process/helper-process.ts'
import { createSandbox, type SandboxedProgram } from '../process/sandbox.ts'
import { createWarmPool, type WarmPool } from '../process/warm-pool.ts'
import { defaultEngineSettings } from '../runtime.ts'
import { runWithPageTimeout } from './run-with-page-timeout.ts'

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

const callHelper = (pageTimeoutMs: number) =>
  runWithPageTimeout(pool, defaultEngineSettings, {
    request: {},
    signal: new AbortController().signal,
    onProgress: () => {},
    format: 'PNG',
    pageTimeoutMs,
  })

test('runWithPageTimeout: kills the helper of a job that never reports progress', async () => {
  setUp()
  await expect(callHelper(100)).rejects.toMatchObject({ code: 'took-too-long' })
  await expect(helpers[0]?.gone).resolves.toMatchObject({ signal: 'SIGKILL' })
})

test('runWithPageTimeout: does not count the wait for a free helper', async () => {
  setUp()
  const order: string[] = []
  const first = callHelper(300).catch(() => order.push('first'))
  // Would finish before the first one if waiting counted.
  const second = callHelper(100).catch(() => order.push('second'))
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})
