/** Local test double of the Stripe API, written from its public reference; the test controls the outcome of payments. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { advance, collect } from './advance.ts'
import { createRequestHandler } from './answer-request.ts'
import { createStripeLedger } from './create-ledger.ts'
import { itemOf, voidInvoice } from './invoicing.ts'
import type { PaymentOutcome, StripeLedger } from './ledger.ts'
import { disputePayment, refundPayment, tryPayment } from './paying.ts'
import type { Dispute, Event } from './records.ts'
import { type Delivery, type SendOptions, sendEvents } from './send-events.ts'

export interface StripeDoubleSettings {
  readonly secretKey?: string
  readonly webhookSecret?: string
  /** Start of its clock. Default: now. */
  readonly startsAt?: Date
}

export interface StripeCall {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly status: number
  /** Replayed from the stored response of its idempotency key. */
  readonly isReplayed: boolean
}

/** An error status, no response, or a request that is processed while its response is lost. */
export type InjectedFault = number | 'no-reply' | 'lost-reply'

export interface StripeDouble {
  readonly url: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** Settings of a Filesmith that uses this server as Stripe. */
  readonly env: Readonly<Record<string, string>>
  /** The state of the double, to inspect and change. */
  readonly ledger: StripeLedger
  readonly calls: readonly StripeCall[]
  now(): Date
  /** Injects a fault into the next `times` calls, optionally only into those below a path. */
  injectFault(what: InjectedFault, times: number, pathStart?: string): void
  /** The outcome of the customer's payment. */
  confirm(intentId: string, outcome: PaymentOutcome | 'processing'): void
  /** Advances the clock with all renewals, retries and cancellations that become due. */
  advance(to: Date): void
  /** Outcome of this customer's future renewals. */
  setRenewals(customerId: string, outcome: PaymentOutcome): void
  /** Retries an unpaid invoice at once, as after a change of the card. */
  retryPayment(subscriptionId: string): void
  /** Voids the unpaid invoice as in the Stripe dashboard; the subscription stays active. */
  voidUnpaidInvoice(subscriptionId: string): void
  /** Cancels as the portal does: sets cancel_at instead of cancel_at_period_end. */
  cancelInPortal(subscriptionId: string): void
  refund(intentId: string, amount?: number): void
  dispute(intentId: string, status?: Dispute['status']): void
  readonly events: readonly Event[]
  sendEvents(url: string, options?: SendOptions): Promise<Delivery[]>
  close(): Promise<void>
}

export async function startStripeDouble(settings: StripeDoubleSettings = {}): Promise<StripeDouble> {
  const secretKey = settings.secretKey ?? `sk_test_${randomBytes(12).toString('hex')}`
  const webhookSecret = settings.webhookSecret ?? `whsec_${randomBytes(16).toString('hex')}`
  const ledger = createStripeLedger(settings.startsAt ?? new Date())
  const answer = createRequestHandler(ledger, secretKey)
  const calls: StripeCall[] = []
  let faults: { what: InjectedFault; pathStart: string }[] = []

  function takeFault(path: string): InjectedFault | undefined {
    const found = faults.find(({ pathStart }) => path.startsWith(pathStart))
    faults = faults.filter(injectFault => injectFault !== found)
    return found?.what
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const { headers, method = 'GET' } = request
    const body = await text(request)
    const params = method === 'POST' ? new URLSearchParams(body) : searchParams
    const what = takeFault(path)
    const isDone = what === undefined || what === 'lost-reply'
    const key = headers['idempotency-key']
    const reply = isDone
      ? answer({
          method,
          path,
          params,
          authorization: headers.authorization,
          version: firstOf(headers['stripe-version']),
          idempotencyKey: firstOf(key),
        })
      : { status: typeof what === 'number' ? what : 0, body: faultBody, isReplayed: false }
    const { status, isReplayed } = reply
    calls.push({ method, path, params: Object.fromEntries(params), headers, status, isReplayed })
    if (typeof what === 'string') {
      request.socket.destroy()
      return
    }
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': `req_${randomBytes(7).toString('hex')}`,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(isReplayed && { 'idempotent-replayed': 'true' }),
    })
    response.end(JSON.stringify(reply.body))
  }

  const server = createServer((request, response) => {
    // An error of the double itself must not look like an error of Stripe.
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`the Stripe double failed: ${error instanceof Error ? error.stack : error}\n`)
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    secretKey,
    webhookSecret,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
    },
    ledger,
    calls,
    now: () => new Date(ledger.now * 1000),
    injectFault(what, times, pathStart = '/') {
      faults.push(...Array.from({ length: times }, () => ({ what, pathStart })))
    },
    confirm: (intentId, outcome) => tryPayment(ledger, ledger.need('payment_intent', intentId), outcome),
    advance: to => advance(ledger, to),
    setRenewals: (customerId, outcome) => void ledger.renewalOutcomes.set(customerId, outcome),
    retryPayment(subscriptionId) {
      const { latest_invoice } = ledger.need('subscription', subscriptionId)
      collect(ledger, ledger.need('invoice', latest_invoice ?? ''))
    },
    voidUnpaidInvoice(subscriptionId) {
      const subscription = ledger.need('subscription', subscriptionId)
      voidInvoice(ledger, ledger.need('invoice', subscription.latest_invoice ?? ''))
      subscription.status = 'active'
      ledger.emit('customer.subscription.updated', subscription)
    },
    cancelInPortal(subscriptionId) {
      const subscription = ledger.need('subscription', subscriptionId)
      subscription.cancel_at = itemOf(subscription).current_period_end
      subscription.canceled_at = ledger.now
      ledger.emit('customer.subscription.updated', subscription)
    },
    refund: (intentId, amount) =>
      void refundPayment(ledger, ledger.need('payment_intent', intentId), { amount }),
    dispute: (intentId, status = 'needs_response') =>
      void disputePayment(ledger, ledger.need('payment_intent', intentId), status),
    events: ledger.events,
    sendEvents: (to, options) => sendEvents(ledger.events, to, webhookSecret, options),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const faultBody = { error: { type: 'api_error', message: 'Something went wrong at Stripe.' } }

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
