import type { FormatId } from '@filesmith/contract/formats'
import type { DeletionReason } from '@filesmith/contract/schemas/receipt'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { Database } from './database.ts'
import { and, eq, inArray, isNull, lt, type NodePgDatabase, notExists, or, type SQL, sql } from './drizzle.ts'
import { noteDeleted, recordPreview } from './receipt-store.ts'
import { conversionInputs, conversions, type UploadInspection, uploads } from './schema.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export interface UploadRecord {
  readonly id: string
  readonly ownerId: string
  /** The tool the file was uploaded for; determines its size limit. */
  readonly operation: UploadPurpose | null
  readonly fileName: string
  /** Reserved bytes while the upload is incomplete, then the file size. */
  readonly declaredBytes: number
  readonly storageKey: string
  /** Keyed hash of a visitor's network; null for accounts, which have their own limits. */
  readonly networkHash: string | null
  /** Detected from the content once complete; null if unknown. */
  readonly format: FormatId | null
  /** Null until the upload has been inspected. */
  readonly inspection: UploadInspection | null
  readonly createdAt: Date
  readonly completedAt: Date | null
  readonly expiresAt: Date
}

export interface PreparedPdf extends Pick<UploadRecord, 'storageKey' | 'fileName'> {
  readonly sizeBytes: number
  readonly inspection: UploadInspection
}

/** Maximum bytes, and maximum incomplete uploads. */
export interface HolderLimits {
  readonly maxBytes: number
  readonly maxOpen: number
}

export interface UploadLimits {
  readonly owner: HolderLimits
  /** For all uploads with the same network hash; null for uploads without one. */
  readonly network: HolderLimits | null
  /** Free space on the upload disk, and the minimum that must stay free; null for other storage. */
  readonly disk: {
    readonly freeBytes: number
    readonly minFreeBytes: number
    /** What the owner, or all visitors of its network, may reserve without having sent it. */
    readonly maxUnsentBytes: number
  } | null
  /** An upload that received nothing for this long reserves nothing. */
  readonly idleSeconds: number
}

export type UploadRefusal =
  | 'owner-bytes'
  | 'owner-open'
  | 'owner-unsent'
  | 'network-bytes'
  | 'network-open'
  | 'network-unsent'
  | 'disk-full'

const inMilliseconds = (durationMs: number) => sql`now() + ${durationMs} * interval '1 millisecond'`

export type UploadStore = ReturnType<typeof createUploadStore>

