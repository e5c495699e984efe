/** Step options of POST /api/translate/document: languages for the translation; an intermediate DOCX is kept as a part. */
import { translatedDocumentPart } from '@filesmith/contract/operations/translate-document'
import type { BuildStepOptions } from './build-step-options.ts'

export const translateDocumentStepOptions: BuildStepOptions = (route, { sourceLanguage, targetLanguage }) =>
  route.map(({ ability, from, to }, index) => ({
    ability: ability.id,
    from,
    to,
    options: ability.id.startsWith('translate-')
      ? {
          sourceLanguage: String(sourceLanguage),
          targetLanguage: String(targetLanguage),
          ...(index < route.length - 1 && { keptAs: translatedDocumentPart }),
        }
      : { quality: 'high' },
  }))
