/** Option of Markdown output: where the images of the document go. */
import { z } from 'zod'

export const markdownImageModes = ['beside', 'inline', 'none'] as const
export type MarkdownImages = (typeof markdownImageModes)[number]

export const markdownImagesField = z
  .enum(markdownImageModes, { error: `Images must be one of: ${markdownImageModes.join(', ')}.` })
  .default('beside')
  .describe(
    'Images of Markdown: beside it in a ZIP file, inline as data URLs, or none; ignored for other outputs. Without images the result is always a plain Markdown file.',
  )
