/** Engines disabled by operators are unavailable in every process at once; accepted jobs wait. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { compressFiles } from '@filesmith/contract/operations/compress-files'
import type { EngineSwitch, Overview } from '@filesmith/contract/schemas/admin'
import type { Capabilities } from '@filesmith/contract/schemas/capabilities'
import type { AcceptedReply, ConversionState } from '@filesmith/contract/schemas/conversion'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { composeWorker, type WorkerProcess } from '../../packages/server/src/compose-worker.ts'
import { drawPng } from '../support/images.ts'
import { createMember } from '../support/member.ts'
import { createOperator, type Operator } from '../support/operator.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

const missing = 'File compression is currently not available on this server.'
let filesmith: TestFilesmith
let operator: Operator
let worker: WorkerProcess | undefined

beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
  operator = await createOperator(filesmith)
})
afterEach(() => setSwitch('archive', { isOff: false }))
afterAll(async () => {
  await worker?.close()
  await filesmith.stop()
})

const setSwitch = (engine: string, change: object) =>
  operator.send('PUT', apiPaths.adminEngine(engine), change)
const engine = async (name: string) =>
  (await operator.json<EngineSwitch[]>(apiPaths.adminEngines)).find(each => each.engine === name)
const stateOf = (who: Visitor, { id }: AcceptedReply) => who.json<ConversionState>(apiPaths.conversion(id))

function compress(who: Visitor, headers: Record<string, string> = {}): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob(['some text']), 'words.txt')
  form.set('compressionFormat', 'zip')
  return who.fetch(compressFiles.path, { method: 'POST', body: form, headers })
}

test('API-35 disabled engine: requests answer 503, even while no worker is connected', async () => {
  await setSwitch('archive', { isOff: true, reason: 'Patching' })
  const reply = await compress(createVisitor(filesmith.baseUrl))
  expect([reply.status, await reply.json()]).toEqual([503, { code: 'engine-missing', message: missing }])
})

test('API-35 disabled engine: queued jobs wait and run when it is enabled again', async () => {
  const ada = createVisitor(filesmith.baseUrl)
  const waiting = (await (await compress(ada, { prefer: 'respond-async' })).json()) as AcceptedReply
  await setSwitch('archive', { isOff: true, reason: 'Patching' })
  worker = await composeWorker(filesmith.settings, pino({ level: 'silent' }))
  // The worker runs other jobs meanwhile.
  const bob = createVisitor(filesmith.baseUrl)
  const image = await bob.convertAsync(await bob.upload(await drawPng(), 'a.png'), { outputFormat: 'webp' })
  expect((await bob.follow(image)).at(-1)).toMatchObject({ status: 'succeeded' })
  expect(await stateOf(ada, waiting)).toMatchObject({ status: 'queued' })
  // The queue entry is completed shortly after the final event.
  await vi.waitFor(async () => {
    const { queue } = await operator.json<Overview>(apiPaths.adminOverview)
    expect(queue).toEqual([
      {
        queueClass: 'short',
        engines: ['archive'],
        waiting: 1,
        running: 0,
        oldestWaitSeconds: expect.any(Number),
        isStranded: true,
      },
    ])
  }, 10_000)
  await setSwitch('archive', { isOff: false })
  expect((await ada.follow(waiting)).at(-1)).toMatchObject({ status: 'succeeded' })
})

test('API-35 disabled engine: operations become unavailable and available again without a restart', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const offered = async () => {
    const { operations } = await visitor.json<Capabilities>(apiPaths.capabilities)
    return operations['compress-files']
  }
  expect((await compress(visitor)).status).toBe(200)
  const off = await setSwitch('archive', { isOff: true, reason: ' A hole was found. ' })
  expect(off.status).toBe(200)
  expect(await offered()).toEqual({ isAvailable: false, reason: missing })
  expect((await compress(visitor)).status).toBe(503)
  expect(await engine('archive')).toEqual({
    engine: 'archive',
    label: 'Archives',
    workers: 1,
    missingReasons: [],
    isUnsandboxed: false,
    sandboxes: ['bubblewrap'],
    isOff: true,
    offReason: 'A hole was found.',
    offBy: operator.username,
    offSince: expect.any(String),
    operations: ['Archive conversion', 'File compression'],
  })
  // Disabling it twice changes nothing and writes one audit entry.
  await setSwitch('archive', { isOff: true, reason: 'Again' })
  expect(await engine('archive')).toMatchObject({ offReason: 'A hole was found.' })
  await setSwitch('archive', { isOff: false })
  expect(await offered()).toEqual({ isAvailable: true, reason: null })
  expect((await compress(visitor)).status).toBe(200)
  expect((await operator.audit()).slice(0, 3)).toEqual([
    `${operator.username} turned Archives on.`,
    `${operator.username} turned Archives off: A hole was found.`,
    `${operator.username} turned Archives on.`,
  ])
})

test('API-35 disabled engine: translation and language detection answer 503', async () => {
  await setSwitch('translation', { isOff: true })
  const visitor = createVisitor(filesmith.baseUrl)
  const body = { text: 'Guten Morgen', sourceLanguage: 'auto', targetLanguage: 'en' }
  const replies = [
    await visitor.post(apiPaths.translateText, body),
    await visitor.post(apiPaths.detectLanguage, { text: 'Guten Morgen' }),
  ]
  for (const reply of replies) expect(reply.status).toBe(503)
  expect(await visitor.json(apiPaths.translationPairs)).toEqual({ pairs: [] })
  await setSwitch('translation', { isOff: false })
})

test.each([
  ['hologram', { isOff: true }, 404],
  ['archive', { isOff: 'yes' }, 400],
  ['archive', { isOff: true, reason: 'x'.repeat(301) }, 400],
  ['archive', {}, 400],
])('API-35 engine switch: rejects %s with %j by %i', async (name, change, status) => {
  expect((await setSwitch(name, change)).status).toBe(status)
  expect((await engine('archive'))?.isOff).toBe(false)
})

test('API-35 engine switch: requires an operator', async () => {
  const member = await createMember(filesmith.baseUrl)
  const put = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"isOff":true}' }
  expect((await member.fetch(apiPaths.adminEngine('archive'), put)).status).toBe(403)
  expect((await createVisitor(filesmith.baseUrl).fetch(apiPaths.adminEngine('archive'), put)).status).toBe(
    401,
  )
  expect((await engine('archive'))?.isOff).toBe(false)
})