export function createUploadStore({ orm }: Database) {
  return withDatabaseErrors({
    ...uploadReservations(orm),

    /** Undefined if the id belongs to another owner. */
    async find(id: string, ownerId: string): Promise<UploadRecord | undefined> {
      const [row] = await orm
        .select()
        .from(uploads)
        .where(and(eq(uploads.id, id), eq(uploads.ownerId, ownerId)))
      return row && toRecord(row)
    },

    async listOwned(ownerId: string): Promise<UploadRecord[]> {
      const rows = await orm.select().from(uploads).where(eq(uploads.ownerId, ownerId))
      return rows.map(toRecord)
    },

    /** The existing ones of these ids. */
    async listSome(ids: readonly string[], ownerId: string): Promise<UploadRecord[]> {
      const rows = await orm
        .select()
        .from(uploads)
        .where(and(inArray(uploads.id, [...ids]), eq(uploads.ownerId, ownerId)))
      return rows.map(toRecord)
    },

    /** Without an owner check: for workers only. */
    async findForWork(id: string): Promise<UploadRecord | undefined> {
      const [row] = await orm.select().from(uploads).where(eq(uploads.id, id))
      return row && toRecord(row)
    },

    /** False if the upload was deleted, or replaced by its PDF. */
    async recordInspection(
      { id, storageKey }: Pick<UploadRecord, 'id' | 'storageKey'>,
      inspection: UploadInspection,
    ): Promise<boolean> {
      return orm.transaction(async tx => {
        const changed = await tx
          .update(uploads)
          .set({ inspection })
          .where(and(eq(uploads.id, id), eq(uploads.storageKey, storageKey)))
          .returning({ id: uploads.id })
        if (inspection.previewKey !== null) await recordPreview(tx, id)
        return changed.length > 0
      })
    },

    /** False if the upload was deleted, or a conversion refers to its bytes. */
    async replaceByPdf(
      { id, storageKey: replacedKey }: Pick<UploadRecord, 'id' | 'storageKey'>,
      { sizeBytes, ...pdf }: PreparedPdf,
    ): Promise<boolean> {
      const ofConversion = orm
        .select({ id: conversions.id })
        .from(conversions)
        .leftJoin(conversionInputs, eq(conversionInputs.conversionId, conversions.id))
        .where(or(eq(conversions.uploadId, id), eq(conversionInputs.uploadId, id)))
      const replaced = await orm
        .update(uploads)
        .set({ ...pdf, declaredBytes: sizeBytes, format: 'pdf' })
        .where(and(eq(uploads.id, id), eq(uploads.storageKey, replacedKey), notExists(ofConversion)))
      return replaced.rowCount === 1
    },

    /** False if the upload was deleted. */
    async complete(
      id: string,
      {
        sizeBytes,
        ...completion
      }: Pick<UploadRecord, 'format' | 'expiresAt'> & {
        readonly sizeBytes: number
        readonly completedAt: Date
      },
    ): Promise<boolean> {
      const completed = await orm
        .update(uploads)
        .set({ ...completion, declaredBytes: sizeBytes })
        .where(eq(uploads.id, id))
      return completed.rowCount === 1
    },

    /**
     * Call only after the bytes are deleted: receipts are updated in the same transaction. True if the record existed.
     */
    async remove(id: string, reason: DeletionReason): Promise<boolean> {
      return orm.transaction(async tx => {
        const removed = await tx.delete(uploads).where(eq(uploads.id, id)).returning({ id: uploads.id })
        await noteDeleted(tx, { uploadId: id }, reason)
        return removed.length > 0
      })
    },

    /** Expired uploads that no waiting or running conversion needs. */
    async listExpired(now: Date, limit: number): Promise<UploadRecord[]> {
      const isUnfinished = inArray(conversions.status, ['queued', 'running'])
      const stillNeeded = orm
        .select({ id: conversions.id })
        .from(conversions)
        .leftJoin(conversionInputs, eq(conversionInputs.conversionId, conversions.id))
        .where(
          and(
            or(eq(conversions.uploadId, uploads.id), eq(conversionInputs.uploadId, uploads.id)),
            isUnfinished,
          ),
        )
      const rows = await orm
        .select()
        .from(uploads)
        .where(and(lt(uploads.expiresAt, now), notExists(stillNeeded)))
        .limit(limit)
      return rows.map(toRecord)
    },

    /** Only one process may append at a time; the lease expires by itself if its holder dies. */
    async acquireLease(id: string, holder: string, durationMs: number): Promise<boolean> {
      const isFree = or(isNull(uploads.leaseHolder), lt(uploads.leaseUntil, sql`now()`))
      const taken = await orm
        .update(uploads)
        .set({ leaseHolder: holder, leaseUntil: inMilliseconds(durationMs) })
        .where(and(eq(uploads.id, id), isFree))
        .returning({ id: uploads.id })
      return taken.length > 0
    },

    async findLeaseHolder(id: string): Promise<string | null> {
      const [row] = await orm.select({ holder: uploads.leaseHolder }).from(uploads).where(eq(uploads.id, id))
      return row?.holder ?? null
    },

    async renewLease(id: string, holder: string, durationMs: number): Promise<boolean> {
      const renewed = await orm
        .update(uploads)
        .set({ leaseUntil: inMilliseconds(durationMs), activeAt: sql`now()` })
        .where(and(eq(uploads.id, id), eq(uploads.leaseHolder, holder)))
        .returning({ id: uploads.id })
      return renewed.length > 0
    },

    /** Bytes of an upload that is sent whole arrived. */
    async recordActivity(id: string): Promise<void> {
      await orm.update(uploads).set({ activeAt: sql`now()` }).where(eq(uploads.id, id))
    },

    /** Also stores the number of received bytes, if known. */
    async releaseLease(id: string, holder: string, receivedBytes: number | undefined): Promise<void> {
      await orm
        .update(uploads)
        .set({ leaseHolder: null, leaseUntil: null, activeAt: sql`now()`, receivedBytes })
        .where(and(eq(uploads.id, id), eq(uploads.leaseHolder, holder)))
    },
  })
}

