/** Texts of the translator. */
import { sizeText } from '../../bytes.ts'
import {
  noTranslationAdvice,
  type TranslationEngine,
  type TranslationQuality,
} from '../../translation-pairs.ts'

const draft = {
  mark: 'Draft',
  text: 'Good enough to understand a text. Check it before you rely on it.',
} as const

const qualities: Readonly<Record<TranslationQuality, { readonly mark?: string; readonly text: string }>> = {
  good: { text: 'Good quality. Have it reviewed where every word counts.' },
  basic: draft,
  draft,
  rough: { mark: 'Rough draft', text: 'Gives a rough idea of a text and makes real mistakes.' },
}

/** Says where their text is processed before they send it. */
const locations: Readonly<Record<TranslationEngine, string>> = {
  bergamot: 'Translated on this server.',
  apertium: 'Translated on this server.',
  mt12: 'Translated on this server.',
  libretranslate: 'Translated by the LibreTranslate server that this site uses.',
  deepl: 'Sent to DeepL to be translated.',
}

/** Precedes a sentence of a translation that was left in the source language. */
export const untranslatedMark = '[?]'

const figure = (count: number) => count.toLocaleString('en')

export const translateMessages = {
  heading: 'Translate Text and Documents',
  tabs: 'What to translate',
  textTab: 'Text Translation',
  documentTab: 'Document Translation',
  from: 'Translate from:',
  to: 'Translate to:',
  switchLanguages: 'Switch Languages',
  detect: 'Detect language',
  notReachable: (language: string) => `${language} (not available)`,

  pair: {
    label: 'About this language pair',
    mark: (quality: TranslationQuality) => qualities[quality].mark,
    quality: (quality: TranslationQuality) => qualities[quality].text,
    place: (engine: TranslationEngine) => locations[engine],
    through: (language: string) => `Translated via ${language}.`,
    download: (size: string) => `The first use downloads ${size} and takes longer.`,
    missing: (from: string, to: string) => `This server cannot translate from ${from} to ${to}.`,
    advice: noTranslationAdvice,
  },

  sourceText: 'Text to translate',
  sourcePlaceholder: 'Type or paste your text here',
  characters: (count: number) => (count === 1 ? '1 character' : `${figure(count)} characters`),
  charactersOf: (count: number, max: number) => `${figure(count)} of ${figure(max)} characters`,
  clear: 'Clear',
  looksLike: (language: string) => `This looks like ${language}. Translate from ${language}?`,
  resultText: 'Translation',
  resultPlaceholder: 'The translation appears here',
  copy: 'Copy',
  copied: { title: 'Copied', description: 'Translated text copied to clipboard' },
  copyFailed: { title: 'Copy failed', description: 'Could not copy text to clipboard' },
  translate: 'Translate',
  translating: 'Translating...',
  cancel: 'Cancel',
  ready: 'The translation is ready.',
  partial: 'Stopped. The translation is incomplete.',
  untranslated: (count: number) =>
    count === 1
      ? `One sentence could not be translated. It is marked with ${untranslatedMark}.`
      : `${figure(count)} sentences could not be translated. They are marked with ${untranslatedMark}.`,
  shortcut: 'Ctrl+Enter to translate.',
  notCounted: 'Text does not count toward your conversions.',
  noText: 'Please enter some text to translate',
  tooLong: (max: number) => `Up to ${figure(max)} characters at once. Translate longer texts as a document.`,
  failed: 'Translation failed',
  requestFailed: 'The connection was lost before the translation was complete. Please try again.',

  dropPrompt: 'Drop a document here',
  accepts: (megabytes: number) => `PDF, Word document or text file (max ${sizeText(megabytes)})`,
  documentKinds: {
    pdf: 'PDF document',
    docx: 'Word document',
    doc: 'Word document',
    txt: 'Text file',
  } as Readonly<Record<string, string>>,
  otherKind: 'Document',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  translatingFromTo: (from: string, to: string) => `Translating from ${from} to ${to}`,
  translateDocument: 'Translate Document',
  translatingDocument: 'Translating Document...',
  openAndTranslate: 'Open and translate',
  noDocument: 'Please upload a document to translate',
  documentTooLarge: (megabytes: number) => `Please upload a document smaller than ${sizeText(megabytes)}`,
  wrongDocument: 'Please upload a PDF, Word document, or text file',

  formatting: {
    heading: 'Document translation preserves formatting',
    points: [
      'Word documents keep their styles, tables, images, notes and links.',
      'PDFs keep their pages and also come as an editable Word document.',
      'Text files keep their lines and encoding.',
    ],
  },

  working: 'Translating your document',
  progress: 'Translation progress',
  steps: [
    { fromPercent: 0, text: 'Reading the document...' },
    { fromPercent: 5, text: 'Translating sentence by sentence...' },
    { fromPercent: 95, text: 'Assembling the document...' },
  ],
  canceled: { title: 'Canceled', description: 'Nothing was translated. Your document is still here.' },
  documentFailed: 'There was an error translating your document. Please try again.',
  succeeded: 'Your document has been translated successfully.',
  resultHeading: 'Your document is ready',
  translatedFromTo: (from: string, to: string) => `Translated from ${from} to ${to}`,
  download: (format: string) => `Download ${format}`,
  downloadWord: 'Word version',
  translateAnother: 'Translate another',
  changeLanguages: 'Change languages',
  deleted: { title: 'Deleted', description: 'The translated document was deleted from the server.' },
  downloadMissing: { title: 'Download Error', description: "Couldn't download the translated document" },

  features: [
    {
      id: 'languages',
      title: 'Multiple Languages',
      text: 'Translate between over 10 languages, from English and Spanish to Arabic, Hindi and Japanese.',
    },
    {
      id: 'documents',
      title: 'Document Translation',
      text: 'Translate whole PDF, Word and text files and keep their formatting.',
    },
    {
      id: 'private',
      title: 'Secure & Private',
      text: 'We do not store texts. Only you can see your documents, and you can delete them anytime.',
    },
  ],
} as const
