/** Texts of the help center around its articles. */
import type { Instance } from '../instance.ts'

const articles = (count: number) => (count === 1 ? '1 article' : `${count} articles`)
const questions = (count: number) => (count === 1 ? '1 question' : `${count} questions`)

export const helpMessages = {
  heading: 'Help Center',
  lead: 'Step-by-step guides for every tool, with formats and limits, and answers to common questions.',
  search: 'Search help',
  placeholder: {
    public: 'Try “cancel” or “HEIC”',
    private: 'Try “batch” or “HEIC”',
  } satisfies Record<Instance, string>,
  clearSearch: 'Clear search',
  results: 'Search results',
  /** Announced to screen readers while typing. */
  found: (articleCount: number, questionCount: number) =>
    `${[...(articleCount > 0 ? [articles(articleCount)] : []), ...(questionCount > 0 ? [questions(questionCount)] : [])].join(' and ')} found`,
  /** After `found`, when typing errors were corrected. */
  correctedTo: (words: readonly string[]) => `for "${words.join(' ')}"`,
  foundArticles: 'Articles',
  foundQuestions: 'Questions',
  nothingFound: (text: string) => `Nothing found for "${text}"`,
  nothingFoundHint: 'Try a different word, or contact us.',
  showAll: 'Show everything',

  cards: {
    label: 'Topics',
    'getting-started': {
      title: 'Getting Started',
      text: 'Convert your first file, find it again, and learn who can see it (only you).',
      action: 'Start here',
    },
    tutorials: {
      title: 'Tutorials',
      text: 'Every tool step by step: formats, limits, tips and troubleshooting.',
      action: 'Browse tutorials',
    },
    account: {
      public: {
        title: 'Account & Billing',
        text: 'Sign-in, plans, invoices, cancellation, refunds and data export.',
        action: 'Read about accounts',
      },
      private: {
        title: 'Your Account',
        text: 'Sign-in and security, data export and account deletion.',
        action: 'Read about accounts',
      },
    } satisfies Record<Instance, object>,
    contact: {
      title: 'Contact Support',
      text: 'Can’t find it here? Write to us and a real person will answer.',
      action: 'Contact us',
    },
  },

  questionsHeading: 'Frequently Asked Questions',
  more: { heading: 'Still need help?', text: 'Tell us what you tried and what happened.' },
  contactSupport: 'Contact Support',

  article: {
    breadcrumb: 'Breadcrumb',
    contents: 'On this page',
    others: 'More on this topic',
    stillStuck: 'Still stuck?',
  },
  tutorials: {
    heading: 'Tutorials',
    lead: 'Pick a tool. Each guide covers what it does, how to use it, formats, limits and troubleshooting.',
    label: 'Articles',
  },
} as const
