/** Texts about plans: loading and choosing them, and the plans page. */
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
  lead: 'Start free. Upgrade for more conversions, larger files, no ads and no waiting.',
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
    month: 'Billed monthly. Cancel anytime.',
    year: (perMonth: string, saved: string) => `About ${perMonth} per month. You save ${saved}.`,
  },
  freeToast: {
    title: 'Free Plan',
    description: "You're already on the free plan! Enjoy our basic features.",
  },
  promises: {
    heading: 'With every paid plan',
    moneyBack: (days: number) => ({
      title: `${days}-day money-back guarantee`,
      text: 'Not happy? Get a full refund, no questions asked.',
    }),
    cancel: { title: 'Cancel anytime', text: 'You keep your plan until the end of the paid period.' },
    credit: { title: 'Switch anytime', text: 'Unused time on your old plan is credited.' },
  },
} as const

export const comparisonMessages = {
  heading: 'Compare Plans',
  /** Table caption for screen readers. */
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
    advanced: { label: 'Advanced conversion options' },
    editor: { label: 'Layers, masks and AI enhancement', pro: 'Coming to Pro' },
    api: { label: 'API access' },
  },
  featuresNote: (premiumFormats: string) =>
    `Every plan has every tool. Basic editing tools add smart cropping and a maximum file size in the Image Resizer, several languages in text recognition, and compression levels 8 and 9. Premium formats: ${premiumFormats}.`,
  limits: {
    perDay: { label: 'Conversions', count: (count: number) => `${count} per day` },
    perMonth: { label: 'Conversions per month', count: (count: number) => String(count) },
    fileSize: { label: 'File size' },
    concurrent: { label: 'Running at once', count: (count: number) => `${count} concurrent` },
    storage: { label: 'Storage' },
    batch: {
      label: 'Batch conversion',
      count: (files: number, size: string) => `Up to ${files} files of ${size}`,
      unlimited: (size: string) => `Unlimited files of ${size}`,
    },
    compression: { label: 'Compression', size: (size: string) => `Files up to ${size}` },
  },
  limitsNote:
    'Some tools accept larger files, even on Free. Each tool shows its limit; a plan only ever raises it.',
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
  more: 'Have another question?',
  contact: 'Contact us',
  entries: (moneyBackDays: number) => [
    {
      id: 'change',
      question: 'Can I change my plan later?',
      answer:
        'Yes, at any time: up or down, and between monthly and yearly. The new plan starts immediately. Unused time on the old one is credited, so you only pay the difference; credit that is left over goes toward your next invoices.',
    },
    {
      id: 'refund',
      question: 'Can I get my money back?',
      answer: `Yes. Basic and Pro come with a money-back guarantee for ${moneyBackDays} days from the first payment. Request it in your account, under Subscription: we refund the full amount to your card and you move to Free. The guarantee applies once per account.`,
    },
    {
      id: 'methods',
      question: 'Which payment methods do you accept?',
      answer:
        'Credit and debit cards, including Visa, Mastercard and American Express. The checkout shows all methods available to you. We email you a receipt for each payment, and all invoices are in your account.',
    },
    {
      id: 'security',
      question: 'Is my payment secure?',
      answer:
        'Yes. A payment provider handles payments over an encrypted connection, and we never store your card number. If the server is in test mode, the checkout says so: it accepts test cards only, and no money moves.',
    },
    {
      id: 'cancel',
      question: 'How do I cancel?',
      answer:
        'In your account, under Subscription. You will not be charged again, and you keep your plan until the end of the paid period. After that you move to Free.',
    },
  ],
} as const
