/** One endpoint of the double. */
import type { StripeLedger } from './ledger.ts'
import type { StripeRecord } from './records.ts'
import type { RequestForm } from './request-form.ts'

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `:id` stands for what the reply is about. */
  readonly path: string
  /** Parameters that it takes, beside `expand`. */
  readonly takes?: readonly string[]
  answer(ledger: StripeLedger, form: RequestForm, id: string): StripeRecord | Record<string, unknown>
}
