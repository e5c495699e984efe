/** Dependencies of the test payments. */
import type { TestLedger } from '../../ports/test-payments.ts'

export interface TestPaymentsSettings {
  readonly ledger: TestLedger
  readonly now: () => Date
  /** Signs the events. */
  readonly eventSecret: string
}
