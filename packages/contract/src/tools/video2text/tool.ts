/** The Video to Text of the tools hub. */
import { formatsOfKind } from '../../formats.ts'
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const video2textTool = defineHubTool({
  id: 'video2text',
  label: 'Video to Text',
  summary: 'Transcribe the speech in a video.',
  title: `Video to Text: Transcribe Speech | ${productName}`,
  description:
    'Transcribe the speech in a video to text that you can edit, copy and download, with timestamps.',
  keywords: ['video to text', 'transcribe video', 'speech to text', 'video transcript'],
  verbs: ['transcribe', 'caption', 'subtitle', 'extract'],
  conversions: [{ reads: formatsOfKind('video'), writes: ['txt', 'srt', 'vtt'] }],
  operation: 'extract-video-text',
  icon: 'captions',
  kind: 'video',
  help: {
    summary: 'Transcribe a video to text and subtitles.',
    description:
      'How to transcribe a video with Filesmith: languages, timestamps, subtitles, translation, formats and limits.',
    keywords: ['transcribe', 'transcript', 'speech', 'subtitles', 'srt', 'captions', 'whisper'],
  },
  loadArticle: async () => (await import('./article.ts')).video2textArticle,
})
