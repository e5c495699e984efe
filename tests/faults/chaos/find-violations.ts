/** Invariants after a chaos run, read from database, storage, disk and process table. */

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorCode } from '@filesmith/contract/errors'
import type pg from 'pg'
import { createS3Storage } from '../../../packages/server/src/adapters/s3-storage/s3-storage.ts'
import type { Observations } from './customer.ts'
import type { ChaosDeployment } from './deployment.ts'
import { crashingKind } from './job-kinds.ts'

interface Row {
  readonly id: string
  readonly owner_id: string
  readonly status: string
  readonly error_code: string | null
  readonly result_key: string | null
  readonly result_size: string | null
  readonly parts: readonly { readonly key: string; readonly sizeBytes: number }[]
  readonly file_count: number
}

/** Only failures that an injected fault explains, after the last retry; a killed ffmpeg is taken for out of memory. */
const explainedErrorCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'internal',
  'unavailable',
  'storage-full',
  'needs-too-much-memory',
])

export async function findViolations(
  deployment: ChaosDeployment,
  client: pg.Client,
  observations: Pick<Observations, 'acceptedJobs'>,
): Promise<string[]> {
  const { rows } = await client.query<Row>('select * from conversions')
  return [
    ...findLost(rows, observations),
    ...(await findMiscounted(client, rows)),
    ...(await findStrayObjects(deployment, client, rows)),
    ...(await findLeftBehind(client)),
    ...(await findLeftOnDisk(deployment)),
  ]
}

function findLost(rows: readonly Row[], { acceptedJobs }: Pick<Observations, 'acceptedJobs'>): string[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  const lost = acceptedJobs.flatMap(({ ids, job, wasCanceled }) =>
    ids
      .filter(id => !byId.has(id) && !wasCanceled)
      .map(id => `lost: ${job.kind} ${id} was accepted and has no record`),
  )
  const crashingIds = new Set(
    acceptedJobs.filter(({ job }) => job.kind === crashingKind).flatMap(({ ids }) => ids),
  )
  const isExplained = ({ id, error_code }: Row) =>
    explainedErrorCodes.has(error_code ?? '') ||
    (error_code === ('processing-crashed' satisfies ErrorCode) && crashingIds.has(id))
  const canceledIds = new Set(acceptedJobs.filter(each => each.wasCanceled).flatMap(each => each.ids))
  const badRows = rows.flatMap(row => {
    if (row.status === 'succeeded') return []
    if (row.status === 'failed')
      return isExplained(row) ? [] : [`unexplained: ${row.id} failed with ${row.error_code}`]
    if (row.status === 'cancelled' && canceledIds.has(row.id)) return []
    return [`stuck: ${row.id} is ${row.status}`]
  })
  return [...lost, ...badRows]
}

/** A succeeded conversion is charged once per file, and nothing else is charged. */
async function findMiscounted(client: pg.Client, rows: readonly Row[]): Promise<string[]> {
  const chargesByOwner = new Map<string, number>()
  const charge = (owner: string, files: number) =>
    chargesByOwner.set(owner, (chargesByOwner.get(owner) ?? 0) + files)
  for (const row of rows) if (row.status === 'succeeded') charge(row.owner_id, row.file_count)
  for (const { owner_id, files } of await listDeletedSuccesses(client)) charge(owner_id, files)
  const visitors = [...chargesByOwner]
    .filter(([owner]) => owner.startsWith('v_'))
    .reduce((sum, [, count]) => sum + count, 0)
  const { rows: counters } = await client.query<{ holder: string; period: string; used: number }>(
    'select holder, period, sum(used)::int as used from usage_counters group by holder, period',
  )
  const violations: string[] = []
  const networkUsed = counters
    .filter(({ holder }) => holder.startsWith('n_'))
    .reduce((sum, { used }) => sum + used, 0)
  if (networkUsed !== visitors)
    violations.push(`allowance: network charged ${networkUsed}, expected ${visitors}`)
  const owners = new Set([
    ...chargesByOwner.keys(),
    ...counters.map(({ holder }) => holder).filter(holder => !holder.startsWith('n_')),
  ])
  for (const owner of owners) {
    for (const period of ['day', 'month']) {
      const used = counters.find(counter => counter.holder === owner && counter.period === period)?.used ?? 0
      if (used !== (chargesByOwner.get(owner) ?? 0))
        violations.push(
          `allowance: ${owner} charged ${used} (${period}), expected ${chargesByOwner.get(owner) ?? 0}`,
        )
    }
  }
  return violations
}

