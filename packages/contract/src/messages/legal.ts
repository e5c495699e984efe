/** Words that the legal pages share. */

export const legalMessages = {
  lastUpdated: 'Last Updated: April 2023',
  contents: 'On this page',
  print: 'Print this page',
  questions: 'Questions about this text?',
  contact: 'Contact Us',
} as const
