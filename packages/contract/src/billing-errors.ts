/** Errors of plans and payments; part of the error table. */

export const billingErrors = {
  'payments-off': { status: 503, message: 'Payments are disabled on this server.' },
  'amount-not-a-price': {
    status: 400,
    message: 'This amount is not the price of a plan. Please choose your plan again.',
  },
  'plan-already-yours': { status: 409, message: 'You are already on the {plan} plan.' },
  'payment-not-found': { status: 404, message: 'Payment not found.' },
  'payment-not-done': { status: 402, message: 'This payment has not been completed.' },
  'payment-wrong': { status: 409, message: 'This payment is not for the plan you chose.' },
  'payment-given-back': {
    status: 409,
    message: 'Your plan changed while you were paying, so this payment was refunded.',
  },
  'change-needs-payment': {
    status: 409,
    message: 'This change requires a payment. Please go to checkout.',
  },
  'nothing-to-cancel': { status: 409, message: 'You have no paid subscription to cancel.' },
  'nothing-to-resume': { status: 409, message: 'Your subscription is not canceled.' },
  'no-money-back': {
    status: 409,
    message: 'The money-back guarantee applies for {days} days after the first payment, once per account.',
  },
  'nothing-to-manage': { status: 409, message: 'There is no billing to manage on the Free plan.' },
  'payment-failed': { status: 402, message: '{reason}' },
  'payment-provider-failed': {
    status: 502,
    message: 'The payment provider did not respond. Please try again in a moment.',
  },
  'invoice-not-found': { status: 404, message: 'Invoice not found.' },
  'webhook-refused': { status: 400, message: 'Invalid webhook signature.' },
} as const satisfies Record<string, { status: number; message: string }>