/** A cancel that arrived too late deletes the finished result; its receipt shows that there was one. */
async function listDeletedSuccesses(client: pg.Client) {
  const { rows } = await client.query<{ owner_id: string; files: number }>(
    `select r.owner_id, count(*) filter (where f.kind = 'upload')::int as files from receipts r
     join receipt_files f on f.conversion_id = r.conversion_id
     where not exists (select 1 from conversions c where c.id = r.conversion_id)
     group by r.conversion_id, r.owner_id having count(*) filter (where f.kind = 'result') > 0`,
  )
  return rows
}

async function findStrayObjects(
  deployment: ChaosDeployment,
  client: pg.Client,
  rows: readonly Row[],
): Promise<string[]> {
  const { storage: address } = deployment
  const storage = await createS3Storage({ ...address, region: 'us-east-1', isPathStyle: true })
  const found = new Map<string, number>()
  for await (const { key, sizeBytes } of storage.list('')) found.set(key, sizeBytes)
  await storage.close()
  const { rows: uploads } = await client.query<{
    storage_key: string
    declared_bytes: string
    is_whole: boolean
    preview: string | null
  }>(
    `select storage_key, declared_bytes, completed_at is not null as is_whole,
       inspection ->> 'previewKey' as preview from uploads`,
  )
  const expectedObjects = new Map<string, number>()
  for (const upload of uploads) {
    // An upload sealed just before its web process died is completed by the next request for it.
    if (upload.is_whole || found.has(upload.storage_key))
      expectedObjects.set(upload.storage_key, Number(upload.declared_bytes))
    if (upload.preview) expectedObjects.set(upload.preview, found.get(upload.preview) ?? -1)
  }
  for (const row of rows) {
    if (row.result_key) expectedObjects.set(row.result_key, Number(row.result_size))
    for (const part of row.parts) expectedObjects.set(part.key, part.sizeBytes)
  }
  const stray = [...found.keys()]
    .filter(key => !expectedObjects.has(key))
    .map(key => `stray: no record of ${key}`)
  const missing = [...expectedObjects]
    .filter(([key, size]) => found.get(key) !== size)
    .map(([key, size]) => `missing: ${key} should have ${size} bytes, has ${found.get(key) ?? 'none'}`)
  return [...stray, ...missing]
}

async function findLeftBehind(client: pg.Client): Promise<string[]> {
  const jobs = await client.query(
    'select queue, state, count(*)::int as count from jobs group by queue, state',
  )
  const leases = await client.query(
    'select id from uploads where lease_holder is not null and lease_until > now()',
  )
  const locks = await client.query(
    `select objid from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
  )
  return [
    ...jobs.rows.map(row => `queue: ${row.count} ${row.state} in ${row.queue}`),
    ...leases.rows.map(row => `lease: upload ${row.id} is held`),
    ...locks.rows.map(row => `lock: ${row.objid} is held`),
  ]
}

async function findLeftOnDisk({ workers }: ChaosDeployment): Promise<string[]> {
  const violations: string[] = []
  for (const slot of workers) {
    const jobsDir = slot.insidePath(join(slot.dataDir, 'jobs'))
    const names = existsSync(jobsDir) ? await readdir(jobsDir) : []
    violations.push(...names.map(name => `disk: ${slot.name} left jobs/${name}`))
  }
  return violations
}
