/** The Batch Converter of the tools hub. */
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const batchTool = defineHubTool({
  id: 'batch',
  label: 'Batch Converter',
  summary: 'Convert many images, documents, audio files or videos at once.',
  title: `Batch Converter: Many Files at Once | ${productName}`,
  description:
    'Convert many images, documents, audio files or videos at once, follow each one, and download everything in one ZIP file.',
  keywords: ['batch converter', 'bulk image converter', 'convert multiple files', 'bulk document converter'],
  operation: 'batch-convert',
  icon: 'layers',
  kind: null,
  help: {
    summary: 'Convert many images, documents, audio files or videos at once.',
    description:
      'How to convert many files at once with Filesmith: the limits of each plan, supported formats, and what happens when a file fails.',
    keywords: ['bulk', 'multiple', 'several', 'many', 'zip', 'folder', 'mass'],
  },
  loadArticle: async () => (await import('./article.ts')).batchArticle,
})
