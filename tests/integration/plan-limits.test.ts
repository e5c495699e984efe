/** Plan limits enforced by the server for accounts and visitors. */
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import type { ConversionHistory } from '@filesmith/contract/schemas/conversion-history'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../support/images.ts'
import { createMember, type Member, newCredentials, putOnPlan, runSql } from '../support/member.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { noonClock } from '../support/test-clocks.ts'
import { base64, createVisitor, type Visitor } from '../support/visitor.ts'

const megabyte = 1024 * 1024
const hourMs = 60 * 60 * 1000

let filesmith: TestFilesmith
let stores: TestStores
let png: Buffer

/** Without a worker; the test claims the jobs itself. */
beforeAll(async () => {
  filesmith = await startFilesmith(
    { PLAN_FREE_PER_DAY: '10', ADDRESS_PER_DAY: '1', BEHIND_PROXY: 'true' },
    { hasWorker: false, clock: noonClock },
  )
  stores = await openStores({ databaseUrl: filesmith.databaseUrl })
  png = await drawPng()
})
afterAll(async () => {
  await stores.close()
  await filesmith.stop()
})

let lastHost = 0
async function memberOn(plan: PlanId): Promise<Member> {
  const fromElsewhere = createVisitor(filesmith.baseUrl, { 'x-forwarded-for': `198.51.100.${++lastHost}` })
  const member = await createMember(filesmith.baseUrl, newCredentials(), fromElsewhere)
  await putOnPlan(filesmith, member, plan)
  return member
}

function createUpload(visitor: Visitor, bytes: number, operation: OperationId): Promise<Response> {
  return visitor.fetch('/api/uploads', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': `filename ${base64('a')},operation ${base64(operation)}`,
    },
  })
}

function ask(visitor: Visitor, uploadId: string): Promise<Response> {
  return visitor.fetch('/api/convert/image', {
    method: 'POST',
    headers: { prefer: 'respond-async', 'content-type': 'application/json' },
    body: JSON.stringify({ uploadId, outputFormat: 'webp' }),
  })
}

async function askTimes(visitor: Visitor, times: number): Promise<number[]> {
  const uploadId = await visitor.upload(png, 'a.png')
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) statuses.push((await ask(visitor, uploadId)).status)
  return statuses
}

const repeated = (status: number, count: number) => Array.from({ length: count }, () => status)
const refusal = (limit: number) => ({
  code: 'file-too-large',
  message: `File is too large. Maximum size is ${limit === 2048 ? '2GB' : `${limit}MB`}.`,
})

test.each([
  ['free', { 'convert-image': 50, 'convert-video': 500, 'convert-audio': 200 }],
  ['basic', { 'convert-image': 250, 'convert-video': 500, 'convert-audio': 250 }],
  ['pro', { 'convert-image': 2048, 'convert-video': 2048, 'convert-audio': 2048 }],
] as const)(
  'ALLOW-17 ALLOW-18 ALLOW-19 ALLOW-25 upload: on %s rejects a larger file before any byte is sent',
  async (plan, limits) => {
    const member = await memberOn(plan)
    for (const [operation, limit] of Object.entries(limits) as [OperationId, number][]) {
      expect((await createUpload(member, limit * megabyte, operation)).status).toBe(201)
      const refused = await createUpload(member, limit * megabyte + 1, operation)
      expect(refused.status).toBe(413)
      expect(await refused.json()).toEqual(refusal(limit))
    }
  },
)

test('ALLOW-17 ALLOW-25 upload: on Free every PDF operation takes files up to 100 MB', async () => {
  const member = await memberOn('free')
  const ofPdfs = operationIds.filter(
    id => operations[id].path.startsWith('/api/pdf/') && id !== 'images-to-pdf',
  )
  expect(ofPdfs.length).toBeGreaterThan(15)
  for (const operation of ofPdfs) {
    const refused = await createUpload(member, 100 * megabyte + 1, operation)
    expect([operation, refused.status, await refused.json()]).toEqual([operation, 413, refusal(100)])
  }
  expect((await createUpload(member, 100 * megabyte, 'redact-pdf')).status).toBe(201)
})

