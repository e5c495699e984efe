/** The Image Editor of the tools hub. */
import { formatsOfKind } from '../../formats.ts'
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const imageTool = defineHubTool({
  id: 'image',
  label: 'Image Editor',
  summary: 'Crop, rotate, adjust and filter images.',
  title: `Image Editor: Crop, Rotate, Adjust and Filter | ${productName}`,
  description: 'Edit images in your browser: crop, rotate, flip, adjust light and color, and add filters.',
  keywords: ['image editor', 'crop image', 'rotate image', 'photo filters'],
  verbs: ['edit', 'crop', 'cut', 'rotate', 'flip', 'mirror', 'adjust', 'draw', 'blur', 'brighten'],
  conversions: [{ reads: formatsOfKind('image'), writes: ['png', 'jpg', 'webp', 'avif', 'tiff'] }],
  operation: 'edit-image',
  icon: 'crop',
  kind: 'image',
  help: {
    summary: 'Crop, rotate, adjust and filter an image in your browser.',
    description:
      'How to edit an image with Filesmith: crop, rotate, adjust light and color, apply filters, all without uploading. Formats and limits.',
    keywords: ['crop', 'rotate', 'flip', 'brightness', 'filter', 'photo', 'edit'],
  },
  loadArticle: async () => (await import('./article.ts')).imageArticle,
})
