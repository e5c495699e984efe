/** Texts shared by the legal pages. */

export const legalMessages = {
  lastUpdated: 'Last Updated: April 2023',
  contents: 'On this page',
  print: 'Print this page',
  questions: 'Questions about this page?',
  contact: 'Contact Us',
} as const
