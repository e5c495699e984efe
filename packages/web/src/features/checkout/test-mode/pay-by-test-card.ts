/** Payment with the built-in test provider, including simulated bank authentication. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type TestPaymentReply, testPaymentReplySchema } from '@filesmith/contract/schemas/billing'
import { type CardInput, toCardPayload } from '../../../lib/card-input.ts'
import { request, serverMessageOf } from '../../../lib/request.ts'
import type { PaymentOutcome } from '../payment-outcome.ts'

interface TestPayment {
  readonly clientSecret: string
  readonly card: CardInput
  /** Asks the customer to confirm the payment. */
  readonly authenticate: () => Promise<boolean>
}

export async function payByTestCard({
  clientSecret,
  card,
  authenticate,
}: TestPayment): Promise<PaymentOutcome> {
  try {
    let reply = await post(apiPaths.testPayment, { clientSecret, ...toCardPayload(card) })
    while (reply.status === 'needs-authentication') {
      reply = await post(apiPaths.testAuthentication, { clientSecret, isConfirmed: await authenticate() })
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
