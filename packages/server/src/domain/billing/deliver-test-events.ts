/** Carries the events of the test payments to where a provider's webhooks arrive. */
import type { TestPayments } from '../../ports/test-payments.ts'

/** Oldest first. The first that is not received ends it, and is tried again the next time. */
export async function deliverTestEvents(
  testPayments: Pick<TestPayments, 'listOutgoing' | 'markReceived'>,
  receive: (rawBody: Buffer, signature: string) => Promise<void>,
): Promise<void> {
  for (const { id, rawBody, signature } of await testPayments.listOutgoing()) {
    await receive(rawBody, signature)
    await testPayments.markReceived(id)
  }
}
