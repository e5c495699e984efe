/** Words about plans: loading and choosing them wherever they are offered, and the plans screen. */
import type { BillingInterval } from '../plan-offers.ts'

export const offerMessages = {
  loading: 'Loading subscription plans...',
  fetchFailed: 'Failed to fetch subscription plans',
  loadFailed: 'Failed to load subscription plans. Please try again later.',
  retry: 'Try again',
  retrying: 'Trying again...',
  popular: 'Most Popular',
  currentPlan: 'Current Plan',
  per: { month: 'per month', year: 'per year' } satisfies Record<BillingInterval, string>,
  choose: (plan: string) => `Choose ${plan}`,
  switchTo: (plan: string) => `Switch to ${plan}`,
  selected: (plan: string) => ({
    title: 'Subscription Selection',
    description: `You selected the ${plan} plan. Redirecting to checkout...`,
  }),
} as const

export const plansMessages = {
  heading: 'Choose Your Plan',
  lead: 'Start free, and pay only when you want more: more conversions, larger files, no ads and no waiting.',
  billing: 'Billing period',
  intervals: { month: 'Monthly', year: 'Yearly' } satisfies Record<BillingInterval, string>,
  saving: 'Save 20%',
  pricesShown: {
    month: 'Prices are shown per month.',
    year: 'Prices are shown per year, with 20% off.',
  } satisfies Record<BillingInterval, string>,
  cards: 'Plans',
  yours: 'Your plan',
  forEveryone: 'Free for everyone',
  switchInterval: { month: 'Switch to monthly', year: 'Switch to yearly' } satisfies Record<
    BillingInterval,
    string
  >,
  keep: (plan: string) => `Keep ${plan}`,
  manage: 'Manage your plan',
  priceNotes: {
    free: 'No card, no sign-up.',
    month: 'Billed every month. Cancel at any time.',
    year: (perMonth: string, saved: string) => `About ${perMonth} a month. You save ${saved}.`,
  },
  freeToast: {
    title: 'Free Plan',
    description: "You're already on the free plan! Enjoy our basic features.",
  },
  promises: {
    heading: 'With every paid plan',
    moneyBack: (days: number) => ({
      title: `${days}-day money-back guarantee`,
      text: 'Not what you hoped for? Give it back, no questions asked.',
    }),
    cancel: { title: 'Cancel at any time', text: 'You keep your plan for all the time you paid for.' },
    credit: { title: 'Change without loss', text: 'Time you have paid for and not used is credited.' },
  },
} as const

export const comparisonMessages = {
  heading: 'Compare Plans',
  /** For those who cannot see which tab a table stands under. */
  caption: (tab: string) => `${tab} of each plan`,
  tabs: { features: 'Features', limits: 'Limits', support: 'Support' },
  included: 'Included',
  notIncluded: 'Not included',
  unlimited: 'Unlimited',
  features: {
    ads: { label: 'Advertising', free: 'Ad-supported', paid: 'No ads' },
    wait: {
      label: 'Wait before converting',
      seconds: (from: number, to: number) => `${from} to ${to} seconds`,
      none: 'None',
    },
    speed: { label: 'Speed', free: 'Standard speed', basic: 'Faster', pro: 'Priority processing' },
    tools: { label: 'Tools', free: 'Standard tools', basic: 'Basic editing tools', pro: 'All tools' },
    formats: { label: 'Premium formats', basic: 'RAR archives', pro: 'All premium formats' },
    api: { label: 'API access' },
  },
  limits: {
    perDay: { label: 'Conversions', count: (count: number) => `${count} per day` },
    perMonth: { label: 'Conversions in a month', count: (count: number) => String(count) },
    fileSize: { label: 'File size' },
    concurrent: { label: 'Running at once', count: (count: number) => `${count} concurrent` },
    storage: { label: 'Storage' },
    batch: {
      label: 'Batch conversion',
      count: (files: number, size: string) => `Up to ${files} files of ${size}`,
      unlimited: (size: string) => `Unlimited files of ${size}`,
    },
  },
  limitsNote:
    'Some tools take larger files than this, even on Free: each one says its own limit. A plan only ever raises it.',
  support: {
    help: { label: 'Help Center' },
    contact: { label: 'Contact form' },
    email: {
      label: 'Email support',
      basic: '24-48 hour response',
      pro: 'High-priority, 12 hour response',
    },
    chat: { label: 'Chat support' },
  },
} as const

export const planQuestions = {
  heading: 'Questions and answers',
  more: 'Something else you would like to know?',
  contact: 'Write to us',
  entries: (moneyBackDays: number) => [
    {
      id: 'change',
      question: 'Can I change my plan later?',
      answer:
        'Yes, at any time, to a larger or a smaller plan and between monthly and yearly. The new plan holds at once. What you have paid and not used of the old one is credited, so you only pay the difference; if the credit is larger than the new price, the rest is taken off your next invoices.',
    },
    {
      id: 'refund',
      question: 'Can I get my money back?',
      answer: `Yes. Basic and Pro come with a money-back guarantee of ${moneyBackDays} days from the first payment. You ask for it in your account, under Subscription: the whole amount goes back to your card and you are on Free again. The guarantee holds once for each account.`,
    },
    {
      id: 'methods',
      question: 'Which payment methods do you accept?',
      answer:
        'Credit and debit cards, among them Visa, Mastercard and American Express. The checkout shows every way to pay that is open to you. You get a receipt by email for each payment, and find all invoices in your account.',
    },
    {
      id: 'security',
      question: 'Is my payment secure?',
      answer:
        'Payments are handled by a payment provider over an encrypted connection, and we never store your card number. Where a server runs in test mode, the checkout says so plainly: it takes test cards only, and no money moves.',
    },
    {
      id: 'cancel',
      question: 'How do I cancel?',
      answer:
        'In your account, under Subscription. Nothing more is charged from then on, and you keep your plan until the end of the time you have paid for. After that your account goes on with Free.',
    },
  ],
} as const
