/** A server on this machine that plays Stripe's API, written from its public reference; the test decides what cards do. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { advance, collect } from './advance.ts'
import { createAnswering } from './answer-request.ts'
import { createStripeLedger } from './create-ledger.ts'
import { itemOf, voidInvoice } from './invoicing.ts'
import type { PaymentOutcome, StripeLedger } from './ledger.ts'
import { disputePayment, refundPayment, tryPayment } from './paying.ts'
import type { Dispute, Event } from './records.ts'
import { type Delivery, type SendOptions, sendEvents } from './send-events.ts'

export interface StripeDoubleSettings {
  readonly secretKey?: string
  readonly webhookSecret?: string
  /** Where its clock begins; now unless told. */
  readonly startsAt?: Date
}

export interface StripeCall {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly status: number
  /** Answered from what was kept for its key. */
  readonly isReplayed: boolean
}

/** What happens to a call: another status, no reply, or work that is done while its reply is lost. */
export type Trouble = number | 'no-reply' | 'lost-reply'

export interface StripeDouble {
  readonly url: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** Settings for a Filesmith whose Stripe is this server. */
  readonly env: Readonly<Record<string, string>>
  /** Everything that is kept, to look at and to change. */
  readonly ledger: StripeLedger
  readonly calls: readonly StripeCall[]
  now(): Date
  /** The next calls meet trouble: all of them, or those to paths that begin so. */
  trouble(what: Trouble, times: number, pathStart?: string): void
  /** What the customer does with the card form. */
  confirm(intentId: string, outcome: PaymentOutcome | 'processing'): void
  /** Also renews, collects, gives up and ends, as time goes by. */
  advance(to: Date): void
  /** What becomes of this customer's renewals from now on. */
  setRenewals(customerId: string, outcome: PaymentOutcome): void
  /** Tries an unpaid invoice again at once, as somebody does who has changed the card. */
  retryPayment(subscriptionId: string): void
  /** Somebody at our desk voids what is unpaid, and the subscription goes on. */
  letOff(subscriptionId: string): void
  /** The portal sets a date instead of the mark. */
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
  const answer = createAnswering(ledger, secretKey)
  const calls: StripeCall[] = []
  let troubles: { what: Trouble; pathStart: string }[] = []

  function takeTrouble(path: string): Trouble | undefined {
    const found = troubles.find(({ pathStart }) => path.startsWith(pathStart))
    troubles = troubles.filter(trouble => trouble !== found)
    return found?.what
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const { headers, method = 'GET' } = request
    const body = await text(request)
    const words = method === 'POST' ? new URLSearchParams(body) : searchParams
    const what = takeTrouble(path)
    const isDone = what === undefined || what === 'lost-reply'
    const key = headers['idempotency-key']
    const reply = isDone
      ? answer({
          method,
          path,
          words,
          authorization: headers.authorization,
          version: firstOf(headers['stripe-version']),
          idempotencyKey: firstOf(key),
        })
      : { status: typeof what === 'number' ? what : 0, body: troubleBody, isReplayed: false }
    const { status, isReplayed } = reply
    calls.push({ method, path, params: Object.fromEntries(words), headers, status, isReplayed })
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
    // A fault of the double itself is one of the test: it must not look like one of Stripe.
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`the double of Stripe failed: ${error instanceof Error ? error.stack : error}\n`)
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
    trouble(what, times, pathStart = '/') {
      troubles.push(...Array.from({ length: times }, () => ({ what, pathStart })))
    },
    confirm: (intentId, outcome) => tryPayment(ledger, ledger.need('payment_intent', intentId), outcome),
    advance: to => advance(ledger, to),
    setRenewals: (customerId, outcome) => void ledger.renewalOutcomes.set(customerId, outcome),
    retryPayment(subscriptionId) {
      const { latest_invoice } = ledger.need('subscription', subscriptionId)
      collect(ledger, ledger.need('invoice', latest_invoice ?? ''))
    },
    letOff(subscriptionId) {
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

const troubleBody = { error: { type: 'api_error', message: 'Something went wrong on the far side.' } }

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
