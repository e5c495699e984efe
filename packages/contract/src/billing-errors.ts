/** What can go wrong about plans and payments; part of the one table. */

export const billingErrors = {
  'payments-off': { status: 503, message: 'Nothing can be bought on this server.' },
  'amount-not-a-price': {
    status: 400,
    message: 'This amount is not the price of a plan. Please choose your plan again.',
  },
  'plan-already-yours': { status: 409, message: 'You are on the {plan} plan already.' },
  'payment-not-found': { status: 404, message: 'There is no such payment.' },
  'payment-not-done': { status: 402, message: 'This payment has not been completed.' },
  'payment-wrong': { status: 409, message: 'This payment is not for the plan you chose.' },
  'payment-given-back': {
    status: 409,
    message: 'Your plan changed while you were paying, so this payment has been given back to you.',
  },
  'change-needs-payment': {
    status: 409,
    message: 'This change has to be paid for. Please go to the checkout.',
  },
  'nothing-to-cancel': { status: 409, message: 'You have no paid subscription to cancel.' },
  'nothing-to-resume': { status: 409, message: 'Your subscription has not been cancelled.' },
  'no-money-back': {
    status: 409,
    message: 'The money-back guarantee holds for {days} days after the first payment, once for each account.',
  },
  'nothing-to-manage': { status: 409, message: 'There is no billing to manage on the Free plan.' },
  'payment-failed': { status: 402, message: '{reason}' },
  'payment-provider-failed': {
    status: 502,
    message: 'The payment provider did not answer. Please try again in a moment.',
  },
  'invoice-not-found': { status: 404, message: 'There is no such invoice.' },
  'webhook-refused': { status: 400, message: 'This notice does not carry the signature of the provider.' },
} as const satisfies Record<string, { status: number; message: string }>