function toRecord({
  leaseHolder,
  leaseUntil,
  receivedBytes,
  activeAt,
  ...record
}: typeof uploads.$inferSelect): UploadRecord {
  return record
}

/** Web processes of the previous version do not record when an upload that cannot be resumed was active. */
const wasActiveWithin = (seconds: number) => sql`(${uploads.completedAt} is null
  and (${uploads.activeAt} is null or ${uploads.activeAt} > now() - ${seconds} * interval '1 second'))`

/** Longer than a reservation lasts, so that uploads are not declared by the thousand. */
const isOpen = wasActiveWithin(60 * 60)

const arrivedBytes = sql`least(${uploads.receivedBytes}, ${uploads.declaredBytes})`
const unsentBytes = sql`${uploads.declaredBytes} - ${arrivedBytes}`

const heldBytes = (isReserving: SQL) => sql`case when ${uploads.completedAt} is not null or ${isReserving}
  then ${uploads.declaredBytes} else ${arrivedBytes} end`

const resultBytes = sql`${conversions.resultSize} + case when ${conversions.parts} = '[]' then 0 else
  (select coalesce(sum((part ->> 'sizeBytes')::bigint), 0) from jsonb_array_elements(${conversions.parts}) part) end`

interface Usage {
  readonly bytes: number
  readonly open: number
  /** Reserved and not received yet. */
  readonly unsent: number
}

