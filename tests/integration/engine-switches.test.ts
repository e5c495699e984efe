/** Engines that operators switch off count as missing within moments, for every process; what was accepted waits. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { compressFiles } from '@filesmith/contract/operations/compress-files'
import type { EngineSwitch, Overview } from '@filesmith/contract/schemas/admin'
import type { Capabilities } from '@filesmith/contract/schemas/capabilities'
import type { AcceptedReply, ConversionState } from '@filesmith/contract/schemas/conversion'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { composeWorker, type WorkerProcess } from '../../packages/server/src/compose.ts'
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
afterEach(() => turn('archive', { isOff: false }))
afterAll(async () => {
  await worker?.close()
  await filesmith.stop()
})

const turn = (engine: string, change: object) => operator.send('PUT', apiPaths.adminEngine(engine), change)
const engine = async (name: string) =>
  (await operator.json<EngineSwitch[]>(apiPaths.adminEngines)).find(each => each.engine === name)
const stateOf = (who: Visitor, { id }: AcceptedReply) => who.json<ConversionState>(apiPaths.conversion(id))

function pack(who: Visitor, headers: Record<string, string> = {}): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob(['some words']), 'words.txt')
  form.set('compressionFormat', 'zip')
  return who.fetch(compressFiles.path, { method: 'POST', body: form, headers })
}

test('API-35 with no worker in sight jobs wait, but not for an engine that is off', async () => {
  await turn('archive', { isOff: true, reason: 'Patching' })
  const reply = await pack(createVisitor(filesmith.baseUrl))
  expect([reply.status, await reply.json()]).toEqual([503, { code: 'engine-missing', message: missing }])
})

test('API-35 a job that waits for an engine is left alone while that is off, and run when it is on again', async () => {
  const ada = createVisitor(filesmith.baseUrl)
  const waiting = (await (await pack(ada, { prefer: 'respond-async' })).json()) as AcceptedReply
  await turn('archive', { isOff: true, reason: 'Patching' })
  worker = await composeWorker(filesmith.settings, pino({ level: 'silent' }))
  // Others are served meanwhile, by the same worker.
  const bob = createVisitor(filesmith.baseUrl)
  const image = await bob.convertAsync(await bob.upload(await drawPng(), 'a.png'), { outputFormat: 'webp' })
  expect((await bob.follow(image)).at(-1)).toMatchObject({ status: 'succeeded' })
  expect(await stateOf(ada, waiting)).toMatchObject({ status: 'queued' })
  // Bob's job is settled a moment after he hears of its end.
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
  await turn('archive', { isOff: false })
  expect((await ada.follow(waiting)).at(-1)).toMatchObject({ status: 'succeeded' })
})

test('API-35 what needs it is refused at once and offered again at once, without a restart', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const offered = async () => {
    const { operations } = await visitor.json<Capabilities>(apiPaths.capabilities)
    return operations['compress-files']
  }
  expect((await pack(visitor)).status).toBe(200)
  const off = await turn('archive', { isOff: true, reason: ' A hole was found. ' })
  expect(off.status).toBe(200)
  expect(await offered()).toEqual({ isAvailable: false, reason: missing })
  expect((await pack(visitor)).status).toBe(503)
  expect(await engine('archive')).toEqual({
    engine: 'archive',
    label: 'Archives',
    workers: 1,
    missingReasons: [],
    isUnsandboxed: false,
    isOff: true,
    offReason: 'A hole was found.',
    offBy: operator.username,
    offSince: expect.any(String),
    operations: ['File compression'],
  })
  // Said twice it is one switch, and one entry.
  await turn('archive', { isOff: true, reason: 'Again' })
  expect(await engine('archive')).toMatchObject({ offReason: 'A hole was found.' })
  await turn('archive', { isOff: false })
  expect(await offered()).toEqual({ isAvailable: true, reason: null })
  expect((await pack(visitor)).status).toBe(200)
  expect((await operator.audit()).slice(0, 3)).toEqual([
    `${operator.username} turned Archives on.`,
    `${operator.username} turned Archives off: A hole was found.`,
    `${operator.username} turned Archives on.`,
  ])
})

test('API-35 texts are not translated, nor their language named, while translation is off', async () => {
  await turn('translation', { isOff: true })
  const visitor = createVisitor(filesmith.baseUrl)
  const body = { text: 'Guten Morgen', sourceLanguage: 'auto', targetLanguage: 'en' }
  const replies = [
    await visitor.post(apiPaths.translateText, body),
    await visitor.post(apiPaths.detectLanguage, { text: 'Guten Morgen' }),
  ]
  for (const reply of replies) expect(reply.status).toBe(503)
  expect(await visitor.json(apiPaths.translationPairs)).toEqual({ pairs: [] })
  await turn('translation', { isOff: false })
})

test.each([
  ['hologram', { isOff: true }, 404],
  ['archive', { isOff: 'yes' }, 400],
  ['archive', { isOff: true, reason: 'x'.repeat(301) }, 400],
  ['archive', {}, 400],
])('API-35 switching %s by %j is refused with %i', async (name, change, status) => {
  expect((await turn(name, change)).status).toBe(status)
  expect((await engine('archive'))?.isOff).toBe(false)
})

test('API-35 nobody but operators reaches a switch', async () => {
  const member = await createMember(filesmith.baseUrl)
  const put = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"isOff":true}' }
  expect((await member.fetch(apiPaths.adminEngine('archive'), put)).status).toBe(403)
  expect((await createVisitor(filesmith.baseUrl).fetch(apiPaths.adminEngine('archive'), put)).status).toBe(
    401,
  )
  expect((await engine('archive'))?.isOff).toBe(false)
})
