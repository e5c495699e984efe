/** Words of the text extractor. */

export const ocrMessages = {
  noFile: 'Please select a file first',
} as const
