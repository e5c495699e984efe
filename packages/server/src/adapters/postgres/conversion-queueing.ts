/** Brings conversions into the queue: charged, recorded and queued, or nothing of it. */
import { randomUUID } from 'node:crypto'
import { queueClassFor } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import { plans } from '@filesmith/contract/plans'
import { fromDrizzle, type PgBoss } from 'pg-boss'
import type { Charge } from '../../ports/allowance-store.ts'
import type { ConversionInput, ConversionStore, NewConversion } from '../../ports/conversion-store.ts'
import { conversionQueue } from './conversion-queues.ts'
import { type ConversionChanges, type ConversionRow, nextRevision } from './conversion-row.ts'
import { and, eq, inArray, type NodePgDatabase, sql, TransactionRollbackError } from './drizzle.ts'
import { openConversionQueue } from './job-boss.ts'
import { openReceipts } from './receipt-notes.ts'
import { conversionInputs, conversions } from './schema.ts'
import { type Transaction, takeAllowance } from './usage-counters.ts'

export function conversionQueueing(
  orm: NodePgDatabase,
  boss: PgBoss,
): Pick<ConversionStore, 'enqueue' | 'enqueueRetry'> {
  const opened = new Map<string, Promise<void>>()

  /**
   * Before the transaction that sends into it, which others wait for; and once, however many ask at the same time,
   * because opening makes pg-boss forget what it knows of the queue.
   */
  async function openQueue(
    job: Pick<NewConversion, 'operation' | 'originalSize' | 'engines'>,
  ): Promise<string> {
    const queue = conversionQueue(queueClassFor(operations[job.operation], job.originalSize), job.engines)
    const opening = opened.get(queue) ?? openConversionQueue(boss, queue)
    opened.set(queue, opening)
    try {
      await opening
      return queue
    } catch (error) {
      opened.delete(queue)
      throw error
    }
  }

  async function send(
    tx: Transaction,
    queue: string,
    row: Pick<ConversionRow, 'id' | 'ownerId' | 'ownerPlan' | 'jobId'>,
  ): Promise<void> {
    const data = { conversionId: row.id }
    await boss.send(queue, data, {
      id: row.jobId,
      priority: plans[row.ownerPlan].queuePriority,
      group: { id: row.ownerId, tier: row.ownerPlan },
      db: fromDrizzle(tx, sql),
    })
  }

  /** Whatever keeps it from being queued undoes what was done before. */
  async function queueOrUndo<Refusal extends string>(
    work: (tx: Transaction) => Promise<Refusal | undefined>,
  ): Promise<'queued' | Refusal> {
    let refusal: Refusal | undefined
    try {
      await orm.transaction(async tx => {
        refusal = await work(tx)
        if (refusal !== undefined) tx.rollback()
      })
    } catch (error) {
      if (!(error instanceof TransactionRollbackError)) throw error
    }
    return refusal ?? 'queued'
  }

  return {
    async enqueue(wanted, charge) {
      const rows = wanted.map(conversion => toRow(conversion, charge))
      const queued = rows.filter(row => row.status === 'queued')
      const queueById = new Map<string, string>()
      for (const conversion of wanted)
        if (!conversion.failure) queueById.set(conversion.id, await openQueue(conversion))
      return queueOrUndo(async tx => {
        const [first] = rows
        if (!first) return undefined
        await tx.insert(conversions).values(rows)
        for (const { id, inputs } of wanted)
          if (inputs) await tx.insert(conversionInputs).values(asRows(id, inputs))
        await openReceipts(
          tx,
          rows.map(row => row.id),
        )
        for (const row of queued) await send(tx, queueById.get(row.id) ?? '', row)
        // Last: everybody behind one address waits for its counter, and only until the transaction ends.
        const fileCount = queued.reduce((sum, row) => sum + row.fileCount, 0)
        return fileCount > 0 ? takeAllowance(tx, first.ownerId, fileCount, charge) : undefined
      })
    },

    async enqueueRetry(id, { engines, operation, originalSize, ...renewed }, charge) {
      const queue = await openQueue({ engines, operation, originalSize })
      const afresh: ConversionChanges = {
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
      return queueOrUndo(async tx => {
        const [row] = await tx
          .update(conversions)
          .set(afresh)
          .where(and(eq(conversions.id, id), inArray(conversions.status, ['failed', 'cancelled'])))
          .returning()
        if (!row) return 'not-retryable'
        const full = await takeAllowance(tx, row.ownerId, row.fileCount, charge)
        if (full) return full
        await send(tx, queue, row)
        return undefined
      })
    },
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

function asRows(conversionId: string, inputs: readonly ConversionInput[]) {
  return inputs.map((input, position) => ({ conversionId, position, ...input }))
}

function chargedTo({ day, network }: Charge) {
  return { chargedOn: day, chargedAddress: network?.addressHash ?? null }
}
