/** Words of the translator. */

export const translateMessages = {
  noText: 'Please enter some text to translate',
  noDocument: 'Please upload a document to translate',
  documentTooLarge: (megabytes: number) => `Please upload a document smaller than ${megabytes}MB`,
  wrongDocument: 'Please upload a PDF, Word document, or text file',
} as const
