/** The GIF Maker of the tools hub. */
import { formatsOfKind } from '../../formats.ts'
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const gifTool = defineHubTool({
  id: 'gif',
  label: 'GIF Maker',
  summary: 'Create animated GIFs from a video or images.',
  title: `GIF Maker: Video and Images to GIF | ${productName}`,
  description: 'Create an animated GIF from a video or several images, with the size and speed you want.',
  keywords: ['gif maker', 'video to gif', 'images to gif', 'animated gif'],
  verbs: ['animate', 'loop', 'merge', 'combine', 'make', 'create'],
  conversions: [
    {
      reads: [...formatsOfKind('video'), ...formatsOfKind('image')],
      writes: ['gif', 'webp', 'apng', 'mp4'],
    },
  ],
  operation: 'create-gif',
  icon: 'image-play',
  kind: 'video',
  help: {
    summary: 'Make an animated GIF from a video or images.',
    description:
      'How to make an animated GIF from a video or images with Filesmith: size, speed, captions, formats and limits.',
    keywords: ['animation', 'animated', 'video to gif', 'loop', 'frame rate', 'webp', 'apng'],
  },
  loadArticle: async () => (await import('./article.ts')).gifArticle,
})