test('upload: Basic and Pro compress files of any size, Free up to 1 GB', async () => {
  const [free, basic] = await Promise.all([memberOn('free'), memberOn('basic')])
  expect((await createUpload(free, 1024 * megabyte + 1, 'compress-files')).status).toBe(413)
  expect((await createUpload(basic, 3000 * megabyte, 'compress-files')).status).toBe(201)
})

async function askFor(visitor: Visitor, options: object, path = '/api/convert/image'): Promise<unknown> {
  const uploadId = await visitor.upload(png, 'a.png')
  const response = await visitor.fetch(path, {
    method: 'POST',
    headers: { prefer: 'respond-async', 'content-type': 'application/json' },
    body: JSON.stringify({ uploadId, ...options }),
  })
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}

test.each([
  ['/api/convert/image', { outputFormat: 'jpg', qualityPercent: 40 }],
  ['/api/convert/image', { outputFormat: 'webp', isLossless: true }],
  ['/api/convert/image', { outputFormat: 'jpg', keepMetadata: true }],
  ['/api/convert/video', { outputFormat: 'mp4', crf: 18 }],
  ['/api/convert/video', { outputFormat: 'mp4', frameRate: 24 }],
  ['/api/convert/video', { outputFormat: 'mp4', videoCodec: 'hevc' }],
  ['/api/convert/audio', { outputFormat: 'mp3', isVariableBitrate: true }],
  ['/api/convert/audio', { outputFormat: 'wav', sampleRate: '48000' }],
  ['/api/convert/audio', { outputFormat: 'wav', channels: 'mono' }],
])('convert: on Free %s rejects the advanced options %o', async (path, options) => {
  expect(await askFor(createVisitor(filesmith.baseUrl), options, path)).toEqual([403, 'plan-needed'])
})

test('convert: on Basic accepts advanced options, and rejects those without effect', async () => {
  const member = await memberOn('basic')
  // Without a worker no engine is available; the options were accepted before that is found out.
  const accepted = { outputFormat: 'jpg', qualityPercent: 40, keepMetadata: true }
  expect(await askFor(member, accepted)).toEqual(await askFor(member, { outputFormat: 'jpg' }))
  const unused = { outputFormat: 'png', qualityPercent: 40 }
  expect(await askFor(member, unused)).toEqual([400, 'option-without-effect'])
})

test('convert: premium formats require Pro', async () => {
  const [visitor, basic, pro] = [
    createVisitor(filesmith.baseUrl),
    await memberOn('basic'),
    await memberOn('pro'),
  ]
  expect(await askFor(visitor, { outputFormat: 'psd' })).toEqual([403, 'pro-plan-needed'])
  expect(await askFor(basic, { outputFormat: 'psd' })).toEqual([403, 'pro-plan-needed'])
  expect(await askFor(pro, { outputFormat: 'psd' })).not.toEqual([403, 'pro-plan-needed'])
})

test('ALLOW-17 ALLOW-25 upload: visitors have the limits of Free', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  expect((await createUpload(visitor, 50 * megabyte, 'convert-image')).status).toBe(201)
  expect((await createUpload(visitor, 50 * megabyte + 1, 'convert-image')).status).toBe(413)
})

test('ALLOW-17 ALLOW-18 ALLOW-25 convert image: enforces the limit while the file streams', async () => {
  const large = new Blob([new Uint8Array(50 * megabyte + 1)])
  const send = (member: Member) => member.convert(large, 'a.png', { outputFormat: 'webp' })
  const refused = await send(await memberOn('free'))
  expect(refused.status).toBe(413)
  expect(await refused.json()).toEqual(refusal(50))
  // On Basic the size is accepted, but the content is not an image.
  expect((await send(await memberOn('basic'))).status).toBe(415)
})

test('check conversion: rejects what the conversion would reject, and charges nothing', async () => {
  const member = await memberOn('free')
  const uploadId = await member.upload(png, 'a.png')
  const check = async (options: object) => {
    const response = await member.post('/api/conversions/check', {
      operation: 'convert-image',
      uploadId,
      options,
    })
    return [response.status, ((await response.json().catch(() => ({}))) as { code?: string }).code]
  }
  const accepted = (await ask(member, uploadId)).status === 202
  expect(await check({ outputFormat: 'webp' })).toEqual(accepted ? [204, undefined] : [503, 'engine-missing'])
  expect(await check({ outputFormat: 'nothing' })).toEqual([400, 'invalid-request'])
  expect(await check({ outputFormat: 'psd' })).toEqual([403, 'pro-plan-needed'])
  const used = async () => (await member.json<Usage>('/api/usage')).today.used
  expect(await used()).toBe(1)
  for (let time = 1; time < 10; time += 1) await ask(member, uploadId)
  expect(await check({ outputFormat: 'webp' })).toEqual([429, 'allowance-used'])
  expect(await used()).toBe(10)
})

