/** The pages of the help: what they are called and say of themselves. Their texts are elsewhere, so that this stays light. */
import { productName } from '../product-name.ts'
import { type PageTexts, paths } from '../routes.ts'
import { type HubToolId, hubTools } from '../tools/hub.ts'

export const helpTopics = ['getting-started', 'tutorials', 'account'] as const
export type HelpTopic = (typeof helpTopics)[number]

export interface HelpPage {
  readonly id: string
  readonly topic: HelpTopic
  /** Its heading. */
  readonly label: string
  /** One line for lists and results of the search. */
  readonly summary: string
  /** For search engines. */
  readonly description: string
  /** Words people look for it by that may not stand in it. */
  readonly keywords: readonly string[]
}

/** What people type who look for a tool; what they read about it stands in its article. */
const toolPages: Readonly<Record<HubToolId, Pick<HelpPage, 'summary' | 'description' | 'keywords'>>> = {
  pdf: {
    summary: 'From PDF to Word, text, web page or pictures, also from scans.',
    description:
      'How to convert a PDF to Word, text, HTML or pictures with Filesmith: every step, its formats and limits, scanned and protected files.',
    keywords: ['pdf to word', 'docx', 'jpeg', 'scan', 'password', 'protected', 'unlock'],
  },
  batch: {
    summary: 'Many images, documents, recordings or videos in one go.',
    description:
      'How to convert many files at once with Filesmith: how many each plan takes, which formats, and what happens when one of them fails.',
    keywords: ['bulk', 'multiple', 'several', 'many', 'zip', 'folder', 'mass'],
  },
  ocr: {
    summary: 'Text out of photos, scans and PDF files, to edit and copy.',
    description:
      'How to get the text out of photos, scans and PDF files with Filesmith: languages, layout, accuracy, formats and limits.',
    keywords: ['scan', 'recognise', 'recognition', 'photo', 'image to text', 'searchable pdf', 'language'],
  },
  compress: {
    summary: 'Files and folders into one ZIP, 7Z, TAR or RAR archive.',
    description:
      'How to pack files and folders into a ZIP, 7Z, TAR or RAR archive with Filesmith: levels, passwords, sizes and limits.',
    keywords: ['zip', 'archive', 'shrink', 'smaller', 'encrypt', 'password', 'tar.gz'],
  },
  image: {
    summary: 'Crop, turn, correct and filter a picture in your browser.',
    description:
      'How to edit a picture with Filesmith: crop, turn, light, colours and filters, without uploading it. Formats and limits.',
    keywords: ['crop', 'rotate', 'flip', 'brightness', 'filter', 'photo', 'edit'],
  },
  audio: {
    summary: 'Convert and edit recordings, or take the sound out of a video.',
    description:
      'How to convert, trim and even out recordings and take the sound out of a video with Filesmith: formats, bitrates and limits.',
    keywords: ['mp3', 'trim', 'cut', 'silence', 'volume', 'loudness', 'extract audio', 'bitrate', 'fade'],
  },
  translate: {
    summary: 'Texts and whole documents in another language.',
    description:
      'How to translate texts and documents with Filesmith: languages, how good each pair is, what happens to the layout, and limits.',
    keywords: ['language', 'translation', 'spanish', 'word document', 'deepl'],
  },
  gif: {
    summary: 'A moving GIF out of a video or of pictures.',
    description:
      'How to make an animated GIF out of a video or of pictures with Filesmith: size, speed, captions, formats and limits.',
    keywords: ['animation', 'animated', 'video to gif', 'loop', 'frame rate', 'webp', 'apng'],
  },
  resize: {
    summary: 'One picture or many brought to the size you need.',
    description:
      'How to resize one picture or many with Filesmith: by pixels, by percentage or cropped, formats, quality and limits.',
    keywords: ['scale', 'pixels', 'smaller', 'width', 'height', 'dimensions', 'aspect ratio', 'crop'],
  },
  video2text: {
    summary: 'What is said in a video, as text and as subtitles.',
    description:
      'How to write down what is said in a video with Filesmith: languages, timestamps, subtitles, translation, formats and limits.',
    keywords: ['transcribe', 'transcript', 'speech', 'subtitles', 'srt', 'captions', 'whisper'],
  },
}

export const helpPages = {
  'getting-started': {
    id: 'getting-started',
    topic: 'getting-started',
    label: 'Getting started',
    summary: 'Your first file, step by step, and where to find everything.',
    description:
      'Your first steps with Filesmith: convert a file without an account, find the right tool, download the result and find it again later.',
    keywords: ['begin', 'first', 'start', 'introduction', 'how to convert', 'basics', 'upload', 'download'],
  },
  privacy: {
    id: 'privacy',
    topic: 'getting-started',
    label: 'Your files and your privacy',
    summary: 'Who can see your files, how long they are kept, how to delete them.',
    description:
      'Who can see the files you convert with Filesmith, how long they are kept, how to delete them at once, and what is never kept.',
    keywords: ['safe', 'security', 'secure', 'delete', 'storage', 'expire', 'gdpr', 'cookies', 'private'],
  },
  converter: {
    id: 'converter',
    topic: 'tutorials',
    label: 'Home converter',
    summary: 'Images, video and audio from one format to another.',
    description:
      'How to convert images, video and audio on the home page of Filesmith: formats in and out, quality, size limits and tips.',
    keywords: ['image', 'video', 'audio', 'jpg', 'jpeg', 'png', 'heic', 'mp4', 'quality', 'bitrate'],
  },
  ...toolHelpPages(),
  'account-and-billing': {
    id: 'account-and-billing',
    topic: 'account',
    label: 'Account and billing',
    summary: 'Signing in, plans and allowances, invoices, cancelling, refunds, deleting the account.',
    description:
      'Your Filesmith account: sign-in and security, what each plan includes, invoices, changing and cancelling a plan, refunds and deletion.',
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

/** The list of all articles about tools; a page of its own among them. */
export const tutorialsId = 'tutorials'

export const tutorialsPage: PageTexts = {
  title: `Tutorials for Every Tool | ${productName}`,
  description: `Step by step through every tool of ${productName}, with its formats, its limits and what to do when something goes wrong.`,
  keywords: ['tutorials', 'how to convert files', 'file converter guide'],
  canonical: helpPath(tutorialsId),
}

export function helpPageTexts({ id, topic, label, description, keywords }: HelpPage): PageTexts {
  const title = topic === 'tutorials' ? `${label}: Steps, Formats and Limits` : label
  return { title: `${title} | ${productName} Help`, description, keywords, canonical: helpPath(id) }
}
