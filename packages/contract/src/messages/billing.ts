/** Words about a running subscription: the billing part of the account settings, and managing it in test mode. */

export const billingMessages = {
  loading: 'Loading your billing...',
  loadFailed: 'Your billing could not be loaded.',
  manage: 'Manage Billing',
  manageFailed: 'Could not open billing management',
  nothingToManage: {
    title: 'Nothing to manage',
    description: 'Nothing is charged for your plan, so there is no card and no payment to manage.',
  },
  granted: 'Nothing is charged for this plan, so there is nothing to pay, manage or cancel.',
  /** Under a plan that was given, by somebody who also pays for a smaller one. */
  paidBeside: (plan: string, price: string) =>
    `Nothing is charged for it. You also pay for ${plan}: ${price}.`,
  changePlan: 'Change plan',
  badges: { cancelled: 'Cancelled', 'past-due': 'Payment due' },
  cancel: 'Cancel subscription',
  cancelPrompt: {
    heading: 'Cancel your subscription?',
    /** The date follows. */
    text: (plan: string) => `You keep everything ${plan} includes until`,
    after: 'Then your account goes on with the Free plan. Nothing more is charged.',
    /** While a payment is owed. */
    atOnce: (plan: string) =>
      `The last payment did not go through, so your ${plan} plan ends at once, and your account goes on with the Free plan. Nothing more is charged.`,
    confirm: 'Cancel subscription',
    keep: 'Keep my plan',
  },
  cancelled: {
    title: 'Subscription Cancelled',
    description: 'Your access continues until the current billing period ends.',
  },
  canceledAtOnce: { title: 'Subscription Cancelled', description: 'Your account is on the Free plan now.' },
  cancelFailed: 'Failed to cancel subscription',
  /** The date follows. */
  ends: (plan: string) => `Your ${plan} plan is cancelled and ends on`,
  endsHint: 'Until then you keep everything it includes; nothing more is charged.',
  pastDue: {
    text: (plan: string) => `The last payment for your ${plan} plan did not go through.`,
    /** The date follows. */
    until: 'Please check your card under Manage Billing by',
    after: 'Until then everything stays as it is; after that your account goes on with the Free plan.',
  },
  resume: 'Resume subscription',
  resumed: { title: 'Subscription resumed', description: 'Your plan goes on as before.' },
  resumeFailed: 'Failed to resume subscription',
  refund: {
    heading: 'Money-back guarantee',
    /** The date follows. */
    text: 'Not what you were looking for? You can have all your money back until',
    action: 'Get my money back',
    prompt: 'Give the plan back?',
    promptText: (amount: string) =>
      `We return ${amount} to your card, and your account is on the Free plan at once. This can be done once.`,
    confirm: 'Give it back',
    keep: 'Keep my plan',
    done: { title: 'Money returned', description: 'Your payment was returned; you are on the Free plan.' },
    failed: 'Failed to return the payment',
  },
  price: (price: string, interval: 'month' | 'year') => `${price} a ${interval}`,
  credit: (amount: string) => `${amount} of credit is taken off your next invoices.`,
  testMode: 'Test mode',
  invoices: {
    heading: 'Invoices',
    empty: 'No invoices yet.',
    columns: { number: 'Number', date: 'Date', plan: 'Plan', amount: 'Amount', status: 'Status' },
    intervals: { month: 'monthly', year: 'yearly' },
    statuses: {
      paid: 'Paid',
      'partly-refunded': 'Partly refunded',
      refunded: 'Refunded',
      disputed: 'Disputed',
    },
    returned: (amount: string) => `${amount} returned`,
    download: (number: string) => `Download invoice ${number} as PDF`,
    pdf: 'PDF',
  },
  test: {
    heading: 'Manage Billing',
    badge: 'Test mode',
    text: 'A payment provider has a page like this of its own. In test mode it stands here, and no money moves.',
    loading: 'Loading your card...',
    loadFailed: 'Your card could not be loaded.',
    /** Where another provider takes the payments, or none. */
    none: 'This server takes no test payments, so there is nothing to manage here.',
    card: 'Card on file',
    cardLabel: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
    expires: (date: string) => `Expires ${date}`,
    noCard: 'No card on file. The card you buy a plan with is kept here.',
    plans: 'See the plans',
    replace: 'Replace card',
    save: 'Save card',
    saveFailed: 'Your card could not be saved. Please try again.',
    saved: {
      title: 'Card saved',
      description: 'It is used from now on, also for a payment that is still open.',
    },
    keep: 'Keep the old card',
    back: 'Back to your subscription',
  },
} as const