test('check batch: rejects what the batch would reject, and charges nothing', async () => {
  const member = await memberOn('free')
  const ids = [await member.upload(png, 'a.png'), await member.upload(png, 'b.png')]
  const check = async (uploadIds: readonly string[]) => {
    const response = await member.post('/api/batches/check', {
      fileType: 'images',
      targetFormat: 'webp',
      files: uploadIds.map(uploadId => ({ uploadId })),
    })
    return [response.status, ((await response.json().catch(() => ({}))) as { code?: string }).code]
  }
  expect(await check(ids)).toEqual([204, undefined])
  expect(await check(Array.from({ length: 6 }, () => ids[0] ?? ''))).toEqual([400, 'too-many-files'])
  for (let time = 0; time < 9; time += 1) await ask(member, ids[0] ?? '')
  expect(await check(ids)).toEqual([429, 'allowance-too-small'])
  expect(await check(ids.slice(0, 1))).toEqual([204, undefined])
  expect((await member.json<Usage>('/api/usage')).today.used).toBe(9)
})

/** An upload that is recorded as larger than its bytes. */
async function largeUpload(member: Member): Promise<string> {
  const uploadId = await member.upload(png, 'a.png')
  await runSql(filesmith.databaseUrl, 'update uploads set declared_bytes = $2 where id = $1', [
    uploadId,
    60 * megabyte,
  ])
  return uploadId
}

test('ALLOW-17 ALLOW-25 convert image: uses the plan at the time of the conversion, not of the upload', async () => {
  const member = await memberOn('basic')
  const uploadId = await largeUpload(member)
  const accepted = await ask(member, uploadId)
  expect(accepted.status).toBe(202)
  const { id } = (await accepted.json()) as { id: string }
  expect((await member.fetch(`/api/conversions/${id}`, { method: 'DELETE' })).status).toBe(204)

  await putOnPlan(filesmith, member, 'basic', new Date(noonClock.now().getTime() - 1000))
  for (const refused of [
    await ask(member, uploadId),
    await member.fetch(`/api/conversions/${id}/retry`, { method: 'POST' }),
    await member.fetch(`/api/conversions/${id}/repeat`, { method: 'POST' }),
  ]) {
    expect(refused.status).toBe(413)
    expect(await refused.json()).toEqual(refusal(50))
  }
  expect((await member.json<Usage>('/api/usage')).today.used).toBe(0)

  await putOnPlan(filesmith, member, 'pro')
  expect((await member.fetch(`/api/conversions/${id}/retry`, { method: 'POST' })).status).toBe(202)
  expect(await stores.conversions.find(id)).toMatchObject({ status: 'queued', ownerPlan: 'pro' })
})

test.each([
  ['free', 1],
  ['basic', 3],
  ['pro', 10],
] as const)(
  'ALLOW-15 ALLOW-25 queue: on %s %i jobs run concurrently; more are accepted and wait',
  async (plan, limit) => {
    await stores.database.pool.query('delete from jobs')
    const member = await memberOn(plan)
    const count = limit + (plan === 'pro' ? 2 : 1)
    expect(await askTimes(member, count)).toEqual(repeated(202, count))
    expect(await stores.claim('short', 100)).toHaveLength(limit)
  },
)

test('ALLOW-16 ALLOW-25 queue: Pro first, then Basic, then Free and visitors in order of arrival', async () => {
  await stores.database.pool.query('delete from jobs')
  const visitor = createVisitor(filesmith.baseUrl)
  const people: [string, Visitor][] = [
    ['visitor', visitor],
    ['free', await memberOn('free')],
    ['basic', await memberOn('basic')],
    ['pro', await memberOn('pro')],
  ]
  const ownerNames = new Map<string, string>()
  for (const [name, person] of people) {
    const reply = await ask(person, await person.upload(png, 'a.png'))
    ownerNames.set(((await reply.json()) as { id: string }).id, name)
  }
  const claimed = await stores.claim('short', 10)
  expect(claimed.map(job => ownerNames.get(job.payload.conversionId))).toEqual([
    'pro',
    'basic',
    'visitor',
    'free',
  ])
})

