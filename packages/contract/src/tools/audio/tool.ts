/** The Audio Suite of the tools hub. */
import { formatsOfKind } from '../../formats.ts'
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const audioTool = defineHubTool({
  id: 'audio',
  label: 'Audio Suite',
  summary: 'Convert and edit audio, or extract it from a video.',
  title: `Audio Suite: Convert, Edit and Extract Audio | ${productName}`,
  description: 'Convert and edit audio files, and extract audio from video as MP3, WAV, FLAC and more.',
  keywords: ['audio converter', 'audio editor', 'extract audio from video', 'video to mp3'],
  verbs: ['convert', 'edit', 'trim', 'cut', 'extract', 'normalize', 'fade', 'amplify'],
  conversions: [
    {
      reads: [...formatsOfKind('audio'), ...formatsOfKind('video')],
      writes: ['mp3', 'wav', 'ogg', 'flac', 'm4a', 'aac'],
    },
  ],
  operation: 'convert-audio',
  icon: 'audio-lines',
  kind: 'audio',
  help: {
    summary: 'Convert and edit audio, or extract the audio from a video.',
    description:
      'How to convert, trim and normalize audio and extract audio from video with Filesmith: formats, bitrates and limits.',
    keywords: ['mp3', 'trim', 'cut', 'silence', 'volume', 'loudness', 'extract audio', 'bitrate', 'fade'],
  },
  loadArticle: async () => (await import('./article.ts')).audioArticle,
})
