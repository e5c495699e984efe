/** Help: the Text Extractor. */
import { ocrMessages } from '../../messages/ocr.ts'
import { ocrLanguages } from '../../ocr-languages.ts'
import { maxLanguagesOf } from '../../ocr-options.ts'
import { extractText } from '../../operations/extract-text.ts'
import { plans } from '../../plans.ts'
import { factsByPlan, formatNames, keptFact, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const { switches, result } = ocrMessages
const languageCount = Object.keys(ocrLanguages).length

export const ocrArticle = toolSections({
  what: [
    'It reads the text in photos, scans and PDF files, so that you can edit, copy and search it.',
    `It knows ${languageCount} languages and ways of writing, and finds out by itself which one a page is in.`,
    'The text stands beside the picture of its page: press a word on one side to find it on the other. Words that are doubtful are marked.',
  ],
  steps: [
    'Drop a photo, a scan or a PDF on the page, or choose it.',
    `Leave the switches as they are, or change them: ${[switches.preserveLayout, switches.enhanceAccuracy, switches.detectLanguage, switches.includeConfidence].map(({ label }) => `"${label}"`).join(', ')}.`,
    `Press "${ocrMessages.extract}". A protected PDF asks for its password.`,
    `Read the text under "${ocrMessages.resultsTab}", go through the doubtful words and change what is wrong.`,
    `Press "${result.copy}", or choose a format and press "${result.download}".`,
  ],
  formats: [
    {
      facts: [
        { label: 'In', value: formatNames(extractText.inputs) },
        { label: 'Out', value: Object.values(result.formats).join(', ') },
      ],
    },
    'What you change in the text is in TXT and DOCX. The other formats hold it as it was recognised.',
  ],
  limits: [
    ...sizeFacts(extractText.maxBytes),
    ...factsByPlan('Languages chosen for one file', plan => {
      const count = maxLanguagesOf(plan)
      return count === 1 ? '1' : `up to ${count}`
    }),
    { label: 'Counts as', value: 'one conversion, however many pages' },
    keptFact,
  ],
  tips: [
    'A sharp, straight picture with even light helps more than any switch. For scans, 300 dots per inch is a good measure.',
    `"${switches.preserveLayout.label}" on: ${lowerFirst(switches.preserveLayout.on)} Off: ${lowerFirst(switches.preserveLayout.off)}`,
    `"${switches.enhanceAccuracy.label}" off: ${lowerFirst(switches.enhanceAccuracy.off)}`,
    `If the wrong language is found, turn "${switches.detectLanguage.label}" off and choose it yourself.`,
    'A searchable PDF looks like the original and lets you search and copy its text.',
  ],
  troubles: [
    {
      problem: 'No text was found.',
      answer: ocrMessages.noTextHint,
    },
    {
      problem: 'Letters are mixed up.',
      answer:
        'Check the language first. Then try a larger picture: very small letters, handwriting and ornamental fonts are read badly.',
    },
    {
      problem: 'It says that a language pack is not installed.',
      answer:
        'Whoever runs this server decides which languages are installed. Choose another language, or write to us.',
    },
    {
      problem: 'I need several languages in one file.',
      answer: `On ${plans.basic.label} and ${plans.pro.label} you can choose up to ${maxLanguagesOf('pro')}. With "${switches.detectLanguage.label}" on, every page may be in another language on any plan.`,
    },
  ],
})

/** Sentences of the page that follow a colon here. */
function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
