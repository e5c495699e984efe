/** Titles, summaries and metadata of the help pages. The article texts are in a separate module to keep this one small. */
import type { Instance } from '../instance.ts'
import { productName } from '../product-name.ts'
import { type PageTexts, paths } from '../routes.ts'
import { byHubTool } from '../tools/hub.ts'

export const helpTopics = ['getting-started', 'tutorials', 'account'] as const
export type HelpTopic = (typeof helpTopics)[number]

export interface HelpPage {
  readonly id: string
  readonly topic: HelpTopic
  /** Page heading. */
  readonly label: string
  /** One line for lists and search results. */
  readonly summary: string
  /** Meta description for search engines. */
  readonly description: string
  /** Search terms that may not occur in the article. */
  readonly keywords: readonly string[]
  /** Unless both kinds of instance have it. */
  readonly only?: Instance
}

export const helpPages = {
  'getting-started': {
    id: 'getting-started',
    topic: 'getting-started',
    label: 'Getting started',
    summary: 'Convert your first file, and find your way around.',
    description:
      'Getting started with Filesmith: convert a file without an account, choose the right tool, download the result and find it again later.',
    keywords: ['begin', 'first', 'start', 'introduction', 'how to convert', 'basics', 'upload', 'download'],
  },
  privacy: {
    id: 'privacy',
    topic: 'getting-started',
    label: 'Your files and your privacy',
    summary: 'Who can see your files, how long they are kept, how to delete them.',
    description:
      'Who can see the files you convert with Filesmith, how long they are kept, how to delete them right away, and what is never stored.',
    keywords: ['safe', 'security', 'secure', 'delete', 'storage', 'expire', 'gdpr', 'cookies', 'private'],
  },
  converter: {
    id: 'converter',
    topic: 'tutorials',
    label: 'Home converter',
    summary: 'Convert images, video and audio between formats.',
    description:
      'How to convert images, video and audio on the Filesmith home page: input and output formats, quality, size limits and tips.',
    keywords: ['image', 'video', 'audio', 'jpg', 'jpeg', 'png', 'heic', 'mp4', 'quality', 'bitrate'],
  },
  'any-file': {
    id: 'any-file',
    topic: 'tutorials',
    label: 'Any file',
    summary:
      'Convert files of every kind at once: office files, e-books, RAW photos, data, archives and more.',
    description:
      'How to convert files of any kind with Filesmith: what can be read and written, mixed batches, options, size limits and tips for each kind.',
    keywords: [
      'excel',
      'xlsx',
      'powerpoint',
      'pptx',
      'epub',
      'mobi',
      'kindle',
      'markdown',
      'raw',
      'cr2',
      'subtitles',
      'srt',
      'csv',
      'json',
      'email',
      'eml',
      'contacts',
      'vcf',
      'calendar',
      'font',
      'comic',
      'cbz',
      'unzip',
      'rar',
      'folder',
    ],
  },
  ...byHubTool(({ id, label, help }): HelpPage => ({ id, topic: 'tutorials', label, ...help })),
  'account-and-billing': {
    id: 'account-and-billing',
    only: 'public',
    topic: 'account',
    label: 'Account and billing',
    summary: 'Sign-in, plans and allowances, invoices, cancellation, refunds and account deletion.',
    description:
      'Your Filesmith account: sign-in and security, what each plan includes, invoices, changing and canceling a plan, refunds and account deletion.',
    keywords: [
      'forgot password',
      'log in',
      'subscription',
      'cancel',
      'refund',
      'money back',
      'invoice',
      'receipt',
      'card',
      'upgrade',
      'limit',
      'two-step',
      '2fa',
      'email',
      'delete account',
    ],
  },
  account: {
    id: 'account',
    only: 'private',
    topic: 'account',
    label: 'Your account',
    summary: 'Sign-in and security, data export and account deletion.',
    description: 'Your Filesmith account: sign-in and security, data export and account deletion.',
    keywords: ['forgot password', 'log in', 'limit', 'two-step', '2fa', 'email', 'delete account'],
  },
} as const satisfies Record<string, HelpPage>

export type HelpPageId = keyof typeof helpPages

export function helpPagesOf(instance: Instance): readonly HelpPage[] {
  return Object.values<HelpPage>(helpPages).filter(({ only = instance }) => only === instance)
}

/** The help page about accounts. */
export const accountHelpId = {
  public: 'account-and-billing',
  private: 'account',
} as const satisfies Record<Instance, HelpPageId>

export const helpPath = (id: string) => `${paths.help}/${id}`

export function isHelpPageId(instance: Instance, id: string): id is HelpPageId {
  return helpPagesOf(instance).some(page => page.id === id)
}

/** Slug of the page that lists all tool articles. */
export const tutorialsId = 'tutorials'

export const tutorialsPage: PageTexts = {
  title: `Tutorials for Every Tool | ${productName}`,
  description: `Step-by-step guides to every ${productName} tool, with supported formats, limits and troubleshooting.`,
  keywords: ['tutorials', 'how to convert files', 'file converter guide'],
  canonical: helpPath(tutorialsId),
}

export function helpPageTexts({ id, topic, label, description, keywords }: HelpPage): PageTexts {
  const title = topic === 'tutorials' ? `${label}: Steps, Formats and Limits` : label
  return { title: `${title} | ${productName} Help`, description, keywords, canonical: helpPath(id) }
}
