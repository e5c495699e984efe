/** The job queue on a real PostgreSQL, for jobs of any kind: replies, leases, unique jobs, retries and cancellation. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JobQueue } from '../../packages/server/src/ports/job-queue.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores
let queue: JobQueue
beforeAll(async () => {
  stores = await openStores()
  queue = stores.queue
})
afterAll(() => stores.close())
beforeEach(async () => {
  await stores.database.pool.query('delete from jobs')
})

const step = { ability: 'gif-create', from: 'mp4', to: 'gif', options: { width: 320 } } as const

async function enqueueText(text = 'One. Two.'): Promise<string> {
  const id = randomUUID()
  const payload = { text, sourceLanguage: 'en', targetLanguage: 'es' } as const
  await queue.enqueue({ id, queue: 'translate-text', payload, engines: ['translation'] })
  return id
}

async function enqueueEstimate(ownerId: string): Promise<string> {
  const id = randomUUID()
  const payload = { step, files: [{ inputKey: 'uploads/1', name: 'video.mp4' }] }
  const unique = { key: `estimate:${ownerId}`, onConflict: 'replace' } as const
  await queue.enqueue({ id, queue: 'estimate-size', payload, engines: ['gif'], unique })
  return id
}

const claimText = () => queue.claim('translate-text', ['translation'])
const claimEstimate = () => queue.claim('estimate-size', ['gif'])

async function claimedText() {
  const job = await claimText()
  if (!job) throw new Error('the queue is empty')
  return job
}

const expireLeases = () =>
  stores.database.pool.query("update jobs set lease_until = now() - interval '1 second'")

test('claim: takes the oldest job, each by one worker', async () => {
  const ids = [await enqueueText('first'), await enqueueText('second'), await enqueueText('third')]
  expect((await claimedText()).id).toBe(ids[0])
  const claimed = await Promise.all([claimText(), claimText(), claimText()])
  expect(claimed.flatMap(job => job?.id ?? []).sort()).toEqual(ids.slice(1).sort())
})

test('claim: says whether another job of the queue is due', async () => {
  await enqueueText('first')
  await enqueueText('second')
  await enqueueEstimate('a')
  expect((await claimedText()).isLastDue).toBe(false)
  expect((await claimedText()).isLastDue).toBe(true)
})

test('claim: 8 concurrent claimers take 200 jobs once each, and never more than the limit of an owner', async () => {
  for (let count = 0; count < 200; count += 1) {
    const owner = { key: `owner-${count % 10}`, limit: 1 + (count % 10) }
    const payload = { conversionId: randomUUID() }
    await queue.enqueue({ id: randomUUID(), queue: 'convert-short', payload, owner })
  }
  const ids = new Set<string>()
  const running = new Map<string, number>()
  async function claimer(): Promise<void> {
    for (
      let job = await queue.claim('convert-short', []);
      job;
      job = await queue.claim('convert-short', [])
    ) {
      expect(ids.has(job.id)).toBe(false)
      ids.add(job.id)
      const { rows } = await stores.database.pool.query<{ owner: string; count: number; limit: number }>(
        `select owner, count(*)::int as count, max(owner_limit) as limit from jobs where state = 'running' group by owner`,
      )
      for (const { owner, count, limit } of rows) {
        running.set(owner, Math.max(running.get(owner) ?? 0, count))
        expect(count).toBeLessThanOrEqual(limit)
      }
      await queue.complete(job)
    }
  }
  await Promise.all(Array.from({ length: 8 }, claimer))
  // A claimer may give up while others hold the last slots of every owner left.
  await claimer()
  expect(ids.size).toBe(200)
  expect(running.get('owner-0')).toBe(1)
})

async function enqueueFor(client: string, priority = 0): Promise<string> {
  const id = randomUUID()
  const owner = { key: randomUUID(), limit: 1 }
  const payload = { conversionId: randomUUID() }
  await queue.enqueue({ id, queue: 'convert-short', payload, owner, client, priority })
  return id
}

test('claim: a client with many owners delays the job of another client by none of those that wait', async () => {
  const many = [await enqueueFor('n_a'), await enqueueFor('n_a'), await enqueueFor('n_a')]
  const other = await enqueueFor('n_b')
  const claimed = []
  for (let count = 0; count < 4; count += 1) claimed.push((await queue.claim('convert-short', []))?.id)
  expect(claimed).toEqual([many[0], other, many[1], many[2]])
})

test('claim: priority goes before fairness between clients', async () => {
  const first = await enqueueFor('a', 10)
  const second = await enqueueFor('a', 10)
  const other = await enqueueFor('n_b')
  const claimed = []
  for (let count = 0; count < 3; count += 1) claimed.push((await queue.claim('convert-short', []))?.id)
  expect(claimed).toEqual([first, second, other])
})

test('claim: of idle clients only, takes nothing of a client that runs a job of the queue', async () => {
  const ofIdleClients = { includesSuspects: true, ofIdleClients: true }
  const ids = [await enqueueFor('n_a'), await enqueueFor('n_a')]
  const running = await queue.claim('convert-short', [])
  expect(running?.id).toBe(ids[0])
  expect(await queue.claim('convert-short', [], ofIdleClients)).toBeUndefined()
  const other = await enqueueFor('n_b')
  expect((await queue.claim('convert-short', [], ofIdleClients))?.id).toBe(other)
  if (running) await queue.complete(running)
  expect((await queue.claim('convert-short', [], ofIdleClients))?.id).toBe(ids[1])
})

test('append, complete: accumulate the output and keep the reply until it is read', async () => {
  const id = await enqueueText()
  const job = await claimedText()
  expect(await queue.append(job, 'Uno. ')).toBe(true)
  expect(await queue.find(id)).toMatchObject({ state: 'running', output: 'Uno. ' })
  await queue.append(job, 'Dos.')
  expect(await queue.complete(job, { sourceLanguage: 'en' })).toBe(true)
  expect(await queue.find(id)).toMatchObject({
    state: 'done',
    output: 'Uno. Dos.',
    reply: { sourceLanguage: 'en' },
  })
  expect(await claimText()).toBeUndefined()
  await queue.cancel(id)
  expect(await queue.find(id)).toBeUndefined()
})

test('fail: keeps the error for the requester', async () => {
  const id = await enqueueEstimate('v_1')
  const job = await claimEstimate()
  if (!job) throw new Error('the queue is empty')
  expect(await queue.fail(job, { code: 'file-damaged', params: { format: 'MP4' } })).toBe(true)
  expect(await queue.find(id)).toMatchObject({
    state: 'failed',
    error: { code: 'file-damaged', params: { format: 'MP4' } },
  })
})

test('requeueExpired: another worker takes over, and the previous one can no longer write', async () => {
  const id = await enqueueText()
  const first = await claimedText()
  await queue.append(first, 'Uno. ')
  expect(await queue.requeueExpired()).toBe(0)
  expect(await claimText()).toBeUndefined()
  await expireLeases()
  expect(await queue.requeueExpired()).toBe(1)
  const second = await claimedText()
  expect(second).toMatchObject({ id, attempt: 2 })
  expect(await queue.append(first, 'Dos.')).toBe(false)
  expect(await queue.renewLease(first)).toBe(false)
  expect(await queue.fail(first, { code: 'internal', params: {} })).toBe(false)
  expect(await queue.find(id)).toMatchObject({ state: 'running', output: '' })
})

test('requeueExpired: a lost job with engines is a suspect, keeps its retries, and is dropped after the sixth loss', async () => {
  const id = await enqueueEstimate('v_1')
  const withoutSuspects = { includesSuspects: false }
  expect(await queue.claim('estimate-size', ['gif'], withoutSuspects)).toMatchObject({ isSuspect: false })
  for (let losses = 1; losses <= 5; losses += 1) {
    await expireLeases()
    expect(await queue.requeueExpired()).toBe(1)
    expect(await queue.claim('estimate-size', ['gif'], withoutSuspects)).toBeUndefined()
    const lost = await claimEstimate()
    expect(lost).toMatchObject({ id, attempt: losses + 1, isSuspect: true, crashes: 0, isLastAttempt: true })
  }
  await expireLeases()
  expect(await queue.requeueExpired()).toBe(1)
  expect(await queue.find(id)).toBeUndefined()
})

test('requeueExpired: a job without engines does not become a suspect, and each loss costs a retry', async () => {
  const deliveryId = randomUUID()
  await queue.enqueue({ id: deliveryId, queue: 'deliver-webhook', payload: { deliveryId } })
  await queue.claim('deliver-webhook', [])
  await expireLeases()
  expect(await queue.requeueExpired()).toBe(1)
  const { rows } = await stores.database.pool.query('select retries_left, lost_attempts from jobs')
  expect(rows).toEqual([{ retries_left: 19, lost_attempts: [] }])
})

test('renewLease: a worker that lost its lease and lives clears the suspicion of that attempt only', async () => {
  await enqueueText()
  const first = await claimedText()
  await expireLeases()
  await queue.requeueExpired()
  const second = await claimedText()
  expect(second.isSuspect).toBe(true)
  expect(await queue.renewLease(first)).toBe(false)
  await queue.requeue(second)
  const third = await claimedText()
  expect(third.isSuspect).toBe(false)
  await expireLeases()
  await queue.requeueExpired()
  expect(await queue.renewLease(first)).toBe(false)
  expect((await claimedText()).isSuspect).toBe(true)
})

test('requeueCrashed: counts the crash, costs no retry, and the job stays a suspect', async () => {
  const id = await enqueueEstimate('v_1')
  const job = await claimEstimate()
  expect(job && (await queue.requeueCrashed(job))).toBe(true)
  expect(job && (await queue.requeueCrashed(job))).toBe(false)
  expect(await claimEstimate()).toMatchObject({ id, crashes: 1, isSuspect: true, attempt: 2 })
})

test('cancel: removes the job, also while a worker runs it', async () => {
  const id = await enqueueText()
  const job = await claimedText()
  await queue.cancel(id)
  expect(await queue.find(id)).toBeUndefined()
  expect(await queue.append(job, 'Uno. ')).toBe(false)
  expect(await queue.complete(job)).toBe(false)
})

test('enqueue: a later unique job replaces the earlier one, also while a worker runs it', async () => {
  const first = await enqueueEstimate('v_1')
  const job = await claimEstimate()
  const second = await enqueueEstimate('v_1')
  expect(await queue.find(first)).toBeUndefined()
  expect(job && (await queue.complete(job, null))).toBe(false)
  expect(await queue.find(second)).toMatchObject({ state: 'waiting', reply: null })
  const both = await Promise.all([enqueueEstimate('v_1'), enqueueEstimate('v_1')])
  const left = await Promise.all(both.map(id => queue.find(id)))
  expect(left.filter(found => found !== undefined)).toHaveLength(1)
})

test('enqueue: of several unique jobs that are kept, the first one stays', async () => {
  const uploadId = randomUUID()
  const inspect = (id: string) =>
    queue.enqueue({
      id,
      queue: 'inspect-upload',
      payload: { uploadId },
      unique: { key: `inspect:${uploadId}`, onConflict: 'keep' },
    })
  const first = randomUUID()
  await inspect(first)
  await Promise.all(Array.from({ length: 5 }, () => inspect(randomUUID())))
  const job = await queue.claim('inspect-upload', [])
  expect([job?.id, await queue.claim('inspect-upload', [])]).toEqual([first, undefined])
  if (job) await queue.complete(job)
  await inspect(randomUUID())
  expect(await queue.claim('inspect-upload', [])).toBeDefined()
})

test('requeue: with a delay, the job is due later and the attempt does not count', async () => {
  const deliveryId = randomUUID()
  await queue.enqueue({ id: deliveryId, queue: 'deliver-webhook', payload: { deliveryId } })
  const job = await queue.claim('deliver-webhook', [])
  if (!job) throw new Error('the queue is empty')
  expect(await queue.requeue(job, 60_000)).toBe(true)
  expect(await queue.listDue(['deliver-webhook', 'send-mail'])).toEqual([])
  const { rows } = await stores.database.pool.query(
    `select retries_left, extract(epoch from due_at - now())::int between 50 and 60 as later from jobs`,
  )
  expect(rows).toEqual([{ retries_left: 20, later: true }])
})

test('listDue: names the queues with due jobs', async () => {
  await enqueueText()
  await enqueueEstimate('v_1')
  expect((await queue.listDue(['translate-text', 'estimate-size', 'send-mail'])).sort()).toEqual([
    'estimate-size',
    'translate-text',
  ])
})

test('claim: leaves jobs of an engine that is switched off', async () => {
  await enqueueText()
  await stores.database.pool.query(
    `insert into engines_off (engine, reason, switched_by, since) values ('translation', '', 'u_1', now())`,
  )
  expect(await claimText()).toBeUndefined()
  await stores.database.pool.query('delete from engines_off')
  expect(await claimText()).toBeDefined()
})

test('removeOutdated: drops what no client waits for any more, and nothing that is running', async () => {
  const old = await enqueueText()
  const running = await enqueueText()
  await stores.database.pool.query(`update jobs set created_at = now() - interval '2 hours' where id = $1`, [
    old,
  ])
  await stores.database.pool.query(
    `update jobs set created_at = now() - interval '2 hours', state = 'running' where id = $1`,
    [running],
  )
  expect(await queue.removeOutdated()).toBe(1)
  expect(await queue.find(old)).toBeUndefined()
  expect(await queue.find(running)).toBeDefined()
})
