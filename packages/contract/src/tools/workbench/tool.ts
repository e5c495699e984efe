/** The PDF Workbench of the tools hub. */
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const workbenchTool = defineHubTool({
  id: 'workbench',
  label: 'PDF Workbench',
  summary: 'Merge, split, reorder and rotate PDF pages.',
  title: `PDF Workbench: Merge, Split, Reorder and Rotate Pages | ${productName}`,
  description:
    'Open PDFs, images and documents side by side, see every page, drag pages into order, rotate, duplicate and delete them, and save one PDF or several.',
  keywords: [
    'merge pdf',
    'split pdf',
    'combine pdf',
    'reorder pdf pages',
    'rotate pdf',
    'delete pdf pages',
    'extract pdf pages',
    'images to pdf',
  ],
  verbs: ['merge', 'combine', 'split', 'reorder', 'organize', 'rotate', 'delete', 'extract', 'join'],
  conversions: [{ reads: ['pdf'], writes: ['pdf'] }],
  operation: 'organize-pdf',
  icon: 'layout-grid',
  kind: 'document',
  help: {
    summary: 'Merge, split, reorder and rotate the pages of PDFs.',
    description:
      'How to merge, split, reorder, rotate, duplicate and delete pages of PDFs with Filesmith: by mouse, touch and keyboard, formats and limits.',
    keywords: [
      'merge',
      'combine',
      'split',
      'pages',
      'thumbnails',
      'rotate',
      'bookmarks',
      'undo',
      'shortcuts',
    ],
  },
  loadArticle: async () => (await import('./article.ts')).workbenchArticle,
})
