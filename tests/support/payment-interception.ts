/** Wraps billing dependencies: forbids remote calls inside a transaction, runs code around calls, or ends the process at one. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { BillingDeps } from '../../packages/server/src/domain/billing/billing-deps.ts'

type Hook = (method: string) => void | Promise<void>

/** Runs `before` and `after` around every method of `target`. */
export function interceptCalls<Target extends object>(
  target: Target,
  { before, after }: { readonly before?: Hook; readonly after?: Hook },
): Target {
  return new Proxy(target, {
    get(_target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || typeof name !== 'string') return value
      return async (...args: unknown[]) => {
        await before?.(name)
        const result: unknown = await Reflect.apply(value, target, args)
        await after?.(name)
        return result
      }
    },
  })
}

const transaction = new AsyncLocalStorage<'open'>()

/** A method of the payment provider that is called while a billing transaction is open fails. */
export function forbidCallsInTransactions(deps: BillingDeps): BillingDeps {
  const { billing, payments } = deps
  return {
    ...deps,
    billing: {
      ...billing,
      read: (id, work) => billing.read(id, tx => transaction.run('open', () => work(tx))),
      change: (id, work, revision) =>
        billing.change(id, tx => transaction.run('open', () => work(tx)), revision),
    },
    payments:
      payments &&
      interceptCalls(payments, {
        before(method) {
          if (transaction.getStore()) throw new Error(`${method} was called inside a billing transaction`)
        },
      }),
  }
}

export class Crash extends Error {}

/**
 * The dependencies of a process that dies at checkpoint `number`: there is one before and one after every call of the
 * provider and every transaction. Nothing it calls later has an effect.
 */
export function dieAt(deps: BillingDeps, number: number): { deps: BillingDeps; checkpoints: string[] } {
  const checkpoints: string[] = []
  const pass = (name: string) => {
    if (checkpoints.length < number) checkpoints.push(name)
    if (checkpoints.length === number) throw new Crash(`died ${name}`)
  }
  const around = (subject: string): Parameters<typeof interceptCalls>[1] => ({
    before: method => pass(`before ${subject}.${method}`),
    after: method => pass(`after ${subject}.${method}`),
  })
  const { billing, payments } = deps
  const { change } = interceptCalls({ change: billing.change }, around('billing'))
  return {
    deps: {
      ...deps,
      billing: { ...billing, change },
      payments: payments && interceptCalls(payments, around('payments')),
    },
    checkpoints,
  }
}
