/** Reserves storage quota for uploads: sums are computed from the rows under a lock per holder, so they cannot drift. */
import type {
  HolderLimits,
  UploadLimits,
  UploadRecord,
  UploadRefusal,
  UploadStore,
} from '../../ports/upload-store.ts'
import { eq, type NodePgDatabase, type SQL, sql } from './drizzle.ts'
import { conversions, uploads } from './schema.ts'
import type { Transaction } from './usage-counters.ts'

/** Open and active within the last hour. An upload that cannot be resumed is open until it is complete, removed or expired. */
const isReserving = sql`(${uploads.completedAt} is null
  and (${uploads.activeAt} is null or ${uploads.activeAt} > now() - interval '1 hour'))`

const arrivedBytes = sql`least(${uploads.receivedBytes}, ${uploads.declaredBytes})`

const heldBytes = sql`case when ${uploads.completedAt} is not null or ${isReserving}
  then ${uploads.declaredBytes} else ${arrivedBytes} end`

const resultBytes = sql`${conversions.resultSize} + case when ${conversions.parts} = '[]' then 0 else
  (select coalesce(sum((part ->> 'sizeBytes')::bigint), 0) from jsonb_array_elements(${conversions.parts}) part) end`

interface Usage {
  readonly bytes: number
  readonly open: number
}

export function uploadReservations(orm: NodePgDatabase): Pick<UploadStore, 'reserve' | 'renewReservation'> {
  return {
    reserve: (upload, { isResumable, limits }) =>
      orm.transaction(async tx => {
        const rejection = limits ? await findRejection(tx, upload, limits) : undefined
        if (!rejection)
          await tx.insert(uploads).values({ ...upload, activeAt: isResumable ? sql`now()` : null })
        return rejection
      }),

    async renewReservation(upload, limits) {
      const isThis = eq(uploads.id, upload.id)
      const renewed = await orm
        .update(uploads)
        .set({ activeAt: sql`now()` })
        .where(sql`${isThis} and ${isReserving}`)
      if (renewed.rowCount === 1) return undefined
      return orm.transaction(async tx => {
        const rejection = await findRejection(tx, upload, limits)
        if (!rejection) await tx.update(uploads).set({ activeAt: sql`now()` }).where(isThis)
        return rejection
      })
    },
  }
}

async function findRejection(
  tx: Transaction,
  upload: UploadRecord,
  { owner, network, disk }: UploadLimits,
): Promise<UploadRefusal | undefined> {
  const { ownerId, networkHash, declaredBytes } = upload
  // Always in this order, to prevent deadlocks. A separate statement, because the sums below must see what was
  // committed while this one waited.
  const keys = [
    `uploads of owner ${ownerId}`,
    ...(network ? [`uploads of network ${networkHash}`] : []),
    ...(disk ? ['uploads on disk'] : []),
  ]
  const locks = keys.map(key => sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  await tx.execute(sql`select ${sql.join(locks, sql`, `)}`)

  const ofOwner = await readUsage(tx, upload, eq(uploads.ownerId, ownerId), eq(conversions.ownerId, ownerId))
  const byOwner = exceeds(ofOwner, owner, declaredBytes)
  if (byOwner) return `owner-${byOwner}`
  if (network && networkHash !== null) {
    const isUploadCounted = eq(uploads.networkHash, networkHash)
    const isResultCounted = eq(conversions.chargedAddress, networkHash)
    const byNetwork = exceeds(
      await readUsage(tx, upload, isUploadCounted, isResultCounted),
      network,
      declaredBytes,
    )
    if (byNetwork) return `network-${byNetwork}`
  }
  if (disk && disk.freeBytes - (await readPendingBytes(tx, upload)) - declaredBytes < disk.minFreeBytes)
    return 'disk-full'
  return undefined
}

function exceeds(
  { bytes, open }: Usage,
  limits: HolderLimits,
  declaredBytes: number,
): 'bytes' | 'open' | undefined {
  if (open >= limits.maxOpen) return 'open'
  return bytes + declaredBytes > limits.maxBytes ? 'bytes' : undefined
}

/** Usage without this upload. */
async function readUsage(
  tx: Transaction,
  { id }: UploadRecord,
  isUploadCounted: SQL,
  isResultCounted: SQL,
): Promise<Usage> {
  const { rows } = await tx.execute<{ uploaded: number; open: number; made: number }>(sql`
    select coalesce(sum(${heldBytes}), 0)::float8 as uploaded,
      count(*) filter (where ${isReserving})::int as open,
      (select coalesce(sum(${resultBytes}), 0) from ${conversions}
        where ${isResultCounted} and ${conversions.status} = 'succeeded')::float8 as made
    from ${uploads} where ${isUploadCounted} and ${uploads.id} <> ${id}`)
  const [row = { uploaded: 0, open: 0, made: 0 }] = rows
  return { bytes: row.uploaded + row.made, open: row.open }
}

/** Reserved by other uploads and not written yet. */
async function readPendingBytes(tx: Transaction, { id }: UploadRecord): Promise<number> {
  const { rows } = await tx.execute<{ pending: number }>(sql`
    select coalesce(sum(${uploads.declaredBytes} - ${arrivedBytes}), 0)::float8 as pending
    from ${uploads} where ${isReserving} and ${uploads.id} <> ${id}`)
  return rows[0]?.pending ?? 0
}
