/** Outcome of a payment, independent of the provider. */

export type PaymentOutcome =
  | { readonly status: 'succeeded'; readonly paymentIntentId: string }
  /** Accepted, but not settled yet. */
  | { readonly status: 'processing' }
  /** Not attempted; the form shows which fields are missing. */
  | { readonly status: 'incomplete' }
  | { readonly status: 'failed'; readonly message?: string | undefined }
