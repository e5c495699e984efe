/** The PDF Converter of the tools hub. */
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const pdfTool = defineHubTool({
  id: 'pdf',
  label: 'PDF Converter',
  summary: 'Convert PDF to Word, text, HTML or images.',
  title: `PDF Converter: PDF to Word, Text, HTML and Images | ${productName}`,
  description:
    'Convert PDF to DOCX with real headings, lists and tables, to plain text, to HTML, or pages to JPEG and PNG. Files up to 100 MB, deleted after a day.',
  keywords: [
    'pdf converter',
    'pdf to word',
    'pdf to docx',
    'pdf to text',
    'pdf to html',
    'pdf to jpg',
    'pdf to markdown',
  ],
  verbs: ['convert', 'export', 'change'],
  conversions: [{ reads: ['pdf'], writes: ['docx', 'txt', 'html', 'jpg', 'png', 'md'] }],
  operation: 'convert-pdf',
  icon: 'file-text',
  kind: 'document',
  help: {
    summary: 'Convert PDFs and scans to Word, text, HTML or images.',
    description:
      'How to convert a PDF to Word, text, HTML or images with Filesmith: steps, formats and limits, scanned and password-protected files.',
    keywords: ['pdf to word', 'docx', 'jpeg', 'markdown', 'scan', 'password', 'protected', 'unlock'],
  },
  loadArticle: async () => (await import('./article.ts')).pdfArticle,
})
