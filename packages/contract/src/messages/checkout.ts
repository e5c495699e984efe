/** Texts of the checkout. */

export const checkoutMessages = {
  loading: 'Preparing Your Checkout',
  loadingHint: 'Setting up your payment...',
  failed: {
    heading: 'Payment Setup Failed',
    noAmount: 'No amount specified for checkout',
    refused: 'Failed to create payment intent',
    exception: 'Failed to initialize payment. Please try again.',
    goBack: 'Go Back',
  },
  ready: {
    heading: 'Complete Your Purchase',
    lead: 'Review your order and pay.',
    leadFree: 'Review your order and confirm.',
    summary: 'Your order',
    plan: (name: string) => `${name} plan`,
    perMonth: 'per month',
    perYear: 'per year',
    price: 'Price',
    credit: (plan: string) => `Unused time on your ${plan} plan`,
    balance: 'Your credit',
    due: 'Due now',
    renews: (price: string, interval: 'month' | 'year') =>
      `Renews at ${price} every ${interval} until you cancel.`,
    creditLeft: (amount: string) => `Your remaining credit of ${amount} goes toward your next invoices.`,
    moneyBack: (days: number) => `${days}-day money-back guarantee.`,
    otherPlan: 'Choose another plan',
    includes: 'What’s included',
  },
  /** When no payment is due. */
  change: {
    heading: 'One last step',
    nothingToPay: 'Nothing to pay today.',
    resumes: 'Your plan continues as before. The next payment is due at the end of the current period.',
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
    testHint: 'Test mode: no money moves. Use a test card, never a real one.',
    stripeTestHint: 'Stripe test mode: no money moves. Use a test card, never a real one.',
    testCards: 'Test card numbers',
    /** Screen reader prefix of a test card's name. */
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
      'number-incomplete': 'Please enter the full card number.',
      expiry: 'Please enter the expiry date as MM/YY.',
      expired: 'This card has expired.',
      cvc: 'Please enter your card’s security code.',
    },
  },
  cardOnFile: {
    card: (brand: string, lastFour: string) =>
      `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${lastFour}`,
    expires: (expiry: string) => `Your card on file, valid until ${expiry}`,
    other: 'Use another card',
    authentication:
      'Your bank wants to confirm this payment. Please use "Use another card" and enter the card again.',
  },
  authentication: {
    heading: 'Confirm this payment',
    text: (amount: string) =>
      `Your test bank asks you to confirm the payment of ${amount}. A real bank would do this in its own window.`,
    confirm: 'Confirm payment',
    refuse: 'Decline',
  },
  /** After the redirect back from the bank. */
  settling: {
    heading: 'Checking Your Payment',
    text: 'Confirming with your bank...',
  },
  /** For payment methods that take days to settle. */
  pending: {
    heading: 'Your payment is pending',
    text: 'This can take a few days. Your plan starts as soon as the payment arrives, and we will email you a receipt.',
    action: 'Go to your subscription',
  },
  notApplied: {
    heading: 'Your plan is not set up yet',
    hint: 'You can safely try again. You will not be charged twice.',
    action: 'Try again',
    busy: 'Trying again...',
    support: 'Contact support',
  },
  toasts: {
    succeeded: { title: 'Payment Successful', description: 'Thank you. Your plan is being set up.' },
    failed: { title: 'Payment Failed', description: 'Something went wrong with your payment' },
    updated: (plan: string) => ({
      title: 'Subscription Updated',
      description: `You are now on the ${plan} plan.`,
    }),
    updateFailed: {
      title: 'Subscription Update Failed',
      description: 'Failed to apply your subscription. Please contact support.',
      exception: 'An error occurred while updating your subscription. Please contact support.',
    },
  },
} as const
