/** Enqueues conversions: charges, records and queues them in one transaction. */
import { randomUUID } from 'node:crypto'
import { queueClassFor } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import { plans } from '@filesmith/contract/plans'
import { conversionQueues } from '../ports/job-queue.ts'
import type { Charge, FullAllowance } from './allowance-store.ts'
import { type ConversionChanges, nextRevision } from './conversion-changes.ts'
import type { ConversionInput, NewConversion } from './conversion-record.ts'
import { and, eq, inArray, type NodePgDatabase, TransactionRollbackError } from './drizzle.ts'
import { insertJobs } from './postgres-job-queue.ts'
import { openReceipts } from './receipt-store.ts'
import { type ConversionRow, conversionInputs, conversions } from './schema.ts'
import { chargeAllowance, type Transaction } from './usage-counters.ts'

export function conversionQueueing(orm: NodePgDatabase) {
  /** A rejection rolls back everything done before. */
  async function queueOrRollBack<Rejection extends string>(
    work: (tx: Transaction) => Promise<Rejection | undefined>,
  ): Promise<'queued' | Rejection> {
    let rejection: Rejection | undefined
    try {
      await orm.transaction(async tx => {
        rejection = await work(tx)
        if (rejection !== undefined) tx.rollback()
      })
    } catch (error) {
      if (!(error instanceof TransactionRollbackError)) throw error
    }
    return rejection ?? 'queued'
  }

  return {
    /** Charges, stores and queues conversions of one owner in one transaction, or returns the exhausted allowance. */
    async enqueue(
      newConversions: readonly NewConversion[],
      charge: Charge,
    ): Promise<'queued' | FullAllowance> {
      const rows = newConversions.map(conversion => toRow(conversion, charge))
      const queued = rows.filter(row => row.status === 'queued')
      const enginesById = new Map(newConversions.map(({ id, engines }) => [id, engines]))
      return queueOrRollBack(async tx => {
        const [first] = rows
        if (!first) return undefined
        await tx.insert(conversions).values(rows)
        for (const { id, inputs } of newConversions)
          if (inputs) await tx.insert(conversionInputs).values(toInputRows(id, inputs))
        await openReceipts(
          tx,
          rows.map(row => row.id),
        )
        await insertJobs(
          tx,
          queued.map(row => jobOf(row, enginesById.get(row.id))),
        )
        // Last: all clients behind one IP address contend for its counter row, which stays locked until the commit.
        const fileCount = queued.reduce((sum, row) => sum + row.fileCount, 0)
        return fileCount > 0 ? chargeAllowance(tx, first.ownerId, fileCount, charge) : undefined
      })
    },

    /** The allowance that conversions would exhaust: charges them as `enqueue` does, and rolls back. */
    async findExhausted(
      newConversions: readonly Pick<NewConversion, 'ownerId' | 'fileCount'>[],
      charge: Charge,
    ): Promise<FullAllowance | undefined> {
      const fileCount = newConversions.reduce((sum, conversion) => sum + conversion.fileCount, 0)
      const [first] = newConversions
      if (!first) return undefined
      const outcome = await queueOrRollBack<FullAllowance | 'not-exhausted'>(
        async tx => (await chargeAllowance(tx, first.ownerId, fileCount, charge)) ?? 'not-exhausted',
      )
      return outcome === 'queued' || outcome === 'not-exhausted' ? undefined : outcome
    },

    /** The same for a failed or canceled conversion, under the owner's current plan. */
    async enqueueRetry(
      id: string,
      {
        engines,
        operation: _,
        originalSize: __,
        ...renewed
      }: Pick<
        NewConversion,
        | 'ownerPlan'
        | 'expiresAt'
        | 'engines'
        | 'operation'
        | 'originalSize'
        | 'sealedPassword'
        | 'traceParent'
      >,
      charge: Charge,
    ): Promise<'queued' | 'not-retryable' | FullAllowance> {
      const resetColumns: ConversionChanges = {
        ...renewed,
        status: 'queued',
        stage: 'queued',
        percent: 0,
        jobId: randomUUID(),
        ...chargedTo(charge),
        errorCode: null,
        errorParams: {},
        errorDetail: null,
        startedAt: null,
        finishedAt: null,
        revision: nextRevision,
      }
      return queueOrRollBack(async tx => {
        const [row] = await tx
          .update(conversions)
          .set(resetColumns)
          .where(and(eq(conversions.id, id), inArray(conversions.status, ['failed', 'cancelled'])))
          .returning()
        if (!row) return 'not-retryable'
        const exhausted = await chargeAllowance(tx, row.ownerId, row.fileCount, charge)
        if (exhausted) return exhausted
        await insertJobs(tx, [jobOf(row, engines)])
        return undefined
      })
    },
  }
}

function jobOf(
  row: Pick<
    ConversionRow,
    'id' | 'ownerId' | 'ownerPlan' | 'jobId' | 'operation' | 'originalSize' | 'chargedAddress'
  >,
  engines: readonly string[] = [],
) {
  const { queuePriority, concurrentJobs } = plans[row.ownerPlan]
  return {
    id: row.jobId,
    queue: conversionQueues[queueClassFor(operations[row.operation], row.originalSize)],
    payload: { conversionId: row.id },
    engines,
    priority: queuePriority,
    owner: { key: row.ownerId, limit: concurrentJobs },
    ...(row.chargedAddress !== null && { client: `n_${row.chargedAddress}` }),
  }
}

function toRow({ inputs: _, engines: __, batch, failure, ...conversion }: NewConversion, charge: Charge) {
  const outcome = failure && {
    status: 'failed' as const,
    stage: 'failed',
    errorCode: failure.code,
    errorParams: failure.params,
    finishedAt: conversion.createdAt,
  }
  return {
    ...conversion,
    batchId: batch?.id ?? null,
    batchPosition: batch?.position ?? 0,
    jobId: randomUUID(),
    status: 'queued' as const,
    ...(outcome ?? chargedTo(charge)),
  }
}

function toInputRows(conversionId: string, inputs: readonly ConversionInput[]) {
  return inputs.map((input, position) => ({ conversionId, position, ...input }))
}

function chargedTo({ day, network }: Charge) {
  return { chargedOn: day, chargedAddress: network?.addressHash ?? null }
}
