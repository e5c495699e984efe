/** Payments by outbox: a process that dies at any checkpoint, and processes that act for one account at once. */
import { AppError } from '@filesmith/contract/errors'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AccountRecord } from '../../packages/server/src/database/account-store.ts'
import type { SubscriptionRecord } from '../../packages/server/src/database/billing-records.ts'
import type { BillingDeps } from '../../packages/server/src/domain/billing/billing-deps.ts'
import {
  changePlan,
  createPaymentIntent,
  updateSubscription,
} from '../../packages/server/src/domain/billing/checkouts.ts'
import { sweepBilling } from '../../packages/server/src/domain/billing/payment-events.ts'
import {
  cancelSubscription,
  refundSubscription,
  resumeSubscription,
} from '../../packages/server/src/domain/billing/subscriptions.ts'
import { Crash, dieAt, interceptCalls } from '../support/payment-interception.ts'
import { openShop, type PaymentShop, type Summary } from '../support/payment-shop.ts'
import { everyNth, stepOf } from '../support/thorough.ts'

// A walk repeats a scenario for each of up to 40 checkpoints.
vi.setConfig({ testTimeout: 300_000 })

let shop: PaymentShop
afterEach(() => shop.close())

interface Prepared {
  readonly account: AccountRecord
  /** Happens at the provider just before the method is called for the first time, in whichever process. */
  readonly race?: { readonly method: string; readonly happen: () => Promise<void> }
  readonly act: (deps: BillingDeps) => Promise<unknown>
}

/** Between the checkpoints of walks over Stripe's API or PostgreSQL, which take a hundred times longer: in memory all are walked. */
const distantStep = stepOf(3)

const days = (count: number) => new Date(shop.now().getTime() + count * 24 * 60 * 60 * 1000)

async function paidCheckout(account: AccountRecord, amount: number): Promise<string> {
  const { clientSecret, paymentIntentId } = await shop.begin(account, amount)
  await shop.pay(account.id, clientSecret, 'succeeds')
  return paymentIntentId
}

/** Every kind of action, and every way in which one is recorded. */
const scenarios: Record<string, (account: AccountRecord) => Promise<Omit<Prepared, 'account'>>> = {
  'a first checkout': async account => ({
    act: deps => createPaymentIntent(deps, account, { amount: 4.99 }),
  }),
  'a checkout that replaces another': async account => {
    await shop.begin(account, 4.99)
    return { act: deps => createPaymentIntent(deps, account, { amount: 9.99 }) }
  },
  'a checkout that replaces one which is being paid': async account => {
    const { clientSecret } = await shop.begin(account, 4.99)
    const race = { method: 'end', happen: () => shop.pay(account.id, clientSecret, 'succeeds') }
    return { race, act: deps => createPaymentIntent(deps, account, { amount: 9.99 }) }
  },
  'a checkout for which the provider wants another amount': async account => {
    await shop.buy(account, 4.99)
    const { customerId = '' } = (await shop.deps.billing.findSubscription(account.id)) ?? {}
    const happen = async () => shop.deps.payments?.addCredit(customerId, 100, `gift-${account.id}`)
    const race = { method: 'createSubscription', happen }
    return { race, act: deps => createPaymentIntent(deps, account, { amount: 9.99 }) }
  },
  'the activation of a first plan': async account => {
    const paymentIntentId = await paidCheckout(account, 4.99)
    return { act: deps => updateSubscription(deps, account, { paymentIntentId }) }
  },
  'the activation of an upgrade': async account => {
    await shop.buy(account, 4.99)
    const paymentIntentId = await paidCheckout(account, 9.99)
    return { act: deps => updateSubscription(deps, account, { paymentIntentId }) }
  },
  'a payment for which the account has another plan': async account => {
    const paymentIntentId = await paidCheckout(account, 4.99)
    const subscription = { provider: shop.deps.payments?.info.kind ?? 'test', plan: 'pro' } as const
    await shop.deps.billing.change(account.id, transaction =>
      transaction.saveSubscription({
        ...subscription,
        accountId: account.id,
        interval: 'month',
        price: 999,
        status: 'active',
        subscriptionId: 'sub_elsewhere',
        customerId: 'cus_elsewhere',
        periodStart: days(0),
        expiresAt: days(28),
        accessUntil: days(35),
        startedAt: days(0),
        checkedAt: days(0),
      }),
    )
    return { act: deps => updateSubscription(deps, account, { paymentIntentId }) }
  },
  'a change that credit covers': async account => {
    await shop.buy(account, 95.9)
    return { act: deps => changePlan(deps, account, { planId: 2, interval: 'month' }) }
  },
  'a cancellation': async account => {
    await shop.buy(account, 4.99)
    return { act: deps => cancelSubscription(deps, account) }
  },
  'a cancellation while past due': async account => {
    await shop.buy(account, 4.99, 'fails-later')
    await shop.advance(days(32))
    await shop.deliver(shop.deps)
    return { act: deps => cancelSubscription(deps, account) }
  },
  'resuming a plan': async account => {
    await shop.buy(account, 4.99)
    await cancelSubscription(shop.deps, account)
    await shop.loseEvents()
    return { act: deps => resumeSubscription(deps, account) }
  },
  'the money-back guarantee': async account => {
    await shop.buy(account, 4.99)
    return { act: deps => refundSubscription(deps, account) }
  },
  'the money-back guarantee for two payments': async account => {
    await shop.buy(account, 4.99)
    await shop.buy(account, 9.99)
    return { act: deps => refundSubscription(deps, account) }
  },
  'a refund at the provider': async account => {
    const paymentIntentId = await shop.buy(account, 4.99)
    await shop.deps.payments?.refund(paymentIntentId)
    return { act: deps => shop.deliver(deps) }
  },
  'the sweep of a lapsed checkout': async account => {
    await shop.begin(account, 4.99)
    shop.setClock(days(2))
    return { act: deps => sweepBilling(deps) }
  },
}

