/** Titles, summaries and metadata of the help pages. The article texts are in a separate module to keep this one small. */
import { productName } from '../product-name.ts'
import { type PageTexts, paths } from '../routes.ts'
import { type HubToolId, hubTools } from '../tools/hub.ts'

export const helpTopics = ['getting-started', 'tutorials', 'account'] as const
export type HelpTopic = (typeof helpTopics)[number]

export interface HelpPage {
  readonly id: string
  readonly topic: HelpTopic
  /** Page heading. */
  readonly label: string
  /** One line for lists and search results. */
  readonly summary: string
  /** Meta description for search engines. */
  readonly description: string
  /** Search terms that may not occur in the article. */
  readonly keywords: readonly string[]
}

/** Metadata and search terms of the tool articles. */
const toolPages: Readonly<Record<HubToolId, Pick<HelpPage, 'summary' | 'description' | 'keywords'>>> = {
  pdf: {
    summary: 'Convert PDFs and scans to Word, text, HTML or images.',
    description:
      'How to convert a PDF to Word, text, HTML or images with Filesmith: steps, formats and limits, scanned and password-protected files.',
    keywords: ['pdf to word', 'docx', 'jpeg', 'scan', 'password', 'protected', 'unlock'],
  },
  batch: {
    summary: 'Convert many images, documents, audio files or videos at once.',
    description:
      'How to convert many files at once with Filesmith: the limits of each plan, supported formats, and what happens when a file fails.',
    keywords: ['bulk', 'multiple', 'several', 'many', 'zip', 'folder', 'mass'],
  },
  ocr: {
    summary: 'Extract editable text from photos, scans and PDFs.',
    description:
      'How to extract text from photos, scans and PDFs with Filesmith: languages, layout, accuracy, formats and limits.',
    keywords: ['scan', 'recognize', 'recognition', 'photo', 'image to text', 'searchable pdf', 'language'],
  },
  compress: {
    summary: 'Pack files and folders into one ZIP, 7Z, TAR or RAR archive.',
    description:
      'How to pack files and folders into a ZIP, 7Z, TAR or RAR archive with Filesmith: levels, passwords, sizes and limits.',
    keywords: ['zip', 'archive', 'shrink', 'smaller', 'encrypt', 'password', 'tar.gz'],
  },
  image: {
    summary: 'Crop, rotate, adjust and filter an image in your browser.',
    description:
      'How to edit an image with Filesmith: crop, rotate, adjust light and color, apply filters, all without uploading. Formats and limits.',
    keywords: ['crop', 'rotate', 'flip', 'brightness', 'filter', 'photo', 'edit'],
  },
  audio: {
    summary: 'Convert and edit audio, or extract the audio from a video.',
    description:
      'How to convert, trim and normalize audio and extract audio from video with Filesmith: formats, bitrates and limits.',
    keywords: ['mp3', 'trim', 'cut', 'silence', 'volume', 'loudness', 'extract audio', 'bitrate', 'fade'],
  },
  translate: {
    summary: 'Translate text and whole documents.',
    description:
      'How to translate text and documents with Filesmith: languages, translation quality, document layout and limits.',
    keywords: ['language', 'translation', 'spanish', 'word document', 'deepl'],
  },
  gif: {
    summary: 'Make an animated GIF from a video or images.',
    description:
      'How to make an animated GIF from a video or images with Filesmith: size, speed, captions, formats and limits.',
    keywords: ['animation', 'animated', 'video to gif', 'loop', 'frame rate', 'webp', 'apng'],
  },
  resize: {
    summary: 'Resize one image or many at once.',
    description:
      'How to resize one or more images with Filesmith: by pixels, by percentage or with cropping, formats, quality and limits.',
    keywords: ['scale', 'pixels', 'smaller', 'width', 'height', 'dimensions', 'aspect ratio', 'crop'],
  },
  video2text: {
    summary: 'Transcribe a video to text and subtitles.',
    description:
      'How to transcribe a video with Filesmith: languages, timestamps, subtitles, translation, formats and limits.',
    keywords: ['transcribe', 'transcript', 'speech', 'subtitles', 'srt', 'captions', 'whisper'],
  },
}

export const helpPages = {
  'getting-started': {
    id: 'getting-started',
    topic: 'getting-started',
    label: 'Getting started',
    summary: 'Convert your first file, and find your way around.',
    description:
      'Getting started with Filesmith: convert a file without an account, choose the right tool, download the result and find it again later.',
    keywords: ['begin', 'first', 'start', 'introduction', 'how to convert', 'basics', 'upload', 'download'],
  },
  privacy: {
    id: 'privacy',
    topic: 'getting-started',
    label: 'Your files and your privacy',
    summary: 'Who can see your files, how long they are kept, how to delete them.',
    description:
      'Who can see the files you convert with Filesmith, how long they are kept, how to delete them right away, and what is never stored.',
    keywords: ['safe', 'security', 'secure', 'delete', 'storage', 'expire', 'gdpr', 'cookies', 'private'],
  },
  converter: {
    id: 'converter',
    topic: 'tutorials',
    label: 'Home converter',
    summary: 'Convert images, video and audio between formats.',
    description:
      'How to convert images, video and audio on the Filesmith home page: input and output formats, quality, size limits and tips.',
    keywords: ['image', 'video', 'audio', 'jpg', 'jpeg', 'png', 'heic', 'mp4', 'quality', 'bitrate'],
  },
  ...toolHelpPages(),
  'account-and-billing': {
    id: 'account-and-billing',
    topic: 'account',
    label: 'Account and billing',
    summary: 'Sign-in, plans and allowances, invoices, cancellation, refunds and account deletion.',
    description:
      'Your Filesmith account: sign-in and security, what each plan includes, invoices, changing and canceling a plan, refunds and account deletion.',
    keywords: [
      'forgot password',
      'log in',
      'subscription',
      'cancel',
      'refund',
      'money back',
      'invoice',
      'receipt',
      'card',
      'upgrade',
      'limit',
      'two-step',
      '2fa',
      'email',
      'delete account',
    ],
  },
} as const satisfies Record<string, HelpPage>

export type HelpPageId = keyof typeof helpPages

function toolHelpPages(): Record<HubToolId, HelpPage> {
  return Object.fromEntries(
    hubTools.map(({ id, label }) => [id, { id, topic: 'tutorials', label, ...toolPages[id] }]),
  ) as Record<HubToolId, HelpPage>
}

export const helpPageList: readonly HelpPage[] = Object.values(helpPages)

export const helpPath = (id: string) => `${paths.help}/${id}`

export function isHelpPageId(id: string): id is HelpPageId {
  return Object.hasOwn(helpPages, id)
}

/** Slug of the page that lists all tool articles. */
export const tutorialsId = 'tutorials'

export const tutorialsPage: PageTexts = {
  title: `Tutorials for Every Tool | ${productName}`,
  description: `Step-by-step guides to every ${productName} tool, with supported formats, limits and troubleshooting.`,
  keywords: ['tutorials', 'how to convert files', 'file converter guide'],
  canonical: helpPath(tutorialsId),
}

export function helpPageTexts({ id, topic, label, description, keywords }: HelpPage): PageTexts {
  const title = topic === 'tutorials' ? `${label}: Steps, Formats and Limits` : label
  return { title: `${title} | ${productName} Help`, description, keywords, canonical: helpPath(id) }
}
