/** Enqueues conversions: charges, records and queues them in one transaction. */
import { randomUUID } from 'node:crypto'
import { queueClassFor } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import { plans } from '@filesmith/contract/plans'
import type { Charge } from '../../ports/allowance-store.ts'
import type { ConversionInput, ConversionStore, NewConversion } from '../../ports/conversion-store.ts'
import { conversionQueues } from '../../ports/job-queue.ts'
import { type ConversionChanges, type ConversionRow, nextRevision } from './conversion-row.ts'
import { and, eq, inArray, type NodePgDatabase, TransactionRollbackError } from './drizzle.ts'
import { insertJobs } from './postgres-job-queue.ts'
import { openReceipts } from './receipt-notes.ts'
import { conversionInputs, conversions } from './schema.ts'
import { chargeAllowance, type Transaction } from './usage-counters.ts'

export function conversionQueueing(orm: NodePgDatabase): Pick<ConversionStore, 'enqueue' | 'enqueueRetry'> {
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
    async enqueue(newConversions, charge) {
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

    async enqueueRetry(id, { engines, operation: _, originalSize: __, ...renewed }, charge) {
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
  row: Pick<ConversionRow, 'id' | 'ownerId' | 'ownerPlan' | 'jobId' | 'operation' | 'originalSize'>,
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
