/** One recipe for every operation; a forgotten one does not compile. */
import type { OperationId } from '@filesmith/contract/operations/registry'
import { compressFilesRecipe } from './compress-files.ts'
import { convertAudioRecipe } from './convert-audio.ts'
import { convertDocumentRecipe } from './convert-document.ts'
import { convertImageRecipe } from './convert-image.ts'
import { convertVideoRecipe } from './convert-video.ts'
import type { Recipe } from './recipe.ts'

export const recipes = {
  'convert-image': convertImageRecipe,
  'convert-video': convertVideoRecipe,
  'convert-audio': convertAudioRecipe,
  'convert-pdf': convertDocumentRecipe,
  'convert-document': convertDocumentRecipe,
  'compress-files': compressFilesRecipe,
} as const satisfies Record<OperationId, Recipe>