async function prepare(arrange: (typeof scenarios)[string]): Promise<Prepared & { deps: BillingDeps }> {
  const account = await shop.register()
  const prepared = await arrange(account)
  const { race } = prepared
  const { deps } = shop
  if (!race || !deps.payments) return { account, ...prepared, deps }
  let hasHappened = false
  const payments = interceptCalls(deps.payments, {
    async before(method) {
      if (method !== race.method || hasHappened) return
      hasHappened = true
      await race.happen()
    },
  })
  return { account, ...prepared, deps: { ...deps, payments } }
}

/** The result of a request: errors of the table are answers. */
const answered = (error: unknown) => {
  if (!(error instanceof AppError || error instanceof Crash)) throw error
}

/** What the user sees of it: the code of an error, or the plan. */
async function answerOf(request: Promise<unknown>): Promise<unknown> {
  try {
    const result = await request
    return isSubscription(result)
      ? [result.plan, result.status]
      : typeof result === 'string'
        ? result
        : 'done'
  } catch (error) {
    answered(error)
    return error instanceof AppError ? error.code : 'died'
  }
}

function isSubscription(result: unknown): result is SubscriptionRecord {
  return typeof result === 'object' && result !== null && 'plan' in result && 'status' in result
}

async function undisturbed(arrange: (typeof scenarios)[string], times = 1) {
  const { account, act, deps } = await prepare(arrange)
  await shop.takeMails()
  const before = await shop.summarize(account)
  const answers: unknown[] = []
  for (let time = 0; time < times; time += 1) answers.push(await answerOf(act(deps)))
  await shop.recover(deps)
  return { before, after: await shop.summarize(account), mails: await shop.takeMails(), answers }
}

function expectConsistent({ pending, plan, isElsewhere, currentIsLive, live, checkouts }: Summary): void {
  expect(pending).toEqual([])
  const isRunning = plan !== null && plan[2] !== 'ended' && !isElsewhere
  expect(currentIsLive).toBe(isRunning)
  const open = checkouts.filter(status => status === 'open').length
  expect(live).toHaveLength((isRunning ? 1 : 0) + open)
}

/** Lets a process die at a checkpoint; false if it finished before. Then another one takes over. */
async function dies(
  arrange: (typeof scenarios)[string],
  number: number,
  isRepeated: boolean,
  check: (account: AccountRecord, died: string, answer: unknown) => Promise<void>,
): Promise<boolean> {
  const { account, act, deps } = await prepare(arrange)
  await shop.takeMails()
  const process = dieAt(deps, number)
  await act(process.deps).catch(answered)
  const answer = isRepeated ? await answerOf(act(deps)) : undefined
  await shop.recover(deps)
  await check(account, `died ${process.checkpoints.at(-1)} (${number})`, answer)
  return process.checkpoints.length === number
}

async function expectSweepFinishes(arrange: (typeof scenarios)[string], step = 1): Promise<void> {
  const { before, after, mails } = await undisturbed(arrange)
  expectConsistent(after)
  expect(after).not.toEqual(before)
  const check = async (account: AccountRecord, died: string) => {
    const summary = await shop.summarize(account)
    const sent = await shop.takeMails()
    // Nothing was recorded yet, or everything has happened, exactly once.
    const isUntouched = JSON.stringify(summary) === JSON.stringify(before)
    const expected = isUntouched ? { ...before, sent: [] } : { ...after, sent: mails }
    expect({ died, ...summary, sent }).toEqual({ died, ...expected })
  }
  for (let number = 1; await dies(arrange, number, false, check); ) number += step
}

