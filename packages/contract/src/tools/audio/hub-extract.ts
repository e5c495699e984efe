/** The Audio Extractor of the tools hub; separate from the home page, and with its wait after the upload. */
import { homeExtract } from '../home-extract.ts'
import { defineTool } from '../tool.ts'

export const extractionFailure = {
  title: 'Extraction failed',
  text: 'There was a problem extracting the audio. Please try again or use a different file.',
} as const

export const hubExtract = defineTool({
  ...homeExtract,
  id: 'hub-extract',
  isWaitBeforeOptions: true,
  messages: { ...homeExtract.messages, failure: extractionFailure },
})
