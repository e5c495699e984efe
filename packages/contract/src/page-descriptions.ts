/** What pages say of themselves to search engines. Apart from their titles, so that the first load of the site is without it. */
import type { PageTexts, pages } from './routes.ts'

export const pageDescriptions: Readonly<
  Record<keyof typeof pages, Pick<PageTexts, 'description' | 'keywords'>>
> = {
  '/': {
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
    description: 'Sign in to Filesmith to find your conversions on every device you use.',
    keywords: ['sign in', 'account'],
  },
  '/sign-up': {
    description: 'Create a free Filesmith account: your conversions in one place, on every device you use.',
    keywords: ['sign up', 'free account', 'file converter account'],
  },
  '/forgot-password': {
    description: 'Ask for a link with which you can set a new password for your Filesmith account.',
  },
  '/reset-password': {
    description: 'Set a new password for your Filesmith account.',
  },
  '/verify-email': {
    description: 'Confirm the email address of your Filesmith account.',
  },
  '/profile': {
    description: 'Your Filesmith account: settings, subscription, security and usage history.',
  },
  '/premium/plans': {
    description:
      'Choose your Filesmith plan: Free, Basic or Pro. More conversions, larger files, no ads and no waiting. 14 days money back.',
    keywords: ['plans', 'pricing', 'premium file converter', 'no ads', 'large files'],
  },
  '/pricing': {
    description:
      'What Filesmith costs: Free at $0.00, Basic and Pro by the month or by the year with 20% off. Cancel at any time.',
    keywords: ['pricing', 'file converter price', 'premium plans'],
  },
  '/help': {
    description:
      'Answers about converting, compressing, editing, extracting and translating files with Filesmith: getting started, every tool with its formats and limits, accounts and billing.',
    keywords: ['help', 'file converter help', 'formats', 'limits', 'faq'],
  },
  '/about': {
    description:
      'Filesmith is a workshop for files: honest progress, real engines, files that are yours alone and deleted when their time is over.',
    keywords: ['about', 'file converter', 'private file conversion'],
  },
  '/contact': {
    description: 'Write to the people behind Filesmith: questions, problems, refunds and ideas.',
    keywords: ['contact', 'support', 'file converter support'],
  },
  '/developers': {
    description:
      'The Filesmith API: convert, compress, edit, transcribe and translate files from your own programs, with pipelines, webhooks and a reference to try out.',
    keywords: ['file conversion api', 'rest api', 'webhooks', 'openapi', 'developers'],
  },
  '/privacy': {
    description: 'What Filesmith keeps about you and your files, for how long, and how to have it deleted.',
    keywords: ['privacy policy', 'file privacy', 'deleted files'],
  },
  '/terms': {
    description: 'The terms under which Filesmith may be used: accounts, files, plans, payments and refunds.',
    keywords: ['terms of service', 'terms of use'],
  },
  '/checkout': {
    description: 'Complete your purchase of a Filesmith plan.',
  },
  '/test-billing': {
    description: 'The card and the payments of a Filesmith plan in test mode.',
  },
  '/admin': {
    description: 'How this installation of Filesmith is doing, for those who run it.',
  },
}
