/** The Text Extractor OCR of the tools hub. */
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const ocrTool = defineHubTool({
  id: 'ocr',
  label: 'Text Extractor OCR',
  summary: 'Extract text from scans and photos.',
  title: `Text Extractor (OCR): Text from Images and Scans | ${productName}`,
  description: 'Extract editable text from photos, scans and PDF files with text recognition.',
  keywords: ['ocr', 'image to text', 'extract text from image', 'scan to text'],
  verbs: ['extract', 'recognize', 'read', 'copy', 'scan'],
  conversions: [{ reads: ['jpg', 'png', 'pdf', 'tiff', 'bmp', 'webp', 'heic'], writes: ['txt'] }],
  operation: 'extract-text',
  icon: 'scan-text',
  kind: 'text',
  help: {
    summary: 'Extract editable text from photos, scans and PDFs.',
    description:
      'How to extract text from photos, scans and PDFs with Filesmith: languages, layout, accuracy, formats and limits.',
    keywords: ['scan', 'recognize', 'recognition', 'photo', 'image to text', 'searchable pdf', 'language'],
  },
  loadArticle: async () => (await import('./article.ts')).ocrArticle,
})
