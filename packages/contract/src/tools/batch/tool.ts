/** The Batch Converter of the tools hub. */
import { formatsOfKind } from '../../formats.ts'
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
  verbs: ['convert', 'change'],
  conversions: [
    { reads: formatsOfKind('image'), writes: ['jpg', 'png', 'webp', 'gif', 'bmp', 'tiff'] },
    {
      reads: ['pdf', 'docx', 'doc', 'odt', 'txt', 'rtf', 'html'],
      writes: ['pdf', 'docx', 'txt', 'rtf', 'html', 'md'],
    },
    { reads: formatsOfKind('audio'), writes: ['mp3', 'wav', 'ogg', 'flac', 'm4a'] },
    { reads: formatsOfKind('video'), writes: ['mp4', 'webm', 'avi', 'mov', 'mkv'] },
  ],
  operation: 'batch-convert',
  icon: 'layers',
  kind: null,
  help: {
    summary: 'Convert many images, documents, audio files or videos at once.',
    description:
      'How to convert many files at once with Filesmith: limits, supported formats, and what happens when a file fails.',
    keywords: ['bulk', 'multiple', 'several', 'many', 'zip', 'folder', 'mass'],
  },
  loadArticle: async () => (await import('./article.ts')).batchArticle,
})
