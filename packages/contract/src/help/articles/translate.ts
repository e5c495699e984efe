/** Help: the Text Translator. */
import { formats } from '../../formats.ts'
import { translationLanguages } from '../../languages.ts'
import { translateMessages as words } from '../../messages/translate.ts'
import { translateDocument } from '../../operations/translate-document.ts'
import { maxTextCharacters } from '../../schemas/translation.ts'
import { formatNames, joinWith, keptFact, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const languages = Object.values(translationLanguages)

export const translateArticle = toolSections({
  what: [
    `It translates texts and whole documents between ${languages.length} languages.`,
    'Before you send anything, the page says how good a pair of languages is on this server and who translates it. Nothing leaves the server unless whoever runs it has set up a service for that, and then the page names the service.',
    ...words.formatting.points,
  ],
  steps: [
    `Choose "${words.textTab}" or "${words.documentTab}".`,
    'Choose the two languages. The button between them switches them.',
    `Type or paste a text and press "${words.translate}"; the translation appears as it is made. If the text looks like another language, the page asks.`,
    `Or drop a document and press "${words.translateDocument}", then take the translated one home.`,
  ],
  formats: [
    {
      facts: [
        { label: 'Languages', value: joinWith('and', languages) },
        { label: 'Documents in', value: formatNames(translateDocument.inputs) },
        {
          label: 'Documents out',
          value: `the same format; a ${formats.doc.label} comes back as ${formats.docx.label}, a ${formats.pdf.label} as ${formats.pdf.label} and as ${formats.docx.label}`,
        },
      ],
    },
    'Which pairs can be had depends on the engines of this server. Languages that cannot be reached are marked in the list.',
  ],
  limits: [
    { label: 'Text', value: `up to ${maxTextCharacters.toLocaleString('en')} characters at once` },
    ...sizeFacts(translateDocument.maxBytes, 'Document'),
    { label: 'Counts as', value: 'texts do not count; a document is one conversion' },
    { label: 'Texts are kept', value: 'not at all' },
    { ...keptFact, label: 'Documents are kept' },
  ],
  tips: [
    words.shortcut,
    'Write whole sentences with full stops. Short, plain sentences translate best.',
    'Have it checked by somebody who speaks the language where every word counts.',
    'What is said in a video can be translated too: see Video to Text.',
  ],
  troubles: [
    {
      problem: 'A pair of languages is not available.',
      answer:
        'This server has no engine for it, and no way over a third language either. Write to us: whoever runs the server can add languages.',
    },
    {
      problem: 'The translation is rough.',
      answer:
        'Some pairs are marked as basic or as a rough draft. They help to understand a text, and are no replacement for a translator.',
    },
    {
      problem: 'It says that there is no text in the document.',
      answer: 'It is probably a scan. Read it with the Text Extractor first and translate that text.',
    },
    {
      problem: 'The translated document is longer than before.',
      answer: 'Languages need different room. Styles stay, so page breaks may move.',
    },
  ],
})
