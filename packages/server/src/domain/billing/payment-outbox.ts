/**
 * Outbox of requests to the payment provider. A use case records what is to be done together with its decision; after the
 * commit the same process executes it, and a second transaction settles it. If the process dies, the next request of the
 * account or the sweep executes it again: every request is idempotent at the provider, so that any number of processes may
 * execute it at the same time.
 */

import type { PaymentAction, PaymentRequest } from '../../database/billing-records.ts'
import type { BillingTransaction } from '../../database/billing-transaction.ts'
import { addDays, type BillingDeps } from './billing-deps.ts'
import { execute, loadAction, type Settle } from './payment-actions.ts'

interface BillingChange<Local, Facts, Result> {
  /** Pending actions of the account that are executed first. */
  readonly finishFirst?: (action: PaymentAction) => boolean
  load(transaction: BillingTransaction): Promise<Local>
  /** Asks the provider; no transaction is open. */
  fetch(local: Local): Promise<Facts>
  apply(transaction: BillingTransaction, facts: Facts): Promise<Result>
}

/** All pending actions first, as if the requests of an account were served one after another. */
export const finishAll = () => true

/**
 * Decides on facts from the provider without holding a lock while it is asked: if the account changed in the meantime, it
 * is asked again. Executes the actions that were recorded.
 */
export async function changeBilling<Local, Facts, Result>(
  deps: BillingDeps,
  accountId: string,
  { finishFirst, load, fetch, apply }: BillingChange<Local, Facts, Result>,
): Promise<Result> {
  const executed = new Set<string>()
  for (;;) {
    const { revision, result } = await deps.billing.read(accountId, async tx => ({
      pending: finishFirst ? (await tx.listPendingActions()).filter(finishFirst) : [],
      local: await load(tx),
    }))
    const earlier = result.pending.filter(
      ({ id, provider }) => provider === deps.payments?.info.kind && !executed.has(id),
    )
    for (const action of earlier) {
      executed.add(action.id)
      await runAction(deps, action)
    }
    if (earlier.length > 0) continue
    const facts = await fetch(result.local)
    const changed = await deps.billing.change(accountId, tx => apply(tx, facts), revision)
    if (!changed) continue
    for (const action of changed.actions) await runAction(deps, action)
    return changed.result
  }
}

/** Executes what is unfinished for an account, in the order it was recorded. */
export async function finishActions(deps: BillingDeps, accountId: string): Promise<void> {
  const { result: pending } = await deps.billing.read(accountId, tx => tx.listPendingActions())
  for (const action of pending)
    if (action.provider === deps.payments?.info.kind) await runAction(deps, action)
}

/** Owed by us: a failure is not the user's concern, and is retried until it succeeds. */
const owedKinds: ReadonlySet<PaymentRequest['kind']> = new Set(['end', 'credit', 'refund-checkout'])

/** Executes and settles an action, unless another process already did. */
export async function runAction(
  deps: BillingDeps,
  { id, accountId }: Pick<PaymentAction, 'id' | 'accountId'>,
): Promise<void> {
  for (;;) {
    const { revision, result: known } = await deps.billing.read(accountId, tx => loadAction(tx, id))
    if (known?.action.state !== 'pending') return
    const { action } = known
    let settle: Settle
    try {
      settle = await execute(deps, known)
    } catch (error) {
      const isPending = await postpone(deps, action, error)
      if (isPending && !owedKinds.has(action.request.kind)) throw error
      return
    }
    const settled = await deps.billing.change(
      accountId,
      async tx => tx.saveAction({ ...action, state: 'settled', result: await settle(tx) }),
      revision,
    )
    if (!settled) continue
    for (const next of settled.actions) await runAction(deps, next)
    return
  }
}

const maxPauseMinutes = 6 * 60

/** Requests of a user are abandoned after a day; the provider's state is then taken over from its events. */
async function postpone(
  deps: BillingDeps,
  { id, accountId }: PaymentAction,
  error: unknown,
): Promise<boolean> {
  const now = deps.now()
  const postponed = await deps.billing.change(accountId, async transaction => {
    const action = await transaction.findAction(id)
    if (action?.state !== 'pending') return undefined
    const { kind } = action.request
    const isOwed = owedKinds.has(kind) || kind === 'close-checkout'
    const state = isOwed || action.createdAt > addDays(now, -1) ? 'pending' : 'abandoned'
    const failedAttempts = action.failedAttempts + 1
    const nextAttemptAt = new Date(now.getTime() + Math.min(2 ** failedAttempts, maxPauseMinutes) * 60_000)
    await transaction.saveAction({ ...action, state, failedAttempts, nextAttemptAt })
    return { kind, state, failedAttempts }
  })
  if (postponed?.result) deps.log.warn({ err: error, ...postponed.result }, 'payment action failed')
  return postponed?.result !== undefined
}
