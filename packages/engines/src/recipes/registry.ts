/** One recipe for every operation; a forgotten one does not compile. */
import type { OperationId } from '@filesmith/contract/operations/registry'
import { addSubtitlesRecipe } from './add-subtitles.ts'
import { compressFilesRecipe } from './compress-files.ts'
import { convertAudioRecipe } from './convert-audio.ts'
import { convertDocumentRecipe } from './convert-document.ts'
import { convertImageRecipe } from './convert-image.ts'
import { convertVideoRecipe } from './convert-video.ts'
import { createGifRecipe } from './create-gif.ts'
import { editAudioRecipe } from './edit-audio.ts'
import { editImageRecipe } from './edit-image.ts'
import { extractTextRecipe } from './extract-text.ts'
import { extractVideoTextRecipe } from './extract-video-text.ts'
import type { Recipe } from './recipe.ts'
import { resizeImageRecipe } from './resize-image.ts'
import { translateDocumentRecipe } from './translate-document.ts'

export const recipes = {
  'convert-image': convertImageRecipe,
  'convert-video': convertVideoRecipe,
  'convert-audio': convertAudioRecipe,
  'convert-pdf': convertDocumentRecipe,
  'convert-document': convertDocumentRecipe,
  'compress-files': compressFilesRecipe,
  'extract-text': extractTextRecipe,
  'extract-video-text': extractVideoTextRecipe,
  'translate-document': translateDocumentRecipe,
  'add-subtitles': addSubtitlesRecipe,
  'edit-image': editImageRecipe,
  'edit-audio': editAudioRecipe,
  'create-gif': createGifRecipe,
  'resize-image': resizeImageRecipe,
} as const satisfies Record<OperationId, Recipe>
