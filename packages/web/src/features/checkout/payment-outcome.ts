/** How a payment went, whoever took it. */

export type PaymentOutcome =
  | { readonly status: 'succeeded'; readonly paymentIntentId: string }
  /** Accepted, but the money arrives later. */
  | { readonly status: 'processing' }
  /** Nothing was tried; the form says at its fields what is missing. */
  | { readonly status: 'incomplete' }
  | { readonly status: 'failed'; readonly message?: string | undefined }
