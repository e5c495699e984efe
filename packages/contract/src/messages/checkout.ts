/** Words of the checkout, from preparing to the last toast. */

export const checkoutMessages = {
  loading: 'Preparing Your Checkout',
  loadingHint: 'One moment, we are setting up your payment.',
  failed: {
    heading: 'Payment Setup Failed',
    noAmount: 'No amount specified for checkout',
    refused: 'Failed to create payment intent',
    exception: 'Failed to initialize payment. Please try again.',
    goBack: 'Go Back',
  },
  ready: {
    heading: 'Complete Your Purchase',
    lead: 'Look through your order, then pay.',
    leadFree: 'Look through your order, then confirm it.',
    summary: 'Your order',
    plan: (name: string) => `${name} plan`,
    perMonth: 'per month',
    perYear: 'per year',
    price: 'Price',
    credit: (plan: string) => `Unused time of your ${plan} plan`,
    balance: 'Your credit',
    due: 'To pay now',
    renews: (price: string, interval: 'month' | 'year') =>
      `Renews at ${price} every ${interval} until you cancel.`,
    creditLeft: (amount: string) => `${amount} of your credit remain and are taken off your next invoices.`,
    moneyBack: (days: number) => `${days} days money back.`,
    otherPlan: 'Choose another plan',
    includes: 'What you get',
  },
  /** When nothing is to be paid. */
  change: {
    heading: 'One last step',
    nothingToPay: 'There is nothing to pay today.',
    resumes: 'Your plan goes on as before; the next payment is due when the paid time is over.',
    confirm: 'Confirm change',
    resume: 'Keep my plan',
    busy: 'One moment...',
  },
  form: {
    heading: 'Payment details',
    secure: (provider: string) => `Your payment is processed securely by ${provider}.`,
    stripe: 'Stripe',
    testProvider: 'the built-in test provider',
    testMode: 'Test mode',
    testHint: 'This server is in test mode: no money moves. Use a test card, never a real one.',
    stripeTestHint: 'Stripe is in test mode here: no money moves. Use a test card, never a real one.',
    testCards: 'Test card numbers',
    /** Read before the name of a test card. */
    useCard: 'Use:',
    filled: (label: string) => `Filled in: ${label}`,
    testName: 'Test Customer',
    number: 'Card number',
    expiry: 'Expiry date',
    expiryHint: 'MM/YY',
    cvc: 'Security code',
    cvcHint: (digits: number) => `${digits} digits`,
    name: 'Name on card',
    nameHint: 'Optional',
    loading: 'Loading the payment form...',
    pay: (amount: string) => `Pay ${amount}`,
    processing: 'Processing...',
    problems: {
      number: 'This card number is not valid.',
      'number-incomplete': 'Please enter the whole card number.',
      expiry: 'Please enter the expiry date as MM/YY.',
      expired: 'This card has expired.',
      cvc: 'Please enter the security code of your card.',
    },
  },
  authentication: {
    heading: 'Confirm this payment',
    text: (amount: string) =>
      `The bank of this test card asks you to confirm the payment of ${amount}. A real bank would do so in its own window.`,
    confirm: 'Confirm payment',
    refuse: 'Do not confirm',
  },
  /** Somebody comes back from their bank. */
  settling: {
    heading: 'Checking Your Payment',
    text: 'One moment, we are asking how it went.',
  },
  /** Some payments take days to arrive. */
  pending: {
    heading: 'Your payment is on its way',
    text: 'It can take a while to arrive. Your plan begins by itself as soon as it does, and you get a receipt by mail.',
    action: 'Go to your subscription',
  },
  notApplied: {
    heading: 'Your plan is not set up yet',
    hint: 'Trying again only repeats this last step. You are not charged a second time.',
    action: 'Try again',
    busy: 'Trying again...',
    support: 'Contact support',
  },
  toasts: {
    succeeded: { title: 'Payment Successful', description: 'Thank you. Your plan is being set up.' },
    failed: { title: 'Payment Failed', description: 'Something went wrong with your payment' },
    updated: (plan: string) => ({
      title: 'Subscription Updated',
      description: `You are on the ${plan} plan now.`,
    }),
    updateFailed: {
      title: 'Subscription Update Failed',
      description: 'Failed to apply your subscription. Please contact support.',
      exception: 'An error occurred while updating your subscription. Please contact support.',
    },
  },
} as const