/** Reserves storage quota for uploads: sums are computed from the rows under a lock per holder, so they cannot drift. */
function uploadReservations(orm: NodePgDatabase) {
  return {
    /**
     * The only way to add an upload. Its declared bytes are reserved in the same transaction: stored bytes
     * (uploads and results) plus reserved bytes, and open uploads, never exceed a limit under concurrent requests.
     * Limits are null for files of a job that is already running.
     */
    reserve: (
      upload: UploadRecord,
      { isResumable, limits }: { readonly isResumable: boolean; readonly limits: UploadLimits | null },
    ): Promise<UploadRefusal | undefined> =>
      orm.transaction(async tx => {
        const rejection = limits ? await findRejection(tx, upload, limits) : undefined
        // A file that is sent whole is complete or discarded: that commit makes this one durable, too.
        if (!isResumable) await tx.execute(sql`set local synchronous_commit = off`)
        if (!rejection) await tx.insert(uploads).values({ ...upload, activeAt: sql`now()` })
        return rejection
      }),

    /** An idle upload reserves only the bytes received. Resuming it reserves the rest again. */
    async renewReservation(upload: UploadRecord, limits: UploadLimits): Promise<UploadRefusal | undefined> {
      const isThis = eq(uploads.id, upload.id)
      const renewed = await orm
        .update(uploads)
        .set({ activeAt: sql`now()` })
        .where(sql`${isThis} and ${wasActiveWithin(limits.idleSeconds)}`)
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
  { owner, network, disk, idleSeconds }: UploadLimits,
): Promise<UploadRefusal | undefined> {
  const { ownerId, networkHash } = upload
  const isReserving = wasActiveWithin(idleSeconds)
  // Always in this order, to prevent deadlocks. A separate statement, because the sums below must see what was
  // committed while this one waited.
  const keys = [
    `uploads of owner ${ownerId}`,
    ...(network ? [`uploads of network ${networkHash}`] : []),
    ...(disk ? ['uploads on disk'] : []),
  ]
  const locks = keys.map(key => sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  await tx.execute(sql`select ${sql.join(locks, sql`, `)}`)

  const own = await readOwn(tx, upload)
  const usageOf = (isUploadCounted: SQL, isResultCounted: SQL) =>
    readUsage(tx, upload, { isUploadCounted, isResultCounted, isReserving })
  const ofOwner = await usageOf(eq(uploads.ownerId, ownerId), eq(conversions.ownerId, ownerId))
  const byOwner = exceeds(ofOwner, own.bytes, owner)
  if (byOwner) return `owner-${byOwner}`
  const ofNetwork =
    network && networkHash !== null
      ? await usageOf(eq(uploads.networkHash, networkHash), eq(conversions.chargedAddress, networkHash))
      : undefined
  const byNetwork = ofNetwork && network && exceeds(ofNetwork, own.bytes, network)
  if (byNetwork) return `network-${byNetwork}`
  if (!disk) return undefined
  const pendingBytes = await readPendingBytes(tx, upload, isReserving)
  if (disk.freeBytes - pendingBytes - own.unsent < disk.minFreeBytes) return 'disk-full'
  const maxOthersUnsent = disk.maxUnsentBytes - own.unsent
  if (ofOwner.unsent > maxOthersUnsent) return 'owner-unsent'
  return ofNetwork && ofNetwork.unsent > maxOthersUnsent ? 'network-unsent' : undefined
}

function exceeds(
  { bytes, open }: Usage,
  ownBytes: number,
  limits: HolderLimits,
): 'bytes' | 'open' | undefined {
  if (open >= limits.maxOpen) return 'open'
  return bytes + ownBytes > limits.maxBytes ? 'bytes' : undefined
}

/** Of this upload, which may have begun already. */
async function readOwn(
  tx: Transaction,
  { id, declaredBytes }: UploadRecord,
): Promise<Pick<Usage, 'bytes' | 'unsent'>> {
  const { rows } = await tx.execute<{ unsent: number }>(
    sql`select (${unsentBytes})::float8 as unsent from ${uploads} where ${uploads.id} = ${id}`,
  )
  return { bytes: declaredBytes, unsent: rows[0]?.unsent ?? declaredBytes }
}

/** Usage without this upload. */
async function readUsage(
  tx: Transaction,
  { id }: UploadRecord,
  {
    isUploadCounted,
    isResultCounted,
    isReserving,
  }: { readonly isUploadCounted: SQL; readonly isResultCounted: SQL; readonly isReserving: SQL },
): Promise<Usage> {
  const { rows } = await tx.execute<{ uploaded: number; open: number; unsent: number; made: number }>(sql`
    select coalesce(sum(${heldBytes(isReserving)}), 0)::float8 as uploaded,
      count(*) filter (where ${isOpen})::int as open,
      coalesce(sum(${unsentBytes}) filter (where ${isReserving}), 0)::float8 as unsent,
      (select coalesce(sum(${resultBytes}), 0) from ${conversions}
        where ${isResultCounted} and ${conversions.status} = 'succeeded')::float8 as made
    from ${uploads} where ${isUploadCounted} and ${uploads.id} <> ${id}`)
  const [row = { uploaded: 0, open: 0, unsent: 0, made: 0 }] = rows
  return { bytes: row.uploaded + row.made, open: row.open, unsent: row.unsent }
}

/** Reserved by other uploads and not written yet. */
async function readPendingBytes(tx: Transaction, { id }: UploadRecord, isReserving: SQL): Promise<number> {
  const { rows } = await tx.execute<{ pending: number }>(sql`
    select coalesce(sum(${unsentBytes}), 0)::float8 as pending
    from ${uploads} where ${isReserving} and ${uploads.id} <> ${id}`)
  return rows[0]?.pending ?? 0
}