describe.each(['test', 'stripe'] as const)('%s payments: a process that dies', kind => {
  // The outbox is the same for both providers, and calls to Stripe take longer.
  const walked = Object.entries(scenarios)
  test.each(kind === 'test' ? walked : everyNth(2, walked))(
    'during %s: the sweep finishes it',
    async (_name, arrange) => {
      shop = await openShop(kind)
      await expectSweepFinishes(arrange, kind === 'test' ? 1 : distantStep)
    },
  )
})

describe('test payments: a process that dies', () => {
  test.each(Object.entries(scenarios))('during %s: the user repeats the request', async (_name, arrange) => {
    shop = await openShop('test')
    const once = await undisturbed(arrange)
    const twice = await undisturbed(arrange, 2)
    const check = async (account: AccountRecord, died: string, answer: unknown) => {
      const summary = await shop.summarize(account)
      const sent = await shop.takeMails()
      const isOnce = JSON.stringify(summary) === JSON.stringify(once.after)
      const { after, mails, answers } = isOnce ? once : twice
      const expected = { ...after, sent: mails, answer: answers.at(-1) }
      expect({ died, ...summary, sent, answer }).toEqual({ died, ...expected })
    }
    for (let number = 1; await dies(arrange, number, true, check); ) number += 1
  })
})

describe.each(['test', 'stripe'] as const)(
  '%s payments: events that overtake the money-back guarantee',
  kind => {
    const expectOneMail = async (account: AccountRecord, when: string) => {
      await shop.recover(shop.deps)
      const { paid, plan, pending } = await shop.summarize(account)
      expect({ when, paid, status: plan?.[2], pending, mails: await shop.takeMails() }).toEqual({
        when,
        paid: paid.map(([amount]) => [amount, amount]),
        status: 'ended',
        pending: [],
        mails: ['money-returned'],
      })
      expect(paid).toHaveLength(2)
    }
    const bought = async () => {
      const account = await shop.register()
      await shop.buy(account, 4.99)
      await shop.buy(account, 9.99)
      await shop.takeMails()
      return account
    }

    test('while it is executed: one mail', async () => {
      shop = await openShop(kind)
      const account = await bought()
      const before = () => shop.deliver(shop.deps)
      const payments = interceptCalls(shop.deps.payments ?? shop.payments, { before })
      await refundSubscription({ ...shop.deps, payments }, account)
      await expectOneMail(account, 'before every call')
    })

    test('after its process died: one mail', async () => {
      shop = await openShop(kind)
      for (let number = 2, isDead = true; isDead; number += 1) {
        const account = await bought()
        const process = dieAt(shop.deps, number)
        await refundSubscription(process.deps, account).catch(answered)
        isDead = process.checkpoints.length === number
        await shop.deliver(shop.deps)
        await expectOneMail(account, `died ${process.checkpoints.at(-1)} (${number})`)
      }
    })
  },
)

describe('test payments on PostgreSQL: a process that dies', () => {
  test.each([
    'a checkout that replaces one which is being paid',
    'a change that credit covers',
    'the money-back guarantee',
  ])('during %s: the sweep finishes it', async name => {
    shop = await openShop('test', 'postgres')
    const arrange = scenarios[name]
    if (arrange) await expectSweepFinishes(arrange, distantStep)
  })

  test.each(['resuming a plan', 'a change that credit covers', 'the money-back guarantee'])(
    'during %s: the repeated request gets the same answer',
    async name => {
      shop = await openShop('test', 'postgres')
      const arrange = scenarios[name]
      if (!arrange) throw new Error('no such scenario')
      const { answers } = await undisturbed(arrange)
      const check = async (_account: AccountRecord, died: string, answer: unknown) =>
        expect({ died, answer }).toEqual({ died, answer: answers[0] })
      for (let number = 1; await dies(arrange, number, true, check); ) number += distantStep
    },
  )
})

