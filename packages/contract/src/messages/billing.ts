/** Texts about an active subscription: billing in the account settings, and the billing page of test mode. */

export const billingMessages = {
  loading: 'Loading billing...',
  loadFailed: 'Could not load your billing.',
  manage: 'Manage Billing',
  manageFailed: 'Could not open billing management',
  nothingToManage: {
    title: 'Nothing to manage',
    description: 'Your plan is free of charge, so there is no card or payment to manage.',
  },
  granted: 'This plan is free of charge. There is nothing to pay or cancel.',
  /** For a granted plan when the user also pays for a lower one. */
  paidBeside: (plan: string, price: string) => `It is free of charge. You also pay for ${plan}: ${price}.`,
  changePlan: 'Change plan',
  badges: { cancelled: 'Canceled', 'past-due': 'Payment due' },
  cancel: 'Cancel subscription',
  cancelPrompt: {
    heading: 'Cancel your subscription?',
    /** The date follows. */
    text: (plan: string) => `You keep everything ${plan} includes until`,
    after: 'After that you are on the Free plan. You will not be charged again.',
    /** While a payment is owed. */
    atOnce: (plan: string) =>
      `The last payment failed, so your ${plan} plan ends immediately and you move to the Free plan. You will not be charged again.`,
    confirm: 'Cancel subscription',
    keep: 'Keep my plan',
  },
  canceled: {
    title: 'Subscription Cancelled',
    description: 'Your access continues until the current billing period ends.',
  },
  canceledAtOnce: { title: 'Subscription Cancelled', description: 'You are now on the Free plan.' },
  cancelFailed: 'Failed to cancel subscription',
  /** The date follows. */
  ends: (plan: string) => `Your ${plan} plan is canceled and ends on`,
  endsHint: 'You keep all features until then and will not be charged again.',
  pastDue: {
    text: (plan: string) => `The last payment for your ${plan} plan failed.`,
    /** The date follows. */
    until: 'Please check your card under Manage Billing by',
    after: 'Until then nothing changes; after that you move to the Free plan.',
  },
  resume: 'Resume subscription',
  resumed: { title: 'Subscription resumed', description: 'Your plan continues as before.' },
  resumeFailed: 'Failed to resume subscription',
  refund: {
    heading: 'Money-back guarantee',
    /** The date follows. */
    text: 'Not what you were looking for? You can get a full refund until',
    action: 'Request refund',
    prompt: 'Refund this plan?',
    promptText: (amount: string) =>
      `We refund ${amount} to your card and you move to the Free plan immediately. Only one refund per account.`,
    confirm: 'Request refund',
    keep: 'Keep my plan',
    done: { title: 'Refund issued', description: 'Your payment was refunded. You are now on the Free plan.' },
    failed: 'Failed to refund the payment',
  },
  price: (price: string, interval: 'month' | 'year') => `${price} per ${interval}`,
  credit: (amount: string) => `You have ${amount} credit toward your next invoices.`,
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
    returned: (amount: string) => `${amount} refunded`,
    download: (number: string) => `Download invoice ${number} as PDF`,
    pdf: 'PDF',
  },
  test: {
    heading: 'Manage Billing',
    badge: 'Test mode',
    text: 'In test mode this page replaces that of the payment provider. No money moves.',
    loading: 'Loading your card...',
    loadFailed: 'Could not load your card.',
    /** When the server uses a real payment provider, or none. */
    none: 'This server is not in test mode, so there is nothing to manage here.',
    card: 'Card on file',
    cardLabel: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
    expires: (date: string) => `Expires ${date}`,
    noCard: 'No card on file. It is saved when you buy a plan.',
    plans: 'See plans',
    replace: 'Replace card',
    save: 'Save card',
    saveFailed: 'Could not save your card. Please try again.',
    saved: {
      title: 'Card saved',
      description: 'We will use it for future and outstanding payments.',
    },
    keep: 'Keep current card',
    back: 'Back to your subscription',
  },
} as const
