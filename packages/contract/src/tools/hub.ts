/** The tools hub: ten tools in the order of their tabs, their pages, and planned tools. */
import { productName } from '../product-name.ts'
import { defineHubTool, type HubTool } from './hub-tool.ts'

export const hubTools = [
  defineHubTool({
    id: 'pdf',
    label: 'PDF Converter',
    summary: 'Convert PDF to Word, text, HTML or images.',
    title: `PDF Converter: PDF to Word, Text, HTML and Images | ${productName}`,
    description:
      'Convert PDF to DOCX with real headings, lists and tables, to plain text, to HTML, or pages to JPEG and PNG. Files up to 100 MB, deleted after a day.',
    keywords: ['pdf converter', 'pdf to word', 'pdf to docx', 'pdf to text', 'pdf to html', 'pdf to jpg'],
    operation: 'convert-pdf',
  }),
  defineHubTool({
    id: 'batch',
    label: 'Batch Converter',
    summary: 'Convert many images, documents, audio files or videos at once.',
    title: `Batch Converter: Many Files at Once | ${productName}`,
    description:
      'Convert many images, documents, audio files or videos at once, follow each one, and download everything in one ZIP file.',
    keywords: [
      'batch converter',
      'bulk image converter',
      'convert multiple files',
      'bulk document converter',
    ],
    operation: 'batch-convert',
  }),
  defineHubTool({
    id: 'ocr',
    label: 'Text Extractor OCR',
    summary: 'Extract text from scans and photos.',
    title: `Text Extractor (OCR): Text from Images and Scans | ${productName}`,
    description: 'Extract editable text from photos, scans and PDF files with text recognition.',
    keywords: ['ocr', 'image to text', 'extract text from image', 'scan to text'],
    operation: 'extract-text',
  }),
  defineHubTool({
    id: 'compress',
    label: 'File Compressor',
    summary: 'Compress files and folders to ZIP, 7Z, TAR or RAR.',
    title: `File Compressor: ZIP, 7Z, TAR and RAR | ${productName}`,
    description:
      'Compress files and folders to ZIP, 7Z, TAR or RAR, choose the compression level, and protect the archive with a password.',
    keywords: ['file compressor', 'create zip', 'create rar', 'create 7z', 'zip with password'],
    operation: 'compress-files',
  }),
  defineHubTool({
    id: 'image',
    label: 'Image Editor',
    summary: 'Crop, rotate, adjust and filter images.',
    title: `Image Editor: Crop, Rotate, Adjust and Filter | ${productName}`,
    description: 'Edit images in your browser: crop, rotate, flip, adjust light and color, and add filters.',
    keywords: ['image editor', 'crop image', 'rotate image', 'photo filters'],
    operation: 'edit-image',
  }),
  defineHubTool({
    id: 'audio',
    label: 'Audio Suite',
    summary: 'Convert and edit audio, or extract it from a video.',
    title: `Audio Suite: Convert, Edit and Extract Audio | ${productName}`,
    description: 'Convert and edit audio files, and extract audio from video as MP3, WAV, FLAC and more.',
    keywords: ['audio converter', 'audio editor', 'extract audio from video', 'video to mp3'],
    operation: 'convert-audio',
  }),
  defineHubTool({
    id: 'translate',
    label: 'Text Translator',
    summary: 'Translate text and whole documents.',
    title: `Text Translator: Text and Documents | ${productName}`,
    description: 'Translate text and whole documents between twelve languages and keep the layout.',
    keywords: ['translator', 'translate text', 'translate document', 'translate pdf'],
    operation: 'translate-document',
  }),
  defineHubTool({
    id: 'gif',
    label: 'GIF Maker',
    summary: 'Create animated GIFs from a video or images.',
    title: `GIF Maker: Video and Images to GIF | ${productName}`,
    description: 'Create an animated GIF from a video or several images, with the size and speed you want.',
    keywords: ['gif maker', 'video to gif', 'images to gif', 'animated gif'],
    operation: 'create-gif',
  }),
  defineHubTool({
    id: 'resize',
    label: 'Image Resizer',
    summary: 'Resize one image or many.',
    title: `Image Resizer: Resize One Image or Many | ${productName}`,
    description: 'Resize one image or many at once, keep the aspect ratio, and choose format and quality.',
    keywords: ['image resizer', 'resize image', 'bulk resize', 'change image size'],
    operation: 'resize-image',
  }),
  defineHubTool({
    id: 'video2text',
    label: 'Video to Text',
    summary: 'Transcribe the speech in a video.',
    title: `Video to Text: Transcribe Speech | ${productName}`,
    description:
      'Transcribe the speech in a video to text that you can edit, copy and download, with timestamps.',
    keywords: ['video to text', 'transcribe video', 'speech to text', 'video transcript'],
    operation: 'extract-video-text',
  }),
] as const satisfies readonly HubTool[]

export type KnownHubTool = (typeof hubTools)[number]
export type HubToolId = KnownHubTool['id']

export const defaultHubTool: HubToolId = 'pdf'

export function findHubTool(id: string | null | undefined): KnownHubTool | undefined {
  return hubTools.find(tool => tool.id === id)
}

/** Case-insensitive search in the tools' names. */
export function searchHubTools(text: string): readonly KnownHubTool[] {
  const wanted = text.trim().toLowerCase()
  return hubTools.filter(tool => tool.label.toLowerCase().includes(wanted))
}

export function hubToolPath(id: string): string {
  return `/tools/${id}`
}

/** For the hub without a tool in its URL, and for an unknown tool. */
export const hubPage = {
  title: `Online File Tools: PDF, Batch, OCR, Compress and More | ${productName}`,
  description:
    'Ten tools for your files in one place: convert, compress, edit, extract, transcribe and translate.',
  keywords: ['online file tools', 'pdf tools', 'file converter', 'file compressor'],
} as const

export const comingSoon = ['Video Editor', 'SVG Creator', 'AI Content Generator'] as const
