/** Page descriptions for search engines; separate from the titles, to keep them out of the initial bundle. */
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
    description: 'Sign in to Filesmith to see your conversions on all your devices.',
    keywords: ['sign in', 'account'],
  },
  '/sign-up': {
    description: 'Create a free Filesmith account and see all your conversions on all your devices.',
    keywords: ['sign up', 'free account', 'file converter account'],
  },
  '/invitation': {
    description: 'Accept your invitation and create a Filesmith account.',
  },
  '/set-up': {
    description: 'Create the first operator account of this Filesmith installation.',
  },
  '/forgot-password': {
    description: 'Request a link to set a new password for your Filesmith account.',
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
      'Choose your Filesmith plan: Free, Basic or Pro. More conversions, larger files, no ads and no waiting. 14-day money-back guarantee.',
    keywords: ['plans', 'pricing', 'premium file converter', 'no ads', 'large files'],
  },
  '/pricing': {
    description:
      'Filesmith pricing: Free at $0.00, Basic and Pro monthly, or yearly with 20% off. Cancel anytime.',
    keywords: ['pricing', 'file converter price', 'premium plans'],
  },
  '/help': {
    description:
      'Answers about converting, compressing, editing, extracting and translating files with Filesmith: getting started, every tool with its formats and limits, accounts and billing.',
    keywords: ['help', 'file converter help', 'formats', 'limits', 'faq'],
  },
  '/about': {
    description:
      'About Filesmith: honest progress, real conversion engines, and private files that are deleted on time.',
    keywords: ['about', 'file converter', 'private file conversion'],
  },
  '/contact': {
    description: 'Contact the Filesmith team: questions, problems, refunds and ideas.',
    keywords: ['contact', 'support', 'file converter support'],
  },
  '/developers': {
    description:
      'The Filesmith API: convert, compress, edit, transcribe and translate files from your own programs, with pipelines, webhooks and an interactive reference.',
    keywords: ['file conversion api', 'rest api', 'webhooks', 'openapi', 'developers'],
  },
  '/formats': {
    description:
      'Every file format that Filesmith reads and writes, and which can be converted to which: images, video, audio, documents and more. Search by format or extension.',
    keywords: ['file formats', 'supported formats', 'convert from', 'convert to', 'file extensions'],
  },
  '/privacy': {
    description: 'What Filesmith stores about you and your files, for how long, and how to delete it.',
    keywords: ['privacy policy', 'file privacy', 'deleted files'],
  },
  '/terms': {
    description: 'The terms of use of Filesmith: accounts, files, plans, payments and refunds.',
    keywords: ['terms of service', 'terms of use'],
  },
  '/checkout': {
    description: 'Complete your purchase of a Filesmith plan.',
  },
  '/test-billing': {
    description: 'Card and payments of a Filesmith plan in test mode.',
  },
  '/admin': {
    description: 'Administration of this Filesmith installation.',
  },
}

/** Descriptions of a private instance, where they differ. */
export const privateDescriptions: Readonly<
  Partial<Record<keyof typeof pages, Pick<PageTexts, 'description' | 'keywords'>>>
> = {
  '/': {
    description:
      'Convert images, video and audio between formats, see real progress and download the result. Your files stay on this server.',
    keywords: ['file converter', 'image converter', 'video converter', 'audio converter'],
  },
  '/sign-up': {
    description: 'Create an account and see all your conversions on all your devices.',
    keywords: ['sign up', 'file converter account'],
  },
  '/profile': {
    description: 'Your Filesmith account: settings, security and usage history.',
  },
  '/help': {
    description:
      'Answers about converting, compressing, editing, extracting and translating files with Filesmith: getting started, every tool with its formats and limits, and accounts.',
    keywords: ['help', 'file converter help', 'formats', 'limits', 'faq'],
  },
  '/contact': {
    description: 'Contact the operators of this server: questions, problems and ideas.',
    keywords: ['contact', 'support'],
  },
  '/terms': {
    description: 'The terms of use of Filesmith: accounts and files.',
    keywords: ['terms of service', 'terms of use'],
  },
}
