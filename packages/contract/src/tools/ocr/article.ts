/** Help article: Text Extractor. */

import { factsByPlan, formatNames, keptFact, sizeFacts } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { ocrLanguages } from '../../ocr-languages.ts'
import { maxLanguagesOf } from '../../ocr-options.ts'
import { extractText } from '../../operations/extract-text.ts'
import { plans } from '../../plans.ts'
import { ocrMessages } from './messages.ts'

const { switches, result } = ocrMessages
const languageCount = Object.keys(ocrLanguages).length

export const ocrArticle = (instance: Instance) =>
  toolSections({
    what: [
      'The Text Extractor reads the text in photos, scans and PDFs, so that you can edit, copy and search it.',
      `It supports ${languageCount} languages and scripts, and detects automatically which one a page is in.`,
      'The text is shown next to the page image: click a word on one side to find it on the other. Words with low confidence are highlighted.',
    ],
    steps: [
      'Drop a photo, a scan or a PDF on the page, or select it.',
      `Keep the default options, or change them: ${[switches.preserveLayout, switches.enhanceAccuracy, switches.detectLanguage, switches.includeConfidence].map(({ label }) => `"${label}"`).join(', ')}.`,
      `Press "${ocrMessages.extract}". You are asked for the password if the PDF is protected.`,
      `Read the text under "${ocrMessages.resultsTab}", check the highlighted words and correct mistakes.`,
      `Press "${result.copy}", or choose a format and press "${result.download}".`,
    ],
    formats: [
      {
        facts: [
          { label: 'Input', value: formatNames(extractText.inputs) },
          { label: 'Output', value: Object.values(result.formats).join(', ') },
        ],
      },
      'TXT and DOCX include your edits. The other formats contain the text as it was recognized.',
    ],
    limits: [
      ...sizeFacts(instance, extractText.maxBytes),
      ...factsByPlan(instance, 'Languages per file', plan => {
        const count = maxLanguagesOf(plan)
        return count === 1 ? '1' : `up to ${count}`
      }),
      ...onlyPublic(instance, {
        label: 'Counts as',
        value: 'one conversion, regardless of the number of pages',
      }),
      keptFact(instance),
    ],
    tips: [
      'A sharp, straight image with even lighting helps more than any option. For scans, 300 DPI works well.',
      `"${switches.preserveLayout.label}" on: ${lowerFirst(switches.preserveLayout.on)} Off: ${lowerFirst(switches.preserveLayout.off)}`,
      `"${switches.enhanceAccuracy.label}" off: ${lowerFirst(switches.enhanceAccuracy.off)}`,
      `If the wrong language is detected, turn off "${switches.detectLanguage.label}" and choose it yourself.`,
      'A searchable PDF looks like the original, and its text can be searched and copied.',
    ],
    troubles: [
      {
        problem: 'No text was found.',
        answer: ocrMessages.noTextHint,
      },
      {
        problem: 'Letters are recognized incorrectly.',
        answer:
          'Check the language first. Then try a larger image: very small text, handwriting and decorative fonts are hard to recognize.',
      },
      {
        problem: 'An error says that a language pack is not installed.',
        answer:
          'The operator of this server decides which languages are installed. Choose another language, or contact us.',
      },
      {
        problem: 'I need several languages in one file.',
        answer:
          instance === 'public'
            ? `On ${plans.basic.label} and ${plans.pro.label} you can choose up to ${maxLanguagesOf('pro')}. With "${switches.detectLanguage.label}" on, each page can be in a different language on any plan.`
            : `You can choose up to ${maxLanguagesOf('private')}. With "${switches.detectLanguage.label}" on, each page can be in a different language.`,
      },
    ],
  })

/** UI texts that follow a colon here. */
function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
