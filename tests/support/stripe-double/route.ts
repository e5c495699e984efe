/** One endpoint of the double. */
import type { StripeLedger } from './ledger.ts'
import type { StripeRecord } from './records.ts'
import type { RequestForm } from './request-form.ts'

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `:id` matches the id of the object. */
  readonly path: string
  /** Accepted parameters besides `expand`. */
  readonly takes?: readonly string[]
  answer(ledger: StripeLedger, form: RequestForm, id: string): StripeRecord | Record<string, unknown>
}
