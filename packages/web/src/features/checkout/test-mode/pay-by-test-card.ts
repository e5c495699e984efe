/** A payment of the installation itself: the card is sent, and the bank's question asked where there is one. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type TestPaymentReply, testPaymentReplySchema } from '@filesmith/contract/schemas/billing'
import { request, serverMessageOf } from '../../../lib/request.ts'
import { cardToSend, type TypedCard } from '../../../lib/typed-card.ts'
import type { PaymentOutcome } from '../payment-outcome.ts'

interface TestPayment {
  readonly clientSecret: string
  readonly card: TypedCard
  /** Whether the customer confirms the payment. */
  readonly ask: () => Promise<boolean>
}

export async function payByTestCard({ clientSecret, card, ask }: TestPayment): Promise<PaymentOutcome> {
  try {
    let reply = await post(apiPaths.testPayment, { clientSecret, ...cardToSend(card) })
    while (reply.status === 'needs-authentication') {
      reply = await post(apiPaths.testAuthentication, { clientSecret, isConfirmed: await ask() })
    }
    return { status: 'succeeded', paymentIntentId: reply.paymentIntentId }
  } catch (error) {
    return { status: 'failed', message: serverMessageOf(error) }
  }
}

async function post(path: string, body: object): Promise<TestPaymentReply> {
  const response = await request('POST', path, body)
  return testPaymentReplySchema.parse(await response.json())
}