test.each([
  ['free', 24],
  ['basic', 7 * 24],
  ['pro', 30 * 24],
] as const)(
  'ALLOW-21 ALLOW-25 retention: on %s uploads and results are kept %i hours',
  async (plan, hours) => {
    const member = await memberOn(plan)
    const uploadId = await member.upload(png, 'a.png')
    await ask(member, uploadId)
    const [conversion] = (await member.json<ConversionHistory>('/api/conversions')).conversions
    const keptMs = Date.parse(conversion?.expiresAt ?? '') - Date.parse(conversion?.createdAt ?? '')
    expect(keptMs).toBe(hours * hourMs)
    const upload = await stores.uploads.findForWork(uploadId)
    const uploadMs = (upload?.expiresAt.getTime() ?? 0) - (upload?.completedAt?.getTime() ?? 0)
    expect(Math.round(uploadMs / hourMs)).toBe(hours)
  },
)

test('ALLOW-04 ALLOW-05 API-03 allowance: Free has 10 a day and 300 a month, regardless of the network limit', async () => {
  const member = await memberOn('free')
  expect((await member.user()).usage).toEqual({ remaining: 300, total: 300 })
  expect(await askTimes(member, 11)).toEqual([...repeated(202, 10), 429])
  expect((await member.user()).usage).toEqual({ remaining: 290, total: 300 })
})

test('ALLOW-04 ALLOW-05 ALLOW-13 allowance: Basic has 50 a day and 1500 a month', async () => {
  const member = await memberOn('basic')
  expect(await askTimes(member, 50)).toEqual(repeated(202, 50))
  const refused = await ask(member, await member.upload(png, 'b.png'))
  expect(refused.status).toBe(429)
  expect(((await refused.json()) as { message: string }).message).toMatch(
    /^You've used all 50 of today's conversions\. Your limit resets in /,
  )
  expect((await member.user()).usage).toEqual({ remaining: 1450, total: 1500 })

  // A plan change applies at once, including the used count.
  await putOnPlan(filesmith, member, 'pro')
  expect((await ask(member, await member.upload(png, 'c.png'))).status).toBe(202)
  await putOnPlan(filesmith, member, 'free')
  expect((await ask(member, await member.upload(png, 'd.png'))).status).toBe(429)
  expect((await member.json<Usage>('/api/usage')).today).toMatchObject({ used: 51, remaining: 0, total: 10 })
})

test('ALLOW-04 ALLOW-05 USE-04 allowance: Pro has no total, and usage is counted', async () => {
  const member = await memberOn('pro')
  expect(await askTimes(member, 60)).toEqual(repeated(202, 60))
  expect((await member.user()).usage).toEqual({ remaining: null, total: null })
  const usage = await member.json<Usage>('/api/usage')
  expect(usage.today).toMatchObject({ used: 60, remaining: null, total: null })
  expect(usage.days.at(-1)?.conversions).toBe(60)
})

test('ALLOW-12 allowance: PLAN_BASIC_PER_DAY sets the limit of Basic', async () => {
  const small = await startFilesmith({ PLAN_BASIC_PER_DAY: '3' }, { hasWorker: false })
  try {
    const member = await createMember(small.baseUrl)
    await putOnPlan(small, member, 'basic')
    expect(await askTimes(member, 4)).toEqual([...repeated(202, 3), 429])
    expect((await member.user()).usage).toEqual({ remaining: 87, total: 90 })
  } finally {
    await small.stop()
  }
})

test('ALLOW-10 REC-09 allowance: usage of the visitor counts after registration', async () => {
  const visitor = createVisitor(filesmith.baseUrl, { 'x-forwarded-for': '203.0.113.9' })
  expect(await askTimes(visitor, 1)).toEqual([202])
  const member = await createMember(filesmith.baseUrl, newCredentials(), visitor)
  expect(await askTimes(member, 10)).toEqual([...repeated(202, 9), 429])
})
