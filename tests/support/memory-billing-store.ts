/** In-memory billing store with transactions: serialized per account, rolled back on failure, with revisions. */

import type {
  CheckoutRecord,
  InvoiceRecord,
  PaymentAction,
  SubscriptionRecord,
} from '../../packages/server/src/database/billing-records.ts'
import type { BillingStore } from '../../packages/server/src/database/billing-store.ts'
import type { BillingTransaction } from '../../packages/server/src/database/billing-transaction.ts'
import type { MailJob } from '../../packages/server/src/ports/mail.ts'
import type { PaymentProviderId } from '../../packages/server/src/ports/payment-provider.ts'

interface AccountData {
  revision: number
  subscription: SubscriptionRecord | undefined
  customers: Map<PaymentProviderId, string>
  moneyBackAt: Date | null
  checkouts: Map<string, CheckoutRecord>
  invoices: Map<string, InvoiceRecord>
  actions: Map<string, PaymentAction>
  events: Set<string>
  mails: MailJob[]
}

export interface MemoryBillingStore extends BillingStore {
  listCheckouts(accountId: string): CheckoutRecord[]
  takeMails(): MailJob[]
}

const newAccount = (): AccountData => ({
  revision: 0,
  subscription: undefined,
  customers: new Map(),
  moneyBackAt: null,
  checkouts: new Map(),
  invoices: new Map(),
  actions: new Map(),
  events: new Set(),
  mails: [],
})

export function createMemoryBillingStore(): MemoryBillingStore {
  const accounts = new Map<string, AccountData>()
  const queues = new Map<string, Promise<unknown>>()
  const dataOf = (accountId: string) => accounts.get(accountId) ?? newAccount()
  const all = () => [...accounts.values()]
  let invoiceCount = 0

  /** Works on a copy that replaces the data on success. */
  function serialize<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (queues.get(accountId) ?? Promise.resolve()).then(work)
    queues.set(
      accountId,
      turn.catch(() => undefined),
    )
    return turn
  }

  function open(data: AccountData, added: PaymentAction[]): BillingTransaction {
    const { customers, checkouts, invoices, actions, events, mails } = data
    const find = <Item>(items: Map<string, Item>, isWanted: (item: Item) => boolean) =>
      [...items.values()].find(isWanted)
    return {
      async addAction(action) {
        if (actions.has(action.id)) return
        actions.set(action.id, action)
        added.push(action)
      },
      findAction: async id => actions.get(id),
      listPendingActions: async () => [...actions.values()].filter(({ state }) => state === 'pending'),
      findLastRequest: async subscriptionId =>
        [...actions.values()].findLast(
          ({ request, result }) =>
            request.kind !== 'end' &&
            (result === subscriptionId ||
              ('subscriptionId' in request && request.subscriptionId === subscriptionId)),
        ),
      saveAction: async action => void actions.set(action.id, action),
      findSubscription: async () => data.subscription,
      async saveSubscription(subscription) {
        data.subscription = subscription
      },
      findCustomer: async provider => customers.get(provider),
      saveCustomer: async (provider, customerId) => void customers.set(provider, customerId),
      listOpenCheckouts: async () => [...checkouts.values()].filter(({ status }) => status === 'open'),
      findCheckout: async intentId => checkouts.get(intentId),
      findCheckoutOf: async id => find(checkouts, ({ subscriptionId }) => subscriptionId === id),
      saveCheckout: async checkout => void checkouts.set(checkout.intentId, checkout),
      findInvoiceOf: async id => find(invoices, ({ intentId }) => intentId === id),
      async insertInvoice(invoice) {
        if (find(invoices, ({ providerInvoiceId }) => providerInvoiceId === invoice.providerInvoiceId))
          return undefined
        invoiceCount += 1
        const numbered = { ...invoice, number: `FS-${invoiceCount}` }
        invoices.set(invoice.id, numbered)
        return numbered
      },
      async markInvoice(id, change) {
        const invoice = invoices.get(id)
        if (invoice) invoices.set(id, { ...invoice, ...change })
      },
      listInvoicesSince: async moment => [...invoices.values()].filter(({ paidAt }) => paidAt >= moment),
      async markMoneyBackUsed(at) {
        data.moneyBackAt = at
      },
      isMoneyBackUsed: async () => data.moneyBackAt !== null,
      async isNewEvent(eventId) {
        const isNew = !events.has(eventId)
        events.add(eventId)
        return isNew
      },
      queueMail: async mail => void mails.push(mail),
    }
  }

  return {
    async read(accountId, work) {
      const data = structuredClone(dataOf(accountId))
      return { revision: data.revision, result: await work(open(data, [])) }
    },
    change: (accountId, work, expected) =>
      serialize(accountId, async () => {
        const data = structuredClone(dataOf(accountId))
        if (expected !== undefined && data.revision !== expected) return undefined
        data.revision += 1
        const actions: PaymentAction[] = []
        const result = await work(open(data, actions))
        accounts.set(accountId, data)
        return { result, actions }
      }),
    countRenewing: async provider =>
      all().filter(
        ({ subscription }) =>
          subscription?.provider === provider && /active|past-due/.test(subscription.status),
      ).length,
    async listDueActions(now, limit) {
      return all()
        .flatMap(({ actions }) => [...actions.values()])
        .filter(({ state, nextAttemptAt }) => state === 'pending' && nextAttemptAt <= now)
        .slice(0, limit)
    },
    findSubscription: async accountId => dataOf(accountId).subscription,
    findCustomers: async accountId =>
      [...dataOf(accountId).customers].map(([provider, customerId]) => ({ provider, customerId })),
    isMoneyBackUsed: async accountId => dataOf(accountId).moneyBackAt !== null,
    listInvoices: async accountId => [...dataOf(accountId).invoices.values()].reverse(),
    findInvoice: async (accountId, id) => dataOf(accountId).invoices.get(id),
    findAccountByPayment: async intentId =>
      [...accounts].find(([, { checkouts }]) => checkouts.has(intentId))?.[0],
    async listDue(now, checkedBefore, limit) {
      return all()
        .flatMap(({ subscription }) => subscription ?? [])
        .filter(
          ({ status, expiresAt, accessUntil, checkedAt }) =>
            status !== 'ended' && expiresAt <= now && (accessUntil <= now || checkedAt < checkedBefore),
        )
        .slice(0, limit)
    },
    async listOpenCheckouts(createdBefore, limit) {
      return all()
        .flatMap(({ checkouts }) => [...checkouts.values()])
        .filter(({ status, createdAt }) => status === 'open' && createdAt < createdBefore)
        .slice(0, limit)
    },
    removeEventsBefore: async () => 0,
    removeActionsBefore: async () => 0,
    listCheckouts: accountId => [...dataOf(accountId).checkouts.values()],
    takeMails: () => all().flatMap(({ mails }) => mails.splice(0)),
  }
}
