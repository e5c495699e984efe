/** The Image Resizer of the tools hub. */
import { formatsOfKind } from '../../formats.ts'
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const resizeTool = defineHubTool({
  id: 'resize',
  label: 'Image Resizer',
  summary: 'Resize one image or many.',
  title: `Image Resizer: Resize One Image or Many | ${productName}`,
  description: 'Resize one image or many at once, keep the aspect ratio, and choose format and quality.',
  keywords: ['image resizer', 'resize image', 'bulk resize', 'change image size'],
  verbs: ['resize', 'scale', 'shrink', 'reduce', 'enlarge', 'crop'],
  conversions: [{ reads: formatsOfKind('image'), writes: ['jpg', 'png', 'webp'] }],
  operation: 'resize-image',
  icon: 'scaling',
  kind: 'image',
  help: {
    summary: 'Resize one image or many at once.',
    description:
      'How to resize one or more images with Filesmith: by pixels, by percentage or with cropping, formats, quality and limits.',
    keywords: ['scale', 'pixels', 'smaller', 'width', 'height', 'dimensions', 'aspect ratio', 'crop'],
  },
  loadArticle: async () => (await import('./article.ts')).resizeArticle,
})
