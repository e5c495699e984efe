/** The Text Translator of the tools hub. */
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const translateTool = defineHubTool({
  id: 'translate',
  label: 'Text Translator',
  summary: 'Translate text and whole documents.',
  title: `Text Translator: Text and Documents | ${productName}`,
  description: 'Translate text and whole documents between twelve languages and keep the layout.',
  keywords: ['translator', 'translate text', 'translate document', 'translate pdf'],
  verbs: ['translate'],
  conversions: [{ reads: ['pdf', 'docx', 'doc', 'txt'], writes: [] }],
  operation: 'translate-document',
  icon: 'languages',
  kind: 'text',
  help: {
    summary: 'Translate text and whole documents.',
    description:
      'How to translate text and documents with Filesmith: languages, translation quality, document layout and limits.',
    keywords: ['language', 'translation', 'spanish', 'word document', 'deepl'],
  },
  loadArticle: async () => (await import('./article.ts')).translateArticle,
})
