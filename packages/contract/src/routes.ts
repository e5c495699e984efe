/** Pages of the site and the links of its frame. */

export const paths = {
  home: '/',
  tools: '/tools',
  plans: '/premium/plans',
  help: '/help',
  about: '/about',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  signIn: '/sign-in',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  profile: '/profile',
  pricing: '/pricing',
  checkout: '/checkout',
  /** Where a payment of the installation itself is managed. */
  testBilling: '/test-billing',
} as const

interface Link {
  readonly label: string
  readonly to: string
}

export const headerLinks: readonly Link[] = [
  { label: 'Home', to: paths.home },
  { label: 'Tools', to: paths.tools },
  { label: 'Pricing', to: paths.plans },
  { label: 'Help', to: paths.help },
]

export const footerLinks: readonly Link[] = [
  { label: 'Tools', to: paths.tools },
  { label: 'Pricing', to: paths.plans },
  { label: 'Help', to: paths.help },
  { label: 'About', to: paths.about },
  { label: 'Contact', to: paths.contact },
  { label: 'Terms', to: paths.terms },
  { label: 'Privacy', to: paths.privacy },
]

export const lookingForMoreLinks: readonly Link[] = [
  { label: 'All Tools', to: paths.tools },
  { label: 'Premium Plans', to: paths.plans },
  { label: 'Help Center', to: paths.help },
]

export interface PageTexts {
  readonly title: string
  readonly description: string
  readonly keywords?: readonly string[]
  /** The address this page should be known by, where it stands at several. */
  readonly canonical?: string
  /** False where search engines have nothing to find: steps of a way, and what is somebody's own. */
  readonly isIndexed?: boolean
}

/** Pages that exist; the server answers 404 for every other path. Adding a page adds its row. */
export const pages = {
  '/': {
    title: 'Free Online File Converter, No Signup Required | Filesmith',
    description:
      'Filesmith is a free online file converter with no signup required. Convert images, video and audio between formats, see real progress and download the result.',
    keywords: [
      'file converter',
      'online converter',
      'image converter',
      'video converter',
      'audio converter',
      'free',
    ],
  },
  '/sign-in': {
    title: 'Sign In | Filesmith',
    description: 'Sign in to Filesmith to find your conversions on every device you use.',
    keywords: ['sign in', 'account'],
  },
  '/sign-up': {
    title: 'Sign Up | Filesmith',
    description: 'Create a free Filesmith account: your conversions in one place, on every device you use.',
    keywords: ['sign up', 'free account', 'file converter account'],
  },
  '/forgot-password': {
    title: 'Forgot Password | Filesmith',
    description: 'Ask for a link with which you can set a new password for your Filesmith account.',
    isIndexed: false,
  },
  '/reset-password': {
    title: 'Set a New Password | Filesmith',
    description: 'Set a new password for your Filesmith account.',
    isIndexed: false,
  },
  '/verify-email': {
    title: 'Confirm Your Email | Filesmith',
    description: 'Confirm the email address of your Filesmith account.',
    isIndexed: false,
  },
  '/profile': {
    title: 'Your Account | Filesmith',
    description: 'Your Filesmith account: settings, subscription, security and usage history.',
    isIndexed: false,
  },
  '/premium/plans': {
    title: 'Plans: Free, Basic and Pro | Filesmith',
    description:
      'Choose your Filesmith plan: Free, Basic or Pro. More conversions, larger files, no ads and no waiting. 14 days money back.',
    keywords: ['plans', 'pricing', 'premium file converter', 'no ads', 'large files'],
  },
  '/pricing': {
    title: 'Pricing | Filesmith',
    description:
      'What Filesmith costs: Free at $0.00, Basic and Pro by the month or by the year with 20% off. Cancel at any time.',
    keywords: ['pricing', 'file converter price', 'premium plans'],
  },
  '/help': {
    title: 'Help Center | Filesmith',
    description:
      'Answers about converting, compressing, editing, extracting and translating files with Filesmith: getting started, every tool with its formats and limits, accounts and billing.',
    keywords: ['help', 'file converter help', 'formats', 'limits', 'faq'],
  },
  '/about': {
    title: 'About | Filesmith',
    description:
      'Filesmith is a workshop for files: honest progress, real engines, files that are yours alone and deleted when their time is over.',
    keywords: ['about', 'file converter', 'private file conversion'],
  },
  '/contact': {
    title: 'Contact Us | Filesmith',
    description: 'Write to the people behind Filesmith: questions, problems, refunds and ideas.',
    keywords: ['contact', 'support', 'file converter support'],
  },
  '/privacy': {
    title: 'Privacy Policy | Filesmith',
    description: 'What Filesmith keeps about you and your files, for how long, and how to have it deleted.',
    keywords: ['privacy policy', 'file privacy', 'deleted files'],
  },
  '/terms': {
    title: 'Terms of Service | Filesmith',
    description: 'The terms under which Filesmith may be used: accounts, files, plans, payments and refunds.',
    keywords: ['terms of service', 'terms of use'],
  },
  '/checkout': {
    title: 'Checkout | Filesmith',
    description: 'Complete your purchase of a Filesmith plan.',
    isIndexed: false,
  },
  '/test-billing': {
    title: 'Manage Billing (Test Mode) | Filesmith',
    description: 'The card and the payments of a Filesmith plan in test mode.',
    isIndexed: false,
  },
} as const satisfies Record<string, PageTexts>

/** Short addresses of pages that stand elsewhere. */
export const redirects: Readonly<Record<string, string>> = {
  '/plans': paths.plans,
  '/premium': paths.plans,
}

export const notFoundPage: PageTexts = {
  title: '404 Page Not Found | Filesmith',
  description: 'There is no page at this address.',
  isIndexed: false,
}