describe.each(['memory', 'postgres'] as const)('processes that act for one account at once (%s)', store => {
  const summaryOf = async (account: AccountRecord) => {
    await shop.recover(shop.deps)
    const summary = await shop.summarize(account)
    expectConsistent(summary)
    return summary
  }
  const atOnce = (...work: (() => Promise<unknown>)[]) => Promise.all(work.map(one => one().catch(answered)))

  test('open one checkout, and get the same payment for the same plan', async () => {
    shop = await openShop('test', store)
    const account = await shop.register()
    const begin = (amount: number) => createPaymentIntent(shop.deps, account, { amount })
    const same = await Promise.all([begin(4.99), begin(4.99), begin(4.99)])
    expect(new Set(same.map(({ clientSecret }) => clientSecret)).size).toBe(1)
    await atOnce(...[4.99, 9.99, 47.9, 95.9].map(amount => () => begin(amount)))
    expect((await summaryOf(account)).checkouts.filter(status => status === 'open')).toHaveLength(1)
  })

  test('change the plan once, and keep the rest as credit once', async () => {
    shop = await openShop('test', store)
    const [alone, account] = [await shop.register(), await shop.register()]
    for (const each of [alone, account]) await shop.buy(each, 95.9)
    const change = (who: AccountRecord) => () => changePlan(shop.deps, who, { planId: 2, interval: 'month' })
    await change(alone)()
    await atOnce(change(account), change(account), change(account))
    expect(await summaryOf(account)).toEqual(await summaryOf(alone))
  })

  test('cancel, resume and refund: account and provider agree, and the refund is made once', async () => {
    shop = await openShop('test', store)
    const account = await shop.register()
    await shop.buy(account, 4.99)
    const cancel = () => cancelSubscription(shop.deps, account)
    const resume = () => resumeSubscription(shop.deps, account)
    await atOnce(cancel, resume, cancel, () => shop.deliver(shop.deps), resume)
    const { live } = await shop.stateOf(account.id)
    const found = await shop.deps.payments?.findSubscription(live[0]?.id ?? '')
    const { status } = (await shop.deps.billing.findSubscription(account.id)) ?? {}
    expect(status).toBe(found?.cancelsAtEnd ? 'cancelled' : 'active')
    const refund = () => refundSubscription(shop.deps, account)
    await atOnce(refund, refund, () => shop.deliver(shop.deps), refund)
    const { paid, invoices, plan } = await summaryOf(account)
    expect([paid, invoices, plan?.[2]]).toEqual([[[499, 499]], [[499, 499]], 'ended'])
    expect((await shop.takeMails()).filter(mail => mail === 'money-returned')).toHaveLength(1)
  })

  test('a slow reader of an old state does not overwrite a newer one', async () => {
    shop = await openShop('test', store)
    const account = await shop.register()
    await shop.buy(account, 4.99)
    await cancelSubscription(shop.deps, account)
    let reads = 0
    const slow = interceptCalls(shop.deps.payments ?? shop.payments, {
      async after(method) {
        if (method === 'findSubscription') reads += 1
        // The first one only finds the account of the event.
        if (method === 'findSubscription' && reads === 2) await resumeSubscription(shop.deps, account)
      },
    })
    await shop.deliver({ ...shop.deps, payments: slow })
    expect(reads).toBeGreaterThan(2)
    expect((await shop.deps.billing.findSubscription(account.id))?.status).toBe('active')
  })
})

describe('a provider that fails', () => {
  /** The dependencies of a process for which the method fails. */
  const failing = (method: string): BillingDeps => {
    const before = (called: string) => {
      if (called === method) throw new AppError('payment-provider-failed')
    }
    return { ...shop.deps, payments: interceptCalls(shop.deps.payments ?? shop.payments, { before }) }
  }

  test('a wish of the user fails the request, is retried for a day, and is then abandoned', async () => {
    shop = await openShop('test')
    const account = await shop.register()
    await shop.buy(account, 4.99)
    await expect(cancelSubscription(failing('setRenewal'), account)).rejects.toThrow('did not respond')
    await shop.recover(failing('setRenewal'))
    expect((await shop.summarize(account)).pending).toEqual(['cancel'])
    await shop.advance(days(1))
    await shop.recover(failing('setRenewal'))
    expect(await shop.summarize(account)).toMatchObject({ pending: [], plan: ['basic', 'month', 'active'] })
  })

  test('what is owed does not fail the request, and is retried until it succeeds', async () => {
    shop = await openShop('test')
    const account = await shop.register()
    await shop.buy(account, 4.99)
    const paymentIntentId = await paidCheckout(account, 9.99)
    expect(await updateSubscription(failing('end'), account, { paymentIntentId })).toBe('pro')
    await shop.advance(days(3))
    await shop.recover(failing('end'))
    expect(await shop.summarize(account)).toMatchObject({ pending: ['end'], live: ['active', 'active'] })
    await shop.advance(days(1))
    await shop.recover(shop.deps)
    const summary = await shop.summarize(account)
    expectConsistent(summary)
    expect(summary.live).toEqual(['active'])
  })
})

describe('forbidCallsInTransactions', () => {
  test('detects a call of the provider inside a billing transaction', async () => {
    shop = await openShop('test')
    const { billing, payments } = shop.deps
    const { id } = await shop.register()
    const call = async () => payments?.creditOf('cus_test')
    await expect(billing.change(id, call)).rejects.toThrow('inside a billing transaction')
    await expect(billing.read(id, call)).rejects.toThrow('inside a billing transaction')
    expect(await call()).toBe(0)
  })
})
