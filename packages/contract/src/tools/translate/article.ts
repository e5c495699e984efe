/** Help article: Text Translator. */

import { formats } from '../../formats.ts'
import { formatNames, joinWith, keptFact, sizeFacts } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { translationLanguages } from '../../languages.ts'
import { translateDocument } from '../../operations/translate-document.ts'
import { maxTextCharacters } from '../../schemas/translation.ts'
import { untranslatedMark, translateMessages as words } from './messages.ts'

const languages = Object.values(translationLanguages)

export const translateArticle = (instance: Instance) =>
  toolSections({
    what: [
      `The Text Translator translates text and whole documents between ${languages.length} languages.`,
      'Before you send anything, the page shows the expected quality for the language pair and which engine translates it. Text leaves the server only if its operator has set up an external translation service, and the page then names that service.',
      ...words.formatting.points,
    ],
    steps: [
      `Choose "${words.textTab}" or "${words.documentTab}".`,
      `Choose the two languages, or check "${words.detect}" instead of the first. The button between them swaps them.`,
      `Type or paste text and press "${words.translate}". The translation appears as it is produced. If the text seems to be in another language, the page suggests switching.`,
      `Or drop a document, press "${words.translateDocument}" and download the translation.`,
    ],
    formats: [
      {
        facts: [
          { label: 'Languages', value: joinWith('and', languages) },
          { label: 'Document input', value: formatNames(translateDocument.inputs) },
          {
            label: 'Document output',
            value: `the same format; ${formats.doc.label} is saved as ${formats.docx.label}, ${formats.pdf.label} as both ${formats.pdf.label} and ${formats.docx.label}`,
          },
        ],
      },
      'The quality of a language pair depends on the engines of this server. It is measured and shown before you translate: good, draft or rough draft.',
    ],
    limits: [
      { label: 'Text', value: `up to ${maxTextCharacters.toLocaleString('en')} characters at once` },
      ...sizeFacts(instance, translateDocument.maxBytes, 'Document'),
      ...onlyPublic(instance, {
        label: 'Counts as',
        value: 'one conversion per document; text is not counted',
      }),
      { label: 'Text storage', value: 'not stored' },
      { ...keptFact(instance), label: 'Documents are kept for' },
    ],
    tips: [
      words.shortcut,
      'Write complete sentences with punctuation. Short, simple sentences translate best.',
      'If accuracy matters, have the translation checked by a fluent speaker.',
      'You can also translate the speech in a video: see Video to Text.',
    ],
    troubles: [
      {
        problem: 'The translation is poor.',
        answer:
          'Some pairs are marked as draft or rough draft. They help you understand a text but do not replace a translator.',
      },
      {
        problem: `A sentence is not translated and begins with ${untranslatedMark}.`,
        answer:
          'Every sentence is checked after it was translated: its length, its script, its numbers. If no attempt passes, the original is kept and marked. Rephrase it, for example as two shorter sentences.',
      },
      {
        problem: 'An error says that the document contains no text.',
        answer:
          'The document is probably a scan. Extract its text with the Text Extractor first, then translate that text.',
      },
      {
        problem: 'The translated document is longer than the original.',
        answer: 'Some languages need more words than others. Styles are preserved, so page breaks may move.',
      },
    ],
  })
