/** One endpoint of the double. */
import type { Books } from './books.ts'
import type { StripeRecord } from './records.ts'
import type { RequestForm } from './request-form.ts'

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `:id` stands for what the reply is about. */
  readonly path: string
  /** Parameters that it takes, beside `expand`. */
  readonly takes?: readonly string[]
  answer(books: Books, form: RequestForm, id: string): StripeRecord | Record<string, unknown>
}
