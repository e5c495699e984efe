/** POST /api/translate/document: languages to every step; a Word document made on the way to a PDF is kept beside it. */
import { translatedDocumentPart } from '@filesmith/contract/operations/translate-document'
import type { Recipe } from './recipe.ts'

export const translateDocumentRecipe: Recipe = (route, { sourceLanguage, targetLanguage }) =>
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
