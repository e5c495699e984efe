/** Words of the help center around its articles. */

const articles = (count: number) => (count === 1 ? '1 article' : `${count} articles`)
const questions = (count: number) => (count === 1 ? '1 question' : `${count} questions`)

export const helpMessages = {
  heading: 'Help Center',
  lead: 'Every tool step by step, with its formats and limits, and answers to what people ask most.',
  search: 'Search the help',
  placeholder: 'Try “cancel” or “HEIC”',
  clearSearch: 'Clear the search',
  results: 'Search results',
  /** Told to readers as one types. */
  found: (articleCount: number, questionCount: number) =>
    `${[...(articleCount > 0 ? [articles(articleCount)] : []), ...(questionCount > 0 ? [questions(questionCount)] : [])].join(' and ')} found`,
  foundArticles: 'Articles',
  foundQuestions: 'Questions',
  nothingFound: (text: string) => `Nothing found for "${text}"`,
  nothingFoundHint: 'Try another or a shorter word, or write to us.',
  showAll: 'Show everything',

  cards: {
    label: 'Topics',
    'getting-started': {
      title: 'Getting Started',
      text: 'Convert your first file, find it again, and see who else can (nobody).',
      action: 'Start here',
    },
    tutorials: {
      title: 'Tutorials',
      text: 'Every tool step by step: formats, limits, tips, and what to do when something goes wrong.',
      action: 'Browse tutorials',
    },
    account: {
      title: 'Account & Billing',
      text: 'Signing in, plans, invoices, cancelling, refunds, and taking your data with you.',
      action: 'Read about accounts',
    },
    contact: {
      title: 'Contact Support',
      text: 'Did not find it here? Write to us, and a person answers.',
      action: 'Write to us',
    },
  },

  questionsHeading: 'Frequently Asked Questions',
  more: { heading: 'Still need help?', text: 'Tell us what you tried and what happened.' },
  contactSupport: 'Contact Support',

  article: {
    breadcrumb: 'Where you are',
    contents: 'On this page',
    others: 'More in this topic',
    stillStuck: 'Did this not help?',
  },
  tutorials: {
    heading: 'Tutorials',
    lead: 'Pick a tool. Each article says what it does, how, with which formats and limits, and what to do when something goes wrong.',
    label: 'Articles',
  },
} as const
