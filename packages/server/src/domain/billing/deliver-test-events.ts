/** Delivers events of the test payment provider to the webhook handler. */
import type { TestPayments } from '../../ports/test-payments.ts'

/** Oldest first; stops at the first failure, which is retried with the next call. */
export async function deliverTestEvents(
  testPayments: Pick<TestPayments, 'listOutgoing' | 'markReceived'>,
  receive: (rawBody: Buffer, signature: string) => Promise<void>,
): Promise<void> {
  for (const { id, rawBody, signature } of await testPayments.listOutgoing()) {
    await receive(rawBody, signature)
    await testPayments.markReceived(id)
  }
}
